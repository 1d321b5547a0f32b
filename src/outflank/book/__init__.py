"""The opening book: positions of the opening with what every move is worth, found by our engine."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.book.balanced import balanced_document, balanced_lines
    from outflank.book.book import BOOK_FILE, Book, BookMove, default_book
    from outflank.book.build import BuildPlan, build_book, journal_header, often_played
    from outflank.book.file import FILE_VERSION, InvalidBook, save_book
    from outflank.book.graph import Key, plies
    from outflank.book.journal import Journal

__all__ = [
    "BOOK_FILE",
    "FILE_VERSION",
    "Book",
    "BookMove",
    "BuildPlan",
    "InvalidBook",
    "Journal",
    "Key",
    "balanced_document",
    "balanced_lines",
    "build_book",
    "default_book",
    "journal_header",
    "often_played",
    "plies",
    "save_book",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "balanced": "balanced_document balanced_lines",
            "book": "BOOK_FILE Book BookMove default_book",
            "build": "BuildPlan build_book journal_header often_played",
            "file": "FILE_VERSION InvalidBook save_book",
            "graph": "Key plies",
            "journal": "Journal",
        },
    )

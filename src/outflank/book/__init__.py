"""The opening book: positions of the opening with what every move is worth, found by our engine."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.book.balanced import LEVEL, PLIES, balanced_document, balanced_lines
    from outflank.book.book import BOOK_FILE, Book, BookMove, default_book
    from outflank.book.build import BuildPlan, build_book, journal_header, often_played
    from outflank.book.deepen import (
        DEEPER,
        Corrections,
        checked_to,
        corrections,
        look_again,
        second_header,
    )
    from outflank.book.file import FILE_VERSION, InvalidBook, Making, save_book
    from outflank.book.graph import Entries, Key, key_of, plies
    from outflank.book.journal import Journal
    from outflank.book.lines import positions_along, whole_lines

__all__ = [
    "BOOK_FILE",
    "DEEPER",
    "FILE_VERSION",
    "LEVEL",
    "PLIES",
    "Book",
    "BookMove",
    "BuildPlan",
    "Corrections",
    "Entries",
    "InvalidBook",
    "Journal",
    "Key",
    "Making",
    "balanced_document",
    "balanced_lines",
    "build_book",
    "checked_to",
    "corrections",
    "default_book",
    "journal_header",
    "key_of",
    "look_again",
    "often_played",
    "plies",
    "positions_along",
    "save_book",
    "second_header",
    "whole_lines",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "balanced": "LEVEL PLIES balanced_document balanced_lines",
            "book": "BOOK_FILE Book BookMove default_book",
            "build": "BuildPlan build_book journal_header often_played",
            "file": "FILE_VERSION InvalidBook Making save_book",
            "graph": "Entries Key key_of plies",
            "journal": "Journal",
            "lines": "positions_along whole_lines",
            "deepen": "DEEPER Corrections checked_to corrections look_again second_header",
        },
    )

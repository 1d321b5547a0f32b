"""The opening book: opening positions with a value for each move, computed by our engine."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.book.book import BOOK_FILE, Book, BookMove, default_book
    from outflank.book.file import InvalidBook

__all__ = [
    "BOOK_FILE",
    "Book",
    "BookMove",
    "InvalidBook",
    "default_book",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__)

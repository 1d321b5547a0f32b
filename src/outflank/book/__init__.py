"""The opening book: positions of the opening with what every move is worth, found by our engine."""

from outflank.book.balanced import balanced_lines
from outflank.book.book import Book, BookMove, default_book
from outflank.book.file import InvalidBook

__all__ = ["Book", "BookMove", "InvalidBook", "balanced_lines", "default_book"]

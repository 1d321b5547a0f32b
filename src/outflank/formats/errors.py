"""The error raised by all readers, and helpers for its message."""

from outflank.translation import _


class InvalidRecord(ValueError):
    """Text or bytes that are not a game or a position."""


def place(text: str, at: int, first_line: int = 1) -> str:
    """Return the line and column of a character in a text. Slow, so only used for errors.

    >>> place("f5\\nd6 x9", 6)
    'line 2, column 4'
    """
    line = first_line + text.count("\n", 0, at)
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return _("line {line}, column {column}", line=line, column=column)


def line_place(number: int) -> str:
    return _("line {number}", number=number)


def too_long(most: int) -> str:
    return _("This is longer than {most:,} characters.", most=most)


def no_pass(color: object) -> str:
    return _("{color} has a legal move and cannot pass.", color=color)


def found(problem: str, text: str) -> str:
    """Return a problem followed by the text that has it."""
    return _("{problem} Found: {text}", problem=problem, text=text)


def shortened(text: str, length: int = 24) -> str:
    """Return the quoted beginning of a text, for a message."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")

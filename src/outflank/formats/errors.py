"""What every reader raises when it refuses, and how it says where."""


class InvalidRecord(ValueError):
    """Text or bytes that are not a game or a position; the sentence says where and why."""


def place(text: str, at: int, first_line: int = 1) -> str:
    """Where a character stands in a text, as editors count: from the beginning, so only to refuse.

    >>> place("f5\\nd6 x9", 6)
    'line 2, column 4'
    """
    line = first_line + text.count("\n", 0, at)
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return f"line {line}, column {column}"


def shortened(text: str, length: int = 24) -> str:
    """The beginning of a text, quoted, for a message."""
    return repr(text if len(text) <= length else text[: length - 1] + "…")

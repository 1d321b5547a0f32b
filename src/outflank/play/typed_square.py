"""A square that is being typed, key by key."""

from outflank.board import COLUMNS, Square, parse_square


class TypedSquare:
    """The part of a square typed so far.

    >>> typed = TypedSquare()
    >>> typed.add("f", 8), typed.add("5", 8)
    (None, 37)
    >>> typed.add("c", 10), typed.add("1", 10), typed.text, typed.add("0", 10), typed.text
    (None, None, 'c1', 92, '')
    """

    def __init__(self) -> None:
        self.text = ""

    def accepts(self, character: str, size: int) -> bool:
        """Return True if a key can start or continue a square."""
        if len(character) != 1:
            return False
        is_digit = character.isascii() and character.isdecimal()
        return character.casefold() in COLUMNS[:size] or (is_digit and bool(self.text))

    def add(self, character: str, size: int) -> Square | None:
        """Add a key; return the square once no further digit can follow."""
        if not self.accepts(character, size):
            raise ValueError(f"{character!r} does not go on with the square {self.text!r}")
        if character.isalpha():
            self.text = character.casefold()
            return None
        self.text += character
        number = int(self.text[1:])
        if not 1 <= number <= size:
            self.text = ""
            return None
        return self.finish(size) if number * 10 > size else None

    def finish(self, size: int) -> Square | None:
        """Return the square typed so far, if it is valid, and reset."""
        text, self.text = self.text, ""
        return parse_square(text, size) if len(text) > 1 else None

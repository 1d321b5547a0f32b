"""A square that is being typed, key by key."""

from outflank.board import COLUMNS, Square, parse_square


class TypedSquare:
    """What was typed of a square so far.

    >>> typed = TypedSquare()
    >>> typed.add("f", 8), typed.add("5", 8)
    (None, 37)
    >>> typed.add("c", 10), typed.add("1", 10), typed.text, typed.add("0", 10), typed.text
    (None, None, 'c1', 92, '')
    """

    def __init__(self) -> None:
        self.text = ""

    def accepts(self, character: str, size: int) -> bool:
        """Whether a key can begin a square, or go on with the one that was begun."""
        if len(character) != 1:
            return False
        is_digit = character.isascii() and character.isdecimal()
        return character.casefold() in COLUMNS[:size] or (is_digit and bool(self.text))

    def add(self, character: str, size: int) -> Square | None:
        """Take a key; the square once no further digit can follow."""
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
        """The square as far as it was typed, if it is one; then begin anew."""
        text, self.text = self.text, ""
        return parse_square(text, size) if len(text) > 1 else None

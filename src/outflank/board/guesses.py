"""Names that people try: an AttributeError that says the right one."""

from typing import Any, NoReturn


class Guess:
    """A name that does not exist, with what to write instead.

    >>> from outflank import Board
    >>> Board().make_move("f5")
    Traceback (most recent call last):
    AttributeError: There is no such attribute. Write board.play("f5"), which returns the new board.
    """

    def __init__(self, instead: str) -> None:
        self._text = f"There is no such attribute. Write {instead}."

    def __get__(self, instance: object, owner: object = None) -> NoReturn:
        raise AttributeError(self._text)


def public_names(owner: type, names: Any) -> list[str]:
    """Return the names for ``dir`` without guesses."""
    wrong = {
        name
        for one in owner.__mro__
        for name, value in vars(one).items()
        if isinstance(value, Guess)
    }
    return sorted(set(names) - wrong)

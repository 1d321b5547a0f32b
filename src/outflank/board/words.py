"""Lists, numbers of things and sentences, the same on every screen."""

from collections.abc import Iterable

from outflank.translation import _


def listed(words: Iterable[object]) -> str:
    """Names or squares, one after the other: ``d3, c4, f5``."""
    return _(", ").join(map(str, words))


def sentence(text: object) -> str:
    """A text or an error as a sentence: with a capital and a full stop.

    >>> sentence("white has no move"), sentence("Try again.")
    ('White has no move.', 'Try again.')
    """
    told = str(text)
    ends = told.endswith((".", "?", "!", "…", "。", "？", "！"))
    return told if ends else _("{sentence}.", sentence=told[:1].upper() + told[1:])


def counted(number: int, what: str) -> str:
    """A number of things.

    >>> counted(1, "game"), counted(1200, "inaccuracy"), counted(3, "day")
    ('1 game', '1,200 inaccuracies', '3 days')
    """
    if number == 1:
        return f"1 {what}"
    if what.endswith("y") and what[-2] not in "aeiou":
        return f"{number:,} {what[:-1]}ies"
    return f"{number:,} {what}s"

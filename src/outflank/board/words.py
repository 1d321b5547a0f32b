"""Lists and sentences, the same on every screen."""

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
    first = told[:1] if told[1:2].isdigit() else told[:1].upper()  # a square stays as it is
    return told if ends else _("{sentence}.", sentence=first + told[1:])

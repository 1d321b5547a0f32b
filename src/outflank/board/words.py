"""Format lists and sentences."""

from collections.abc import Iterable

from outflank.translation import _


def listed(words: Iterable[object]) -> str:
    """Join names or squares with commas: ``d3, c4, f5``."""
    return _(", ").join(map(str, words))


def sentence(text: object) -> str:
    """Return a message or error as a sentence, with a capital letter and a period.

    >>> sentence("white has no move"), sentence("Try again.")
    ('White has no move.', 'Try again.')
    """
    told = str(text)
    ends = told.endswith((".", "?", "!", "…", "。", "？", "！"))
    first = told[:1] if told[1:2].isdigit() else told[:1].upper()  # not a square
    return told if ends else _("{sentence}.", sentence=first + told[1:])

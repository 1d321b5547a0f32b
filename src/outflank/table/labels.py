"""Words on squares, for reviews and practice."""

from dataclasses import dataclass

from outflank.review.hints import Fate


@dataclass(frozen=True, slots=True)
class Label:
    """A word on an empty square; its colour is that of a won, drawn or lost move."""

    text: str
    short: str
    """One character for small squares."""
    tone: Fate


BEST = Label("best", "*", Fate.WON)
SAME = Label("=", "=", Fate.WON)
NEXT = Label("next", ">", Fate.DRAWN)
REASON = Label("!", "!", Fate.DRAWN)
GOOD = Label("good", "*", Fate.WON)
WRONG = Label("no", "x", Fate.LOST)


def lost(discs: int) -> Label:
    """On a move that cost something."""
    return Label(f"-{discs}", "x", Fate.LOST)

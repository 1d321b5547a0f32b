"""Recipes: how an opponent chooses its moves, so that another engine can do the same."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from outflank import _native
from outflank.board import Square
from outflank.engine.clock import seconds_for_move


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything except the position that determines an opponent's move."""

    depth: int
    """Search depth."""
    exact_from: int
    """Number of empties from which it searches to the end."""
    seconds: float | None
    """Maximum time per move."""
    nodes: int | None
    """Maximum number of nodes."""
    book_depth: int | None = None
    """Minimum depth of book moves; None without a book."""
    mistake: float = 0.0
    """Maximum discs lost on purpose."""
    lead: int | None = None
    """Desired final lead in discs; None to play the best move."""
    roll: float = 0.0
    """The random number from 0 to 1 for random choices."""
    timed: bool = False
    """True if easy moves take less than their time, as with a clock."""

    def in_time(self, left: float, increment: float, empties: int) -> "Recipe":
        """Return the recipe with a fair share of the remaining clock time for this move."""
        share = seconds_for_move(left, empties, increment)
        return replace(self, seconds=min(share, self.seconds or share))


def mistake_chances(scores: Mapping[Square, int], largest: float) -> dict[Square, float]:
    """Return the probability of each move for a player that loses up to ``largest`` discs.

    >>> mistake_chances({19: 4, 26: 4, 37: -30}, largest=6)
    {19: 0.5, 26: 0.5}
    """
    return dict(_native.mistake_chances(list(scores.items()), largest))


def drawn_mistake(scores: Mapping[Square, int], largest: float, roll: float) -> Square:
    """Return the move for a random number from 0 to 1 under those probabilities."""
    return _native.drawn_mistake(list(scores.items()), largest, roll)


def closest_move(scores: Mapping[Square, int], lead: int) -> Square:
    """Return the move with the score nearest to ``lead``; ties go to the better, then the first.

    >>> closest_move({19: 9, 26: -1, 37: 1}, lead=0)
    37
    """
    return _native.closest_move(list(scores.items()), lead)

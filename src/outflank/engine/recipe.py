"""How an opponent chooses among the moves it looked at, for whoever has the same engine."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from outflank import _native
from outflank.board import Square
from outflank.engine.clock import seconds_for_move


@dataclass(frozen=True, slots=True)
class Recipe:
    """All that decides a move besides the position: who follows it plays as the opponent does."""

    depth: int
    """Moves it looks ahead."""
    exact_from: int
    """Empties from which it looks to the end."""
    seconds: float | None
    """The longest a move takes."""
    nodes: int | None
    """The most positions it looks at."""
    book_depth: int | None = None
    """How far the opening book must look ahead to be followed; none where it is not."""
    mistake: float = 0.0
    """The most discs it gives away on purpose."""
    lead: int | None = None
    """Discs it wants to be ahead in the end; none where it plays the best move."""
    roll: float = 0.0
    """What the dice show, from 0 to 1, where it draws lots."""
    timed: bool = False
    """Whether an easy move takes less than its seconds, as with a clock."""

    def in_time(self, left: float, increment: float, empties: int) -> "Recipe":
        """The same with a clock on which so much is left: a fair share of it for this move."""
        share = seconds_for_move(left, empties, increment)
        return replace(self, seconds=min(share, self.seconds or share))


def mistake_chances(scores: Mapping[Square, int], largest: float) -> dict[Square, float]:
    """How likely each move is for somebody who gives away at most so many discs in a move.

    >>> mistake_chances({19: 4, 26: 4, 37: -30}, largest=6)
    {19: 0.5, 26: 0.5}
    """
    return dict(_native.mistake_chances(list(scores.items()), largest))


def drawn_mistake(scores: Mapping[Square, int], largest: float, roll: float) -> Square:
    """The move that a roll of the dice, from 0 to 1, means among those."""
    return _native.drawn_mistake(list(scores.items()), largest, roll)


def closest_move(scores: Mapping[Square, int], lead: int) -> Square:
    """The move whose score is nearest to a wanted one; of two the better, of equals the first.

    >>> closest_move({19: 9, 26: -1, 37: 1}, lead=0)
    37
    """
    return _native.closest_move(list(scores.items()), lead)

"""How somebody is doing at puzzles: a rating, a streak, and which puzzle comes next."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random

from outflank.study.puzzles.puzzle import Puzzle

BEGIN = 1000  # the rating of somebody who has tried nothing yet
NEW = 20  # tries after which a rating is believed
QUICKLY, SLOWLY = 48, 20  # what a surprise moves a rating by, before and after that
PUZZLE_MOVES = 8  # the same for a puzzle's own rating, which many people try
NEAR = 150  # points between somebody and the puzzle they are given, at first
DAILY = (900, 1600)  # ratings of the puzzle of the day: for most people neither dull nor hopeless


@dataclass(frozen=True, slots=True)
class SolverRating:
    rating: int = BEGIN
    tries: int = 0
    solved: int = 0
    streak: int = 0  # puzzles solved in a row
    days: int = 0  # days in a row on which the puzzle of the day was solved

    def after(self, puzzle_rating: int, right: bool) -> "SolverRating":
        """The standing after one more puzzle.

        >>> SolverRating().after(1000, True)
        SolverRating(rating=1024, tries=1, solved=1, streak=1, days=0)
        """
        moves = QUICKLY if self.tries < NEW else SLOWLY
        change = moves * (right - expected_score(self.rating, puzzle_rating))
        return replace(
            self,
            rating=round(self.rating + change),
            tries=self.tries + 1,
            solved=self.solved + right,
            streak=self.streak + 1 if right else 0,
        )


def expected_score(own: float, other: float) -> float:
    """How often somebody of one rating is expected to do better than one of another.

    >>> expected_score(1500, 1500)
    0.5
    """
    return 1 / (1 + math.pow(10, (other - own) / 400))


def puzzle_change(own: int, puzzle_rating: int, right: bool) -> float:
    """By how much a puzzle's rating changes when somebody tried it."""
    return PUZZLE_MOVES * (expected_score(own, puzzle_rating) - right)


def next_puzzle(
    puzzles: Sequence[Puzzle], rating: int, tried: Collection[int], random: Random
) -> Puzzle | None:
    """A puzzle not tried yet that is about as hard as somebody is good; None when all are done."""
    new = [puzzle for puzzle in puzzles if puzzle.number not in tried]
    if not new:
        return None
    nearest = min(abs(puzzle.rating - rating) for puzzle in new)
    return random.choice([p for p in new if abs(p.rating - rating) <= max(NEAR, nearest)])


def daily_puzzle(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody; it comes again only after all the others."""
    low, high = DAILY
    fit = [puzzle for puzzle in puzzles if low <= puzzle.rating <= high] or list(puzzles)
    turn, at = divmod(day.toordinal(), len(fit))
    return Random(f"puzzles of the day, turn {turn}").sample(fit, len(fit))[at]

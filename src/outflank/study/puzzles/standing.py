"""A puzzle solver's rating and streak, and the choice of the next puzzle."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import date
from random import Random

from outflank.study.puzzles.puzzle import Puzzle

BEGIN = 1000  # initial rating
NEW = 20  # tries until a rating counts as established
QUICKLY, SLOWLY = 48, 20  # K factors before and after that
PUZZLE_MOVES = 8  # K factor of a puzzle's own rating
NEAR = 150  # initial range of ratings for the next puzzle
DAILY = (900, 1600)  # ratings of the puzzle of the day


@dataclass(frozen=True, slots=True)
class SolverRating:
    rating: int = BEGIN
    tries: int = 0
    solved: int = 0
    streak: int = 0  # puzzles solved in a row
    days: int = 0  # days in a row on which the puzzle of the day was solved

    def after(self, puzzle_rating: int, right: bool) -> "SolverRating":
        """Return the new standing after another puzzle.

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
    """Return the expected score of one rating against another.

    >>> expected_score(1500, 1500)
    0.5
    """
    return 1 / (1 + math.pow(10, (other - own) / 400))


def puzzle_change(own: int, puzzle_rating: int, right: bool) -> float:
    """Return the change of a puzzle's rating after an attempt."""
    return PUZZLE_MOVES * (expected_score(own, puzzle_rating) - right)


def next_puzzle(
    puzzles: Sequence[Puzzle], rating: int, tried: Collection[int], random: Random
) -> Puzzle | None:
    """Return a new puzzle near the solver's rating; None when all are done."""
    new = [puzzle for puzzle in puzzles if puzzle.number not in tried]
    if not new:
        return None
    nearest = min(abs(puzzle.rating - rating) for puzzle in new)
    return random.choice([p for p in new if abs(p.rating - rating) <= max(NEAR, nearest)])


def daily_puzzle(puzzles: Sequence[Puzzle], day: date) -> Puzzle:
    """Return the puzzle of a day; it is repeated only after all others."""
    low, high = DAILY
    fit = [puzzle for puzzle in puzzles if low <= puzzle.rating <= high] or list(puzzles)
    turn, at = divmod(day.toordinal(), len(fit))
    return Random(f"puzzles of the day, turn {turn}").sample(fit, len(fit))[at]

"""Attempts at puzzles in SQL, and the choice of the next one, as practice cards."""

import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from random import Random

from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, func, select

from outflank.storage.database import Database
from outflank.storage.models import Base
from outflank.storage.study.practice_cards import PracticeCards
from outflank.study.practice import Card, PuzzleTask, missed_card, puzzle_card
from outflank.study.practice_round import MOST_IN_RUN
from outflank.study.puzzles.puzzle import Puzzle, PuzzleMode, shipped_puzzles, with_theme
from outflank.study.puzzles.standing import SolverRating, daily_puzzle, next_puzzle, puzzle_change
from outflank.study.puzzles.themes import Theme

DAY = 86_400
FURTHEST = 400  # limit of the rating change from users' results, in points
NO_DAY = 0  # an attempt at an ordinary puzzle

tries = Table(
    "puzzle_tries",
    Base.metadata,
    Column("owner", String(64), primary_key=True),  # a visitor; empty for the local user
    Column("number", Integer, primary_key=True),
    Column("day", Integer, primary_key=True),  # the day of a daily puzzle, or NO_DAY
    Column("at", Float, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("change", Float, nullable=False),  # of the puzzle's rating
    # The owner's standing after the attempt.
    Column("own_rating", Integer, nullable=False),
    Column("own_tries", Integer, nullable=False),
    Column("own_solved", Integer, nullable=False),
    Column("own_streak", Integer, nullable=False),
    Column("own_days", Integer, nullable=False),
    Index("puzzle_tries_owner", "owner", "own_tries"),
    Index("puzzle_tries_number", "number"),
)


class PuzzleCards:
    """The puzzles for one user: near the user's rating, of the day, or for a timed run.

    A missed puzzle becomes a practice card, of which ``most`` are kept.
    """

    def __init__(
        self,
        database: Database,
        owner: str = "",
        *,
        mode: PuzzleMode = "puzzle",
        theme: Theme | None = None,
        most: int | None = None,
    ) -> None:
        self.database = database
        self.owner = owner
        self.mode = mode
        self.theme = theme
        self._practice = PracticeCards(database, owner, most)

    @property
    def daily(self) -> bool:
        return self.mode == "daily"

    def find_all(self, keys: Sequence[str]) -> list[Card]:
        """Return the cards of these keys; ``LookupError`` if one does not exist."""
        if not keys:
            return []
        if len(keys) > (MOST_IN_RUN if self.mode == "run" else 1):
            raise LookupError(keys[-1])
        offered = self._of_these_days() if self.daily else shipped_puzzles()
        found = {f"{self.mode} {puzzle.number}": puzzle for puzzle in offered}
        return self._cards([found[key] for key in keys], self.standing())

    def due(self, now: float, limit: int = 1) -> list[Card]:
        """Return the next puzzle, or the daily one unless it was attempted."""
        shipped = shipped_puzzles()
        standing = self.standing(now)
        if self.daily:
            of_the_day = daily_puzzle(shipped, datetime.fromtimestamp(now, UTC).date())
            done = of_the_day.number in self._tried(int(now // DAY))
            return [] if done else self._cards([of_the_day], standing)
        chosen = with_theme(self.theme)
        if self.mode == "run":
            random = Random(f"{self.owner} {now}")
            picked = random.sample(chosen, min(MOST_IN_RUN, len(chosen)))
            return self._cards(sorted(picked, key=lambda puzzle: puzzle.rating), standing)
        random = Random(f"{self.owner} {standing.tries}")
        puzzle = next_puzzle(chosen, standing.rating, self._tried(NO_DAY), random)
        return [] if puzzle is None else self._cards([puzzle], standing)

    def add(self, new: list[Card]) -> int:
        """Puzzles cannot be added."""
        raise TypeError(f"puzzles are built in; {len(new)} cards cannot be added")

    def update(self, card: Card) -> None:
        """Store the first attempt at a puzzle; a missed puzzle becomes a practice card."""
        asked = card.puzzle
        assert asked is not None, "it is a puzzle"
        assert asked.right is not None, "it was answered"
        if not asked.right and not self._practice.is_full:
            self._practice.add([missed_card(card, asked.at)])
        if asked.run:
            return
        row = {
            "owner": self.owner,
            "number": asked.number,
            "day": int(asked.at // DAY) if self.daily else NO_DAY,
            "at": asked.at,
            "solved": asked.right,
            "change": puzzle_change(asked.standing.rating, asked.rating, asked.right),
            **{f"own_{name}": value for name, value in asdict(asked.standing).items()},
        }
        with self.database.writing() as session:
            session.execute(self.database.insert(tries).values(row).on_conflict_do_nothing())

    def count(self) -> int:
        return 1 if self.daily else len(with_theme(self.theme))

    def next_due(self) -> float | None:
        """Return when the next daily puzzle starts (midnight UTC); None for other puzzles."""
        return (time.time() // DAY + 1) * DAY if self.daily else None

    def standing(self, now: float | None = None) -> SolverRating:
        mine = tries.c.owner == self.owner
        last = select(tries).where(mine).order_by(tries.c.own_tries.desc()).limit(1)
        daily = (
            select(tries.c.day, tries.c.own_days)
            .where(mine, tries.c.day != NO_DAY)
            .order_by(tries.c.day.desc())
            .limit(1)
        )
        with self.database.reading() as session:
            row = session.execute(last).first()
            day = session.execute(daily).first()
        if row is None:
            return SolverRating()
        today = int((time.time() if now is None else now) // DAY)
        days = day.own_days if day is not None and day.day >= today - 1 else 0
        return SolverRating(row.own_rating, row.own_tries, row.own_solved, row.own_streak, days)

    def close(self) -> None:
        self.database.close()

    def _of_these_days(self) -> list[Puzzle]:
        """Return today's and yesterday's puzzles; the user may still be solving the latter."""
        today = datetime.now(UTC).date()
        shipped = shipped_puzzles()
        return [daily_puzzle(shipped, today - timedelta(days=ago)) for ago in (0, 1)]

    def _tried(self, day: int) -> set[int]:
        query = select(tries.c.number).where(tries.c.owner == self.owner, tries.c.day == day)
        with self.database.reading() as session:
            return set(session.execute(query).scalars())

    def _cards(self, puzzles: Sequence[Puzzle], standing: SolverRating) -> list[Card]:
        changes = (
            select(tries.c.number, func.sum(tries.c.change))
            .where(tries.c.number.in_([puzzle.number for puzzle in puzzles]))
            .group_by(tries.c.number)
        )
        with self.database.reading() as session:
            moved = {row[0]: row[1] for row in session.execute(changes)}
        cards = []
        for puzzle in puzzles:
            change = max(-FURTHEST, min(FURTHEST, moved.get(puzzle.number, 0.0)))
            rating = round(puzzle.rating + change)
            task = PuzzleTask(puzzle, rating, standing, self.daily, self.mode == "run")
            cards.append(puzzle_card(task))
        return cards

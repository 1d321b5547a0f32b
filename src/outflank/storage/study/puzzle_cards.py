"""Who tried which puzzle, in SQL, and so which one comes next: asked as practice cards are."""

import time
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from random import Random

from sqlalchemy import Boolean, Column, Float, Index, Integer, String, Table, func, select

from outflank.storage.database import Database
from outflank.storage.models import Base
from outflank.study.practice import Card, PuzzleTask, puzzle_card
from outflank.study.puzzles.puzzle import Puzzle, shipped_puzzles
from outflank.study.puzzles.standing import SolverRating, daily_puzzle, next_puzzle, puzzle_change

DAY = 86_400
FURTHEST = 400  # points that people's results move a puzzle from what the engine's levels say
NO_DAY = 0  # a try that was not at the puzzle of a day

tries = Table(
    "puzzle_tries",
    Base.metadata,
    Column("owner", String(64), primary_key=True),  # a visitor, or empty on one's own machine
    Column("number", Integer, primary_key=True),
    Column("day", Integer, primary_key=True),  # whose puzzle it was, or NO_DAY
    Column("at", Float, nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("change", Float, nullable=False),  # of the puzzle's rating
    # How its owner stood after it.
    Column("own_rating", Integer, nullable=False),
    Column("own_tries", Integer, nullable=False),
    Column("own_solved", Integer, nullable=False),
    Column("own_streak", Integer, nullable=False),
    Column("own_days", Integer, nullable=False),
    Index("puzzle_tries_owner", "owner", "own_tries"),
    Index("puzzle_tries_number", "number"),
)


class PuzzleCards:
    """The puzzles as one person meets them: those about as hard as they are good, or the day's."""

    def __init__(self, database: Database, owner: str = "", *, daily: bool = False) -> None:
        self.database = database
        self.owner = owner
        self.daily = daily

    def find_all(self, keys: Sequence[str]) -> list[Card]:
        """The cards of these keys; a ``LookupError`` where one is none."""
        if not keys:
            return []
        key, *others = keys
        what, _, number = key.partition(" ")
        if others or what != ("daily" if self.daily else "puzzle") or not number.isdecimal():
            raise LookupError(key)
        offered = self._of_these_days() if self.daily else shipped_puzzles()
        puzzle = next((each for each in offered if str(each.number) == number), None)
        if puzzle is None:
            raise LookupError(key)
        return [self._card(puzzle, self.standing())]

    def due(self, now: float, limit: int = 1) -> list[Card]:
        """The next puzzle, one at a time; or that of the day, unless it has been tried."""
        shipped = shipped_puzzles()
        standing = self.standing(now)
        if self.daily:
            of_the_day = daily_puzzle(shipped, datetime.fromtimestamp(now, UTC).date())
            done = of_the_day.number in self._tried(int(now // DAY))
            return [] if done else [self._card(of_the_day, standing)]
        random = Random(f"{self.owner} {standing.tries}")
        puzzle = next_puzzle(shipped, standing.rating, self._tried(NO_DAY), random)
        return [] if puzzle is None else [self._card(puzzle, standing)]

    def add(self, new: list[Card]) -> int:
        """Nobody adds puzzles while playing."""
        raise TypeError(f"{len(new)} cards were to be added to the puzzles, which are shipped")

    def update(self, card: Card) -> None:
        """Keep how a puzzle was answered: the first time counts."""
        asked = card.puzzle
        assert asked is not None, "it is a puzzle"
        assert asked.right is not None, "it was answered"
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
        return 1 if self.daily else len(shipped_puzzles())

    def next_due(self) -> float | None:
        """When there is another one: the next day, by Greenwich; None where all are done."""
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
        """The puzzle of today and that of yesterday, which somebody may still be looking at."""
        today = datetime.now(UTC).date()
        shipped = shipped_puzzles()
        return [daily_puzzle(shipped, today - timedelta(days=ago)) for ago in (0, 1)]

    def _tried(self, day: int) -> set[int]:
        query = select(tries.c.number).where(tries.c.owner == self.owner, tries.c.day == day)
        with self.database.reading() as session:
            return set(session.execute(query).scalars())

    def _card(self, puzzle: Puzzle, standing: SolverRating) -> Card:
        change = select(func.sum(tries.c.change)).where(tries.c.number == puzzle.number)
        with self.database.reading() as session:
            moved = session.execute(change).scalar() or 0.0
        rating = round(puzzle.rating + max(-FURTHEST, min(FURTHEST, moved)))
        return puzzle_card(puzzle, PuzzleTask(puzzle.number, rating, standing, self.daily))

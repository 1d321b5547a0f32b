"""Practice cards in SQL, one per position and owner."""

import json
from collections.abc import Iterable, Sequence

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    Index,
    Integer,
    RowMapping,
    String,
    Table,
    Text,
    func,
    select,
)

from outflank.board import Board
from outflank.storage.database import Database, file_url
from outflank.storage.files.data_dir import own_folder
from outflank.storage.models import Base
from outflank.study.practice import Card
from outflank.translation import _

PRACTICE_FILE = "practice.sqlite3"  # in the data directory
NO_MOVE = -1  # stored instead of a move for a missed puzzle
MOST_FOUND = 1000  # cards per query, because databases limit the parameters
# Fields of a card that are stored unchanged.
PLAIN = ["loss", "exact", "sentence", "due", "interval", "ease", "streak", "lapses"]

cards = Table(
    "practice_cards",
    Base.metadata,
    Column("owner", String(64), primary_key=True),  # a visitor; empty for the local user
    Column("key", String(300), primary_key=True),
    Column("board", String(300), nullable=False),
    Column("played", Integer, nullable=False),
    Column("good", Text, nullable=False),  # a JSON list of squares
    Column("loss", Integer, nullable=False),
    Column("exact", Boolean, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("source", String(200), nullable=False),
    Column("due", Float, nullable=False),
    Column("interval", Float, nullable=False),
    Column("ease", Float, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("lapses", Integer, nullable=False),
    Index("practice_due", "owner", "due"),
)


def open_practice(url: str | None = None) -> "PracticeCards":
    """Open the cards at a database URL, by default in the data directory."""
    if url is None:
        url = file_url(own_folder() / PRACTICE_FILE)
    database = Database(url)
    database.migrate()
    return PracticeCards(database)


class TooManyCards(ValueError):
    """The visitor has reached the limit of practice positions."""


class PracticeCards:
    """The cards of one owner, at most ``most`` if that is given."""

    def __init__(self, database: Database, owner: str = "", most: int | None = None) -> None:
        self.database = database
        self.owner = owner
        self._most = most

    def find_all(self, keys: Sequence[str]) -> list[Card]:
        """Return the cards of these positions in order; ``LookupError`` if one is missing."""
        asked = [
            key for key in keys[:MOST_FOUND] if "\0" not in key
        ]  # PostgreSQL cannot store NUL characters
        query = select(cards).where(cards.c.owner == self.owner, cards.c.key.in_(asked))
        with self.database.reading() as session:
            rows = [row._mapping for row in session.execute(query)]
        found = {row["key"]: _card(row) for row in rows}
        return [found[key] for key in keys]

    def known(self, boards: Iterable[Board]) -> set[Board]:
        """Return those of these positions that have a card, up to symmetry."""
        keys = {board: board.canonical().to_text() for board in boards}
        query = select(cards.c.key).where(cards.c.owner == self.owner)
        with self.database.reading() as session:
            there = set(session.scalars(query))
        return {board for board, key in keys.items() if key in there}

    def add(self, new: list[Card]) -> int:
        """Add cards, return their number; an existing position keeps its schedule."""
        if self._most is not None and self.count() + len(new) > self._most:
            raise TooManyCards(
                _(
                    "Your practice set has {count} positions and the limit is {most}. There is no "
                    "room for the new ones.",
                    count=self.count(),
                    most=self._most,
                )
            )
        with self.database.writing() as session:
            added = [
                session.execute(
                    self.database.insert(cards)
                    .values(self._row(card))
                    .on_conflict_do_nothing()
                    .returning(cards.c.key)
                ).first()
                for card in new
            ]
        return sum(row is not None for row in added)

    @property
    def is_full(self) -> bool:
        return self._most is not None and self.count() >= self._most

    def update(self, card: Card) -> None:
        with self.database.writing() as session:
            session.execute(
                cards.update()
                .where(cards.c.owner == self.owner, cards.c.key == card.key)
                .values(self._row(card))
            )

    def due(self, now: float, limit: int = 100) -> list[Card]:
        """Return the cards that are due, longest overdue first."""
        query = (
            select(cards)
            .where(cards.c.owner == self.owner, cards.c.due <= now)
            .order_by(cards.c.due, cards.c.loss.desc())
            .limit(limit)
        )
        with self.database.reading() as session:
            return [_card(row._mapping) for row in session.execute(query)]

    def count(self) -> int:
        query = select(func.count()).select_from(cards).where(cards.c.owner == self.owner)
        with self.database.reading() as session:
            return session.execute(query).scalar() or 0

    def next_due(self) -> float | None:
        """Return when the next card is due; None without cards."""
        query = select(func.min(cards.c.due)).where(cards.c.owner == self.owner)
        with self.database.reading() as session:
            return session.execute(query).scalar()

    def close(self) -> None:
        self.database.close()

    def _row(self, card: Card) -> dict[str, object]:
        return {name: getattr(card, name) for name in PLAIN} | {
            "played": NO_MOVE if card.played is None else card.played,
            "owner": self.owner,
            "key": card.key,
            "board": card.board.to_text(),
            "good": json.dumps(card.good),
            "source": card.source[:200],
        }


def _card(row: RowMapping) -> Card:
    return Card(
        board=Board.from_text(row["board"]),
        good=tuple(json.loads(row["good"])),
        source=row["source"],
        played=None if row["played"] == NO_MOVE else row["played"],
        **{name: row[name] for name in PLAIN},
    )

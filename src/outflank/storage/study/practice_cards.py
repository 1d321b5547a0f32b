"""Practice cards in SQL: everyone's own, each position once."""

import json
from collections.abc import Sequence

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
MOST_FOUND = 1000  # cards in one query: databases have a limit
# The fields of a card that are stored as they are:
PLAIN = ["played", "loss", "exact", "sentence", "due", "interval", "ease", "streak", "lapses"]

cards = Table(
    "practice_cards",
    Base.metadata,
    Column("owner", String(64), primary_key=True),  # a visitor, or empty on one's own machine
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
    """The cards at a database URL: one's own, in a file of the data directory, unless told."""
    if url is None:
        url = file_url(own_folder() / PRACTICE_FILE)
    database = Database(url)
    database.migrate()
    return PracticeCards(database)


class TooManyCards(ValueError):
    """A visitor practises as many positions as are kept."""


class PracticeCards:
    """The cards of one owner; ``most`` of them are kept, where that is said."""

    def __init__(self, database: Database, owner: str = "", most: int | None = None) -> None:
        self.database = database
        self.owner = owner
        self._most = most

    def find_all(self, keys: Sequence[str]) -> list[Card]:
        """The cards of these positions, in this order; a ``LookupError`` where one is missing."""
        asked = [key for key in keys[:MOST_FOUND] if "\0" not in key]  # PostgreSQL has no such text
        query = select(cards).where(cards.c.owner == self.owner, cards.c.key.in_(asked))
        with self.database.reading() as session:
            rows = [row._mapping for row in session.execute(query)]
        found = {row["key"]: _card(row) for row in rows}
        return [found[key] for key in keys]

    def add(self, new: list[Card]) -> int:
        """Add cards; a position that is there already keeps its schedule. Returns how many came."""
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

    def update(self, card: Card) -> None:
        with self.database.writing() as session:
            session.execute(
                cards.update()
                .where(cards.c.owner == self.owner, cards.c.key == card.key)
                .values(self._row(card))
            )

    def due(self, now: float, limit: int = 100) -> list[Card]:
        """The cards to be asked now, those due longest first."""
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
        """When the next card is due; None without cards."""
        query = select(func.min(cards.c.due)).where(cards.c.owner == self.owner)
        with self.database.reading() as session:
            return session.execute(query).scalar()

    def close(self) -> None:
        self.database.close()

    def _row(self, card: Card) -> dict[str, object]:
        assert card.played is not None, "a card of one's own is an error"
        return {name: getattr(card, name) for name in PLAIN} | {
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
        **{name: row[name] for name in PLAIN},
    )

"""Practice cards in SQL: everyone's own, each position once."""

import json
import os
from pathlib import Path

import platformdirs
from sqlalchemy import (
    Boolean,
    Column,
    Engine,
    Float,
    Index,
    Integer,
    MetaData,
    RowMapping,
    String,
    Table,
    Text,
    create_engine,
    func,
    select,
)

from outflank.board import Board
from outflank.review.practice import Card

metadata = MetaData()

cards = Table(
    "practice_cards",
    metadata,
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


def default_practice_url() -> str:
    """The file of cards in the user's data directory (``OUTFLANK_DATA`` if that is set)."""
    data = Path(os.environ.get("OUTFLANK_DATA") or platformdirs.user_data_dir("outflank"))
    data.mkdir(parents=True, exist_ok=True)
    return f"sqlite:///{data / 'practice.sqlite3'}"


class PracticeCards:
    """The cards of one owner."""

    def __init__(self, engine: Engine | None = None, owner: str = "") -> None:
        self.engine = engine or create_engine(default_practice_url())
        self.owner = owner
        metadata.create_all(self.engine)

    def of(self, owner: str) -> "PracticeCards":
        """The cards of another owner in the same database."""
        other = object.__new__(PracticeCards)
        other.engine, other.owner = self.engine, owner
        return other

    def find(self, key: str) -> Card | None:
        """The card of a position."""
        query = select(cards).where(cards.c.owner == self.owner, cards.c.key == key)
        with self.engine.connect() as connection:
            row = connection.execute(query).first()
        return None if row is None else _card(row._mapping)

    def add(self, new: list[Card]) -> int:
        """Add cards; a position that is there already keeps its schedule. Returns how many came."""
        added = 0
        with self.engine.begin() as connection:
            known = set(
                connection.execute(select(cards.c.key).where(cards.c.owner == self.owner)).scalars()
            )
            for card in new:
                if card.key not in known:
                    known.add(card.key)
                    connection.execute(cards.insert().values(self._row(card)))
                    added += 1
        return added

    def update(self, card: Card) -> None:
        """Keep the schedule of a card after an answer."""
        with self.engine.begin() as connection:
            connection.execute(
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
        with self.engine.connect() as connection:
            return [_card(row._mapping) for row in connection.execute(query)]

    def count(self) -> int:
        """How many cards there are."""
        query = select(func.count()).select_from(cards).where(cards.c.owner == self.owner)
        with self.engine.connect() as connection:
            return connection.execute(query).scalar() or 0

    def next_due(self) -> float | None:
        """When the next card is due; None without cards."""
        query = select(func.min(cards.c.due)).where(cards.c.owner == self.owner)
        with self.engine.connect() as connection:
            return connection.execute(query).scalar()

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    def _row(self, card: Card) -> dict[str, object]:
        return {
            "owner": self.owner,
            "key": card.key,
            "board": card.board.to_text(),
            "played": card.played,
            "good": json.dumps(card.good),
            "loss": card.loss,
            "exact": card.exact,
            "sentence": card.sentence,
            "source": card.source[:200],
            "due": card.due,
            "interval": card.interval,
            "ease": card.ease,
            "streak": card.streak,
            "lapses": card.lapses,
        }


def _card(row: RowMapping) -> Card:
    return Card(
        Board.from_text(row["board"]),
        row["played"],
        tuple(json.loads(row["good"])),
        row["loss"],
        row["exact"],
        row["sentence"],
        row["source"],
        row["due"],
        row["interval"],
        row["ease"],
        row["streak"],
        row["lapses"],
    )

"""The repertoires of users in SQL: one row per answer, with its schedule, as practice cards."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Column, Float, Integer, RowMapping, String, Table, delete, insert, select

from outflank.board import Color
from outflank.storage.database import Database
from outflank.storage.models import Base
from outflank.study.practice import Card, opening_card
from outflank.study.repertoire.repertoire import (
    MOST_POSITIONS,
    Line,
    Repertoire,
    RepertoireError,
    too_large,
)

NEW_AT_ONCE = 10  # new positions per sitting
DUE_AT_ONCE = 40  # positions that are due; the longest overdue ones
SCHEDULE = ("due", "interval", "ease", "streak", "lapses")

opening_answers = Table(
    "opening_answers",
    Base.metadata,
    Column("owner", String(64), primary_key=True),  # a visitor; empty for the local user
    Column("key", String(40), primary_key=True),  # the color and the position, up to symmetry
    Column("move", Integer, nullable=False),
    Column("due", Float, nullable=False),
    Column("interval", Float, nullable=False),  # 0 until the position is shown
    Column("ease", Float, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("lapses", Integer, nullable=False),
)


@dataclass(frozen=True, slots=True)
class OpeningProgress:
    """The number of positions with a choice: known, due now, and never shown."""

    known: int
    due: int
    new: int


class OpeningCards:
    """The repertoire of one owner and color; with a ``start``, only what follows that line.

    What follows a line is asked whether it is due or not.
    """

    def __init__(
        self, database: Database, owner: str = "", color: Color = Color.BLACK, start: Line = ()
    ) -> None:
        self.database = database
        self.owner = owner
        self.color = color
        self.start = start

    def repertoire(self) -> Repertoire:
        return Repertoire(self.color, {key: row["move"] for key, row in self._rows().items()})

    def save(self, repertoire: Repertoire) -> None:
        """Store a repertoire; answers that did not change keep their schedule."""
        if len(repertoire.answers) > MOST_POSITIONS:
            raise RepertoireError(too_large())
        before = self._rows()
        gone = [key for key in before if repertoire.answers.get(key) != before[key]["move"]]
        new = [key for key in repertoire.answers if key not in before or key in gone]
        with self.database.writing() as session:
            for key in gone:
                mine = opening_answers.c.owner == self.owner
                this = opening_answers.c.key == self._text(key)
                session.execute(delete(opening_answers).where(mine, this))
            fresh = {"due": 0.0, "interval": 0.0, "ease": 2.5, "streak": 0, "lapses": 0}
            rows = [
                {"owner": self.owner, "key": self._text(key), "move": repertoire.answers[key]}
                for key in new
            ]
            if rows:
                session.execute(insert(opening_answers), [row | fresh for row in rows])

    def cards(self) -> list[Card]:
        """Return the cards of all positions with a choice, line by line."""
        rows = self._rows()
        repertoire = Repertoire(self.color, {key: row["move"] for key, row in rows.items()})
        return [
            opening_card(each, **{name: rows[each.key][name] for name in SCHEDULE})
            for each in repertoire.positions(self.start)
            if each.is_choice
        ]

    def progress(self, now: float) -> OpeningProgress:
        cards = self.cards()
        new = sum(card.is_new for card in cards)
        known = sum(card.streak > 0 and card.due > now for card in cards)
        return OpeningProgress(known, len(cards) - new - known, new)

    # --- As a deck of cards -----------------------------------------------------------------------

    def due(self, now: float, limit: int = 100) -> list[Card]:
        """Return the cards that are longest overdue and some new ones, both line by line."""
        cards = self.cards()
        asked = [card for card in cards if not card.is_new and (self.start or card.due <= now)]
        last = sorted(card.due for card in asked)[:DUE_AT_ONCE][-1:]
        first = [card for card in asked if [card.due] <= last]
        new = [card for card in cards if card.is_new]
        return [*first, *new[:NEW_AT_ONCE]][:limit]

    def find_all(self, keys: Sequence[str]) -> list[Card]:
        """Return the cards of these keys; ``LookupError`` if one does not exist."""
        found = {card.key: card for card in self.cards()} if keys else {}
        return [found[key] for key in keys]

    def update(self, card: Card) -> None:
        schedule = {name: getattr(card, name) for name in SCHEDULE}
        mine = (opening_answers.c.owner == self.owner) & (opening_answers.c.key == card.key)
        with self.database.writing() as session:
            session.execute(opening_answers.update().where(mine).values(schedule))

    def add(self, new: list[Card]) -> int:
        """Answers are added with ``save``."""
        raise TypeError(f"a repertoire is saved as a whole; {len(new)} cards cannot be added")

    def count(self) -> int:
        return len(self.cards())

    def next_due(self) -> float | None:
        """Return when the next card is due; new ones are due immediately."""
        return min((card.due for card in self.cards()), default=None)

    def close(self) -> None:
        self.database.close()

    def _rows(self) -> dict[tuple[int, int], RowMapping]:
        table, prefix = opening_answers, f"{self.color.value} "
        query = select(table).where(table.c.owner == self.owner, table.c.key.startswith(prefix))
        with self.database.reading() as session:
            rows = [row._mapping for row in session.execute(query)]
        return {_key(row["key"]): row for row in rows}

    def _text(self, key: tuple[int, int]) -> str:
        return "{} {:016x}{:016x}".format(self.color.value, *key)


def _key(text: str) -> tuple[int, int]:
    bits = text.split()[1]
    return int(bits[:16], 16), int(bits[16:], 16)

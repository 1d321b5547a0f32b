"""Searches for an opponent; any server can pair players who came to another one."""

import secrets
from collections.abc import Callable, Collection, Sequence

from sqlalchemy import delete, func, select, text, update
from sqlalchemy.orm import Session

from outflank.play.session import GameSession
from outflank.storage.games.games import Games, TooManyGames
from outflank.storage.limits import StorageFull
from outflank.storage.models import SeatRow, SeekRow

PATIENCE = 12.0  # seconds without a renewed request after which a search expires
_LOCK = 0x5EE4  # PostgreSQL lock for the pairing


Choose = Callable[[Sequence[SeekRow]], Sequence[tuple[str, str, GameSession]]]
"""Returns pairs as (Black, White, their game)."""


class Seeks:
    """Open searches, and the games that were found."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._database = games.database

    def ask(self, visitor: str, name: str, control: str, rated: bool, now: float) -> SeekRow:
        """Start or renew a search; changed terms restart it. The row has any game found."""
        with self._database.writing() as session:
            self._games.touch_visitor(session, visitor)
            self._games.expect_room(session, visitor)
            row = session.get(SeekRow, visitor)
            if row is None or row.until < now or (row.control, row.rated) != (control, rated):
                if row is not None:
                    session.delete(row)
                    session.flush()
                row = SeekRow(
                    visitor=visitor, name=name, control=control, rated=rated, since=now, game=None
                )
                session.add(row)
            row.until = now + PATIENCE
            session.flush()
            return row

    def of(self, visitor: str, now: float) -> SeekRow | None:
        with self._database.reading() as session:
            row = session.get(SeekRow, visitor)
            return None if row is None or row.until < now else row

    def stop(self, visitor: str) -> None:
        """End a search: it was canceled, or the player has opened the game."""
        with self._database.writing() as session:
            session.execute(delete(SeekRow).where(SeekRow.visitor == visitor))

    def found(self, visitor: str, game: str) -> None:
        """End a search with a game against a computer."""
        with self._database.writing() as session:
            session.execute(update(SeekRow).where(SeekRow.visitor == visitor).values(game=game))

    def waiting(self, now: float) -> list[SeekRow]:
        """Return the searches without an opponent."""
        with self._database.reading() as session:
            return self._waiting(session, now)

    def paired(self, now: float) -> dict[str, str]:
        """Return the games of players who may not have opened them yet."""
        with self._database.reading() as session:
            rows = session.scalars(select(SeekRow).where(SeekRow.until >= now))
            return {row.visitor: row.game for row in rows if row.game is not None}

    def pair(self, choose: Choose, now: float) -> list[str]:
        """Pair players as ``choose`` decides; return the ids of the new games."""
        with self._database.writing() as session:
            if not self._database.is_sqlite:
                session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
            session.execute(delete(SeekRow).where(SeekRow.until < now))
            made = []
            for black, white, table in choose(self._waiting(session, now, lock=True)):
                game = secrets.token_hex(16)
                try:
                    with session.begin_nested():
                        self._games.add_shared(session, game, black, table, {"paired": True})
                except (TooManyGames, StorageFull):  # retrying would fail again
                    session.execute(delete(SeekRow).where(SeekRow.visitor == black))
                    continue
                for visitor in (black, white):
                    session.get_one(SeekRow, visitor).game = game
                made.append(game)
            return made

    def last_opponents(self, visitors: Collection[str]) -> dict[str, str]:
        """Return each visitor's opponent in their latest shared game."""
        order = func.row_number().over(
            partition_by=SeatRow.visitor, order_by=(SeatRow.taken.desc(), SeatRow.game)
        )
        mine = select(SeatRow.visitor, SeatRow.game, SeatRow.color, order.label("place"))
        mine_ = mine.where(SeatRow.visitor.in_(visitors)).subquery()
        wanted = (
            select(mine_.c.visitor, SeatRow.visitor)
            .join(mine_, (SeatRow.game == mine_.c.game) & (SeatRow.color != mine_.c.color))
            .where(mine_.c.place == 1, SeatRow.visitor.is_not(None))
        )
        with self._database.reading() as session:
            return {one: other or "" for one, other in session.execute(wanted)}

    def _waiting(self, session: Session, now: float, *, lock: bool = False) -> list[SeekRow]:
        """Return the searches without an opponent; a ``lock`` keeps them from being deleted."""
        wanted = select(SeekRow).where(SeekRow.game.is_(None), SeekRow.until >= now)
        if lock:
            wanted = wanted.with_for_update()
        return list(session.scalars(wanted.order_by(SeekRow.since)))

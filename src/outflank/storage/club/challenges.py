"""Challenges: invitations from one player to one member of the club."""

import secrets
from collections.abc import Collection

from sqlalchemy import ColumnElement, delete, or_, select, update
from sqlalchemy.exc import IntegrityError

from outflank.play.session import GameSession
from outflank.storage.games.games import Games
from outflank.storage.models import ChallengeRow
from outflank.translation import _

PATIENCE = 60.0  # seconds to answer, then seconds for the sender to see the answer


class NoSuchChallenge(LookupError):
    """The challenge is no longer open."""


class Challenges:
    def __init__(self, games: Games) -> None:
        self._games = games
        self._database = games.database

    def send(self, wanted: ChallengeRow, now: float) -> None:
        """Challenge a member and withdraw any earlier challenge to them."""
        with self._database.writing() as session:
            self._games.touch_visitor(session, wanted.sender)
            self._games.expect_room(session, wanted.sender)
            session.execute(
                delete(ChallengeRow).where(
                    or_(
                        ChallengeRow.until < now,
                        (ChallengeRow.sender == wanted.sender)
                        & (ChallengeRow.receiver == wanted.receiver),
                    )
                )
            )
            wanted.id, wanted.until, wanted.declined = secrets.token_hex(6), now + PATIENCE, False
            session.add(wanted)
            try:
                session.flush()
            except IntegrityError:  # the receiver was deleted
                raise NoSuchChallenge(_("The club no longer has this member.")) from None

    def of(self, visitors: Collection[str], now: float) -> list[ChallengeRow]:
        """Return the challenges that visitors have sent and received, oldest first."""
        theirs = or_(ChallengeRow.sender.in_(visitors), ChallengeRow.receiver.in_(visitors))
        wanted = select(ChallengeRow).where(theirs, ChallengeRow.until >= now)
        with self._database.reading() as session:
            return list(session.scalars(wanted.order_by(ChallengeRow.until, ChallengeRow.id)))

    def open(self, id_: str, receiver: str, now: float) -> ChallengeRow:
        with self._database.reading() as session:
            row = session.scalar(select(ChallengeRow).where(*_open(id_, receiver, now)))
        if row is None:
            raise NoSuchChallenge(_("This challenge is no longer open."))
        return row

    def decline(self, id_: str, receiver: str, now: float) -> None:
        self._answer(id_, receiver, now, declined=True)

    def accept(self, challenge: ChallengeRow, table: GameSession, now: float) -> str:
        """Accept a challenge and create its game; return the game's id."""
        game = secrets.token_hex(16)
        self._answer(challenge.id, challenge.receiver, now, game=game, table=table)
        return game

    def _answer(
        self,
        id_: str,
        receiver: str,
        now: float,
        *,
        declined: bool = False,
        game: str | None = None,
        table: GameSession | None = None,
    ) -> None:
        with self._database.writing() as session:
            sender = session.scalar(
                update(ChallengeRow)
                .where(*_open(id_, receiver, now))
                .values(declined=declined, game=game, until=now + PATIENCE)
                .returning(ChallengeRow.sender)
            )
            if sender is None:
                raise NoSuchChallenge(_("This challenge is no longer open."))
            if table is not None and game is not None:
                self._games.add_shared(session, game, sender, table, {"challenge": True})

    def withdraw(self, id_: str, sender: str) -> str | None:
        """Delete a challenge or its seen answer; return the receiver if it existed."""
        with self._database.writing() as session:
            return session.scalar(
                delete(ChallengeRow)
                .where(ChallengeRow.id == id_, ChallengeRow.sender == sender)
                .returning(ChallengeRow.receiver)
            )


def _open(id_: str, receiver: str, now: float) -> list[ColumnElement[bool]]:
    return [
        ChallengeRow.id == id_,
        ChallengeRow.receiver == receiver,
        ChallengeRow.declined.is_(False),
        ChallengeRow.game.is_(None),
        ChallengeRow.until >= now,
    ]

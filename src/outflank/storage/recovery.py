"""Taking one's games along: a code that lets another browser be the same visitor, once.

A code has 100 random bits, so nobody guesses one, and only its digest is kept, so nobody reads one
out of the database. A visitor has at most one; a new one replaces it. Whoever enters it is that
visitor from then on, and what both had is together.
"""

import hashlib
import secrets
import time
from collections.abc import Callable

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from outflank.storage.database import Database
from outflank.storage.models import (
    NAME,
    BanRow,
    GameRow,
    MemberRow,
    RecoveryRow,
    SeatRow,
    VisitorRow,
)
from outflank.storage.practice import cards
from outflank.storage.puzzles import tries

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # 5 bits each; none that is taken for another
MEANT = str.maketrans("OIL", "011", " -")  # what people write in their place, or between them
LENGTH, GROUP = 20, 5


class NoSuchCode(LookupError):
    """A code under which no games wait."""


class NothingToTake(ValueError):
    """A visitor who has no games to take along."""


class Recovery:
    """The codes of all visitors."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now

    def make(self, visitor: str) -> str:
        """A new code for a visitor's games; an older one is worth nothing from now on."""
        code = "".join(secrets.choice(SIGNS) for _ in range(LENGTH))
        with self.database.writing() as session:
            self._hold(session, visitor)
            if session.get(VisitorRow, visitor) is None:
                raise NothingToTake("you have no games to take along yet; begin one first")
            session.execute(delete(RecoveryRow).where(RecoveryRow.visitor == visitor))
            session.add(RecoveryRow(visitor=visitor, digest=_digest(code), made=self._now()))
        return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))

    def use(self, code: str, visitor: str) -> str:
        """Who a code is for, to whom all goes that the visitor who enters it has; only once."""
        with self.database.writing() as session:
            owner: str | None = session.scalar(
                delete(RecoveryRow)
                .where(RecoveryRow.digest == _digest(code))
                .returning(RecoveryRow.visitor)
            )
            if owner is None:
                raise NoSuchCode(
                    "no games wait under this code; it may be mistyped, used already or replaced "
                    "by a newer one"
                )
            self._hold(session, owner, visitor)
            if visitor != owner:
                self._give(session, visitor, owner)
            session.execute(
                update(VisitorRow).where(VisitorRow.id == owner).values(seen=self._now())
            )
        return owner

    def _hold(self, session: Session, *visitors: str) -> None:
        """Let no request of these visitors come between, on PostgreSQL; SQLite has one writer."""
        if not self.database.is_sqlite:
            rows = select(VisitorRow.id).where(VisitorRow.id.in_(visitors)).order_by(VisitorRow.id)
            session.execute(rows.with_for_update()).all()

    def _give(self, session: Session, giver: str, taker: str) -> None:
        """Hand over everything. Of two saves with one name the newcomer is called another."""
        saves = select(GameRow).where(GameRow.kind == "save", GameRow.deleted.is_(None))
        names = {row.name for row in session.scalars(saves.where(GameRow.visitor == taker))}
        for row in session.scalars(saves.where(GameRow.visitor == giver)).all():
            row.name = _free(row.name or "", names)
            names.add(row.name)
        session.flush()
        session.execute(update(GameRow).where(GameRow.visitor == giver).values(visitor=taker))
        session.execute(update(SeatRow).where(SeatRow.visitor == giver).values(visitor=taker))
        if session.get(MemberRow, taker) is None:  # one's own name stays, the other is free again
            session.execute(
                update(MemberRow).where(MemberRow.visitor == giver).values(visitor=taker)
            )
        if session.get(BanRow, giver) is not None:  # nobody comes back as somebody else
            session.merge(
                BanRow(visitor=taker, name=session.get_one(BanRow, giver).name, at=self._now())
            )
        known = select(cards.c.key).where(cards.c.owner == taker)
        session.execute(
            update(cards)
            .where(cards.c.owner == giver, cards.c.key.not_in(known))
            .values(owner=taker)
        )
        session.execute(delete(cards).where(cards.c.owner == giver))
        # A rating at puzzles cannot be the sum of two: one's own stays.
        theirs = select(func.count()).select_from(tries).where(tries.c.owner == taker)
        if not session.scalar(theirs):
            session.execute(update(tries).where(tries.c.owner == giver).values(owner=taker))
        session.execute(delete(tries).where(tries.c.owner == giver))
        session.execute(delete(VisitorRow).where(VisitorRow.id == giver))


def _digest(code: str) -> str:
    plain = code.upper().translate(MEANT)
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()


def _free(name: str, taken: set[str | None]) -> str:
    """The name, or with a number behind it where it is taken."""
    number, free = 1, name
    while free in taken:
        number += 1
        end = f" ({number})"
        free = name[: (NAME.length or 60) - len(end)] + end
    return free

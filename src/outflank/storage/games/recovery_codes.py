"""Taking one's games along: a code that lets another browser be the same visitor, once.

A code has 100 random bits, so nobody guesses one, and only its digest is kept, so nobody reads one
out of the database. A visitor has at most one; a new one replaces it. Whoever enters it is that
visitor from then on, and what both had is together.
"""

import secrets
import time
from collections.abc import Callable

from sqlalchemy import delete, update

from outflank.storage.database import Database
from outflank.storage.digests import digest_of
from outflank.storage.games.merge_visitors import hand_over, hold
from outflank.storage.models import RecoveryRow, VisitorRow
from outflank.translation import _

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # 5 bits each; none that is taken for another
MEANT = str.maketrans("OIL", "011", " -")  # what people write in their place, or between them
LENGTH, GROUP = 20, 5


class NoSuchCode(LookupError):
    """A code under which no games wait."""


class NothingToTake(ValueError):
    """A visitor who has no games to take along."""


class Recovery:
    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now

    def make(self, visitor: str) -> str:
        """A new code for a visitor's games; an older one is worth nothing from now on."""
        code = "".join(secrets.choice(SIGNS) for _sign in range(LENGTH))
        with self.database.writing() as session:
            hold(session, visitor)
            if session.get(VisitorRow, visitor) is None:
                raise NothingToTake(_("You have no games to move yet. Start one first."))
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
                    _(
                        "This code is not valid. It may be mistyped, already used or replaced by "
                        "a newer one."
                    )
                )
            hold(session, owner, visitor)
            if visitor != owner:
                hand_over(session, visitor, owner, self._now())
            session.execute(
                update(VisitorRow).where(VisitorRow.id == owner).values(seen=self._now())
            )
        return owner


def _digest(code: str) -> str:
    return digest_of(code.upper().translate(MEANT))

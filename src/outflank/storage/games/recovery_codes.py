"""Recovery codes: each lets another browser become the same visitor, once.

A code has 100 random bits and cannot be guessed; only its digest is stored. A visitor has at most
one code, and a new one replaces it. Entering it merges the games of both browsers.
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

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # 5 bits each, without look-alikes
MEANT = str.maketrans("OIL", "011", " -")  # look-alikes and separators that users may type
LENGTH, GROUP = 20, 5


class NoSuchCode(LookupError): ...


class NothingToTake(ValueError):
    """The visitor has no games to move."""


class Recovery:
    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now

    def make(self, visitor: str) -> str:
        """Create a code for a visitor's games, replacing any earlier one."""
        code = "".join(secrets.choice(SIGNS) for _sign in range(LENGTH))
        with self.database.writing() as session:
            hold(session, visitor)
            if session.get(VisitorRow, visitor) is None:
                raise NothingToTake(_("You have no games to move yet. Start one first."))
            session.execute(delete(RecoveryRow).where(RecoveryRow.visitor == visitor))
            session.add(RecoveryRow(visitor=visitor, digest=_digest(code), made=self._now()))
        return "-".join(code[at : at + GROUP] for at in range(0, LENGTH, GROUP))

    def use(self, code: str, visitor: str) -> str:
        """Use up a code: move everything to its owner and return the owner."""
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

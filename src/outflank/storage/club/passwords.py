"""Passwords of members, for clubs whose host allows signing in; only argon2 hashes are stored.

A guest who signs in becomes that member and brings the guest's games along, as with a code of
``recovery_codes``. A member who signs in as another member leaves everything behind, because
computers are shared. No password is needed to play.
"""

import secrets
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from sqlalchemy import delete, select, update

from outflank.storage.database import Database
from outflank.storage.games.merge_visitors import hand_over, hold
from outflank.storage.models import MemberRow, PasswordRow, VisitorRow
from outflank.translation import _

if TYPE_CHECKING:
    from argon2 import PasswordHasher


class NoArgon2(RuntimeError):
    """The argon2 package is not installed."""


class NotAMember(ValueError):
    """The visitor has no name in the club to sign in with."""


class WrongPassword(ValueError):
    """The password does not match the name."""


class WouldBeLost(ValueError):
    """A member without a password could not sign in again."""


def hasher() -> "PasswordHasher":
    """Return a hasher; argon2 is an optional dependency.

    The settings are OWASP's for one thread, which take a fifth of the time of argon2's own.
    """
    try:
        from argon2 import PasswordHasher
    except ImportError:
        raise NoArgon2(
            _("Passwords need the package argon2-cffi: pip install 'outflank[sign-in]'")
        ) from None
    return PasswordHasher(time_cost=1, memory_cost=47104, parallelism=1)


class Passwords:
    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now
        self._hasher = hasher()

    def has(self, visitor: str) -> bool:
        with self.database.reading() as session:
            return session.get(PasswordRow, visitor) is not None

    def choose(self, visitor: str, password: str) -> None:
        """Set a member's password, replacing any earlier one."""
        digest = self._hasher.hash(password)  # slow, so done before taking a lock
        with self.database.writing() as session:
            hold(session, visitor)
            if session.get(MemberRow, visitor) is None:
                raise NotAMember(_("Choose a name in the Club before you set a password."))
            session.merge(PasswordRow(visitor=visitor, digest=digest, made=self._now()))

    def drop(self, visitor: str) -> None:
        drop_password(self.database, visitor)

    def expect_way_back(self, visitor: str) -> None:
        """Raise ``WouldBeLost`` for a member without a password."""
        with self.database.reading() as session:
            member = session.get(MemberRow, visitor)
            if member is not None and session.get(PasswordRow, visitor) is None:
                raise WouldBeLost(
                    _(
                        "You are {player} here, without a password, so you could not sign in "
                        "again. Set a password first, or give up the name.",
                        player=member.name,
                    )
                )

    def sign_in(self, key: str, password: str, visitor: str) -> str:
        """Return the owner of a name and password; a guest's games move to the owner.

        ``key`` is the normalized name (``name_key``).
        """
        with self.database.reading() as session:
            known = session.execute(
                select(PasswordRow.visitor, PasswordRow.digest)
                .join(MemberRow, MemberRow.visitor == PasswordRow.visitor)
                .where(MemberRow.key == key)
            ).one_or_none()
        # Names without a password take equally long, so timing reveals nothing.
        if not self._is_right(self._of_nobody if known is None else known.digest, password):
            raise WrongPassword(_("The name or the password is wrong."))
        assert known is not None  # the placeholder's password is random
        owner: str = known.visitor
        if visitor != owner:
            self.expect_way_back(visitor)
        with self.database.writing() as session:
            hold(session, owner, visitor)
            if session.get(PasswordRow, owner) is None:  # removed since, or the member was deleted
                raise WrongPassword(_("This password is no longer valid."))
            if visitor != owner and session.get(MemberRow, visitor) is None:
                hand_over(session, visitor, owner, self._now())
            session.execute(
                update(VisitorRow).where(VisitorRow.id == owner).values(seen=self._now())
            )
        return owner

    @cached_property
    def _of_nobody(self) -> str:
        return self._hasher.hash(secrets.token_hex(16))

    def _is_right(self, digest: str, password: str) -> bool:
        from argon2.exceptions import InvalidHashError, VerificationError

        try:
            return self._hasher.verify(digest, password)
        except (VerificationError, InvalidHashError):
            return False


def drop_password(database: Database, visitor: str) -> None:
    """Remove a visitor's password; works without argon2 too."""
    with database.writing() as session:
        session.execute(delete(PasswordRow).where(PasswordRow.visitor == visitor))

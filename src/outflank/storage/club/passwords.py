"""Passwords of members, for clubs whose host wants people to sign in: argon2's digest, no more.

Whoever signs in is that member from then on. What a guest has played comes along, as with a code of
``recovery``; what another member has stays theirs, because computers are shared. Nobody needs a
password to play.
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
    """The library that passwords need is not installed."""


class NotAMember(ValueError):
    """A visitor without a name in the club, whom a password would not find."""


class WrongPassword(ValueError):
    """A name and a password that do not belong together."""


class WouldBeLost(ValueError):
    """A member without a password, whom nobody could be any more."""


def hasher() -> "PasswordHasher":
    """Argon2 as its authors recommend it; not everybody has it."""
    try:
        from argon2 import PasswordHasher
    except ImportError:
        raise NoArgon2(
            _("Passwords need the package argon2-cffi: pip install 'outflank[sign-in]'")
        ) from None
    return PasswordHasher()


class Passwords:
    """The passwords of all members."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now
        self._hasher = hasher()

    def has(self, visitor: str) -> bool:
        with self.database.reading() as session:
            return session.get(PasswordRow, visitor) is not None

    def choose(self, visitor: str, password: str) -> None:
        """Let a member sign in with a password from now on; an older one opens nothing more."""
        digest = self._hasher.hash(password)  # takes its time, so before anything is held
        with self.database.writing() as session:
            hold(session, visitor)
            if session.get(MemberRow, visitor) is None:
                raise NotAMember(_("Choose a name in the Club before you set a password."))
            session.merge(PasswordRow(visitor=visitor, digest=digest, made=self._now()))

    def drop(self, visitor: str) -> None:
        drop_password(self.database, visitor)

    def expect_way_back(self, visitor: str) -> None:
        """Refuse where a browser would forget a member whom no password brings back."""
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
        """Who a name and its password are; all goes to them that a guest has who enters these.

        ``key`` is the name's, the same for names that look alike.
        """
        with self.database.reading() as session:
            known = session.execute(
                select(PasswordRow.visitor, PasswordRow.digest)
                .join(MemberRow, MemberRow.visitor == PasswordRow.visitor)
                .where(MemberRow.key == key)
            ).one_or_none()
        # A name without a password takes as long as one with another: nobody hears who has one.
        if not self._is_right(self._of_nobody if known is None else known.digest, password):
            raise WrongPassword(_("The name or the password is wrong."))
        assert known is not None  # nobody knows the password of nobody
        owner: str = known.visitor
        if visitor != owner:
            self.expect_way_back(visitor)
        with self.database.writing() as session:
            hold(session, owner, visitor)
            if session.get(PasswordRow, owner) is None:  # dropped, or the person is gone
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
    """Let nobody sign in as this visitor, also where argon2 is not installed."""
    with database.writing() as session:
        session.execute(delete(PasswordRow).where(PasswordRow.visitor == visitor))

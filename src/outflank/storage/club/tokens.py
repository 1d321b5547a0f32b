"""Tokens: with one, a program signs in as a separate member that can only play games.

A token has 160 random bits; only its digest is stored. Its owner can revoke it and is responsible
for the program: the programs of a banned member are banned too.
"""

import secrets
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from sqlalchemy import func, select

from outflank.storage.database import Database
from outflank.storage.digests import digest_of
from outflank.storage.models import MemberRow, TokenRow, VisitorRow
from outflank.translation import _

TOKEN_PREFIX = "outflank-"  # so that leaked tokens can be recognized
MOST = 10  # per visitor


class NoSuchToken(LookupError): ...


class TooManyTokens(ValueError):
    """The visitor has reached the limit of tokens."""


@dataclass(frozen=True, slots=True)
class InvitedProgram:
    """A program invited by the user; it has a name once it has signed in."""

    id: str
    name: str | None
    made: float
    here: bool


class Tokens:
    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self.database = database
        self._now = now

    def make(self, owner: str) -> str:
        """Create a token for another program of a visitor; it is shown only once."""
        token, now = TOKEN_PREFIX + secrets.token_urlsafe(20), self._now()
        with self.database.writing() as session:
            mine = select(func.count()).select_from(TokenRow).where(TokenRow.owner == owner)
            if (session.scalar(mine) or 0) >= MOST:
                raise TooManyTokens(
                    _("You have {count} tokens, which is the limit. Revoke one first.", count=MOST)
                )
            if session.get(VisitorRow, owner) is None:
                session.add(VisitorRow(id=owner, created=now, current_game=None, seen=now))
            program = secrets.token_hex(16)
            session.add(VisitorRow(id=program, created=now, current_game=None, seen=now))
            session.flush()
            session.add(
                TokenRow(
                    digest=digest_of(token),
                    id=secrets.token_hex(6),
                    visitor=program,
                    owner=owner,
                    made=now,
                )
            )
        return token

    def of(self, owner: str, now: float) -> list[InvitedProgram]:
        """Return the programs that a visitor invited, newest first."""
        wanted = (
            select(TokenRow, MemberRow.name, MemberRow.here)
            .outerjoin(MemberRow, MemberRow.visitor == TokenRow.visitor)
            .where(TokenRow.owner == owner)
            .order_by(TokenRow.made.desc())
        )
        with self.database.reading() as session:
            return [
                InvitedProgram(row.id, name, row.made, (here or 0.0) > now)
                for row, name, here in session.execute(wanted)
            ]

    def visitor(self, token: str) -> str | None:
        """Return the program of a token; None if it is revoked or its owner is banned."""
        row = self.database.fetch(_WHO, digest_of(token))
        return None if row is None else str(row[0])

    def revoked(self, visitors: Collection[str]) -> set[str]:
        known = select(TokenRow.visitor).where(TokenRow.visitor.in_(visitors))
        with self.database.reading() as session:
            return set(visitors) - set(session.scalars(known))

    def revoke(self, owner: str, id_: str) -> str:
        """Revoke a token and return its program, which keeps its name."""
        wanted = select(TokenRow).where(TokenRow.owner == owner, TokenRow.id == id_)
        with self.database.writing() as session:
            row = session.scalar(wanted)
            if row is None:
                raise NoSuchToken(_("You have no such token. It may already be revoked."))
            session.delete(row)
            return row.visitor


_WHO = """
SELECT tokens.visitor FROM tokens LEFT JOIN bans ON bans.visitor = tokens.owner
WHERE tokens.digest = ? AND bans.visitor IS NULL"""

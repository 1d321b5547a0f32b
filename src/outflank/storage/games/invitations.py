"""Invitations to the free seat of a shared game.

An invitation is a token of 160 random bits, of which only the digest is stored. The first client to
use it gets the seat; later ones become spectators, until it is revoked.
"""

import secrets
import time
from collections.abc import Callable

from sqlalchemy import delete

from outflank.board import Color
from outflank.storage.database import Database
from outflank.storage.digests import digest_of
from outflank.storage.models import InvitationRow
from outflank.translation import _


class NoSuchInvitation(LookupError):
    """The token does not belong to a game."""


class Invitations:
    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        self._database = database
        self._now = now

    def create(self, game: str, color: Color) -> str:
        """Create a token for a seat, replacing any earlier one."""
        token = secrets.token_urlsafe(20)
        with self._database.writing() as db:
            db.execute(
                delete(InvitationRow).where(
                    InvitationRow.game == game, InvitationRow.color == color.value
                )
            )
            digest = digest_of(token)
            db.add(InvitationRow(digest=digest, game=game, color=color.value, made=self._now()))
        return token

    def revoke(self, game: str) -> None:
        with self._database.writing() as db:
            db.execute(delete(InvitationRow).where(InvitationRow.game == game))

    def find(self, token: str) -> tuple[str, Color]:
        with self._database.reading() as db:
            found = db.get(InvitationRow, digest_of(token))
        if found is None:
            raise NoSuchInvitation(
                _("This invitation link is incomplete or no longer valid. Ask for a new one.")
            )
        return found.game, Color(found.color)

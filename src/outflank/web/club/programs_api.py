"""The API's tokens: what one gives a program of one's own, so that it can play in the club."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint

from outflank.storage.club.tokens import InvitedProgram
from outflank.web.api.fields import Request
from outflank.web.api.routing import route
from outflank.web.context import club
from outflank.web.games.game_service import expect_persons
from outflank.web.http.rate_limits import TOKENS
from outflank.web.http.visitors import visitor

bp = Blueprint("programs", __name__, url_prefix="/api/club/programs")


class NewToken(Request):
    """Nothing more needs to be said."""


@dataclass(frozen=True, slots=True)
class ProgramsView:
    """The programs that you invited, the latest first."""

    programs: Sequence[InvitedProgram]
    token: str | None  # for the one that was just invited: it is told this once


@route(bp, "GET", "")
def programs() -> ProgramsView:
    """The programs that you invited."""
    return _programs(None)


@route(bp, "POST", "", status=201, errors=(403, 409), budget=TOKENS)
def invite_program(body: NewToken) -> ProgramsView:
    """Make a token with which a program comes as a member of its own, to play and nothing else."""
    owner = expect_persons(visitor())
    club().service.admit(owner)
    return _programs(club().tokens.make(owner))


@route(bp, "DELETE", "/<program>", status=204, errors=(404,))
def revoke_program(program: str) -> None:
    """Revoke a token: the program is out at once, and its name stays as it is."""
    club().dismiss(visitor(), program[:12])


def _programs(token: str | None) -> ProgramsView:
    return ProgramsView(club().tokens.of(visitor(), club().now), token)

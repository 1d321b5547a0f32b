"""The API for program tokens, with which your programs can play in the club."""

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
    """An empty body."""


@dataclass(frozen=True, slots=True)
class ProgramsView:
    """Your invited programs, newest first."""

    programs: Sequence[InvitedProgram]
    token: str | None  # only for the program just invited; shown once


@route(bp, "GET", "")
def programs() -> ProgramsView:
    """List your invited programs."""
    return _programs(None)


@route(bp, "POST", "", status=201, errors=(403, 409), budget=TOKENS)
def invite_program(body: NewToken) -> ProgramsView:
    """Create a token with which a program signs in as a separate member that can only play."""
    owner = expect_persons(visitor())
    club().service.admit(owner)
    return _programs(club().tokens.make(owner))


@route(bp, "DELETE", "/<program>", status=204, errors=(404,))
def revoke_program(program: str) -> None:
    """Revoke a token: the program is disconnected immediately and keeps its name."""
    club().dismiss(visitor(), program[:12])


def _programs(token: str | None) -> ProgramsView:
    return ProgramsView(club().tokens.of(visitor(), club().now), token)

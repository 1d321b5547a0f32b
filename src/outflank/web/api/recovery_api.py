"""The API for moving games to another browser."""

from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint
from msgspec import Meta

from outflank.storage.games.recovery_codes import Recovery
from outflank.web.api.fields import Request
from outflank.web.api.routing import route
from outflank.web.context import games
from outflank.web.games import game_log
from outflank.web.games.game_service import expect_persons
from outflank.web.http.rate_limits import CODES
from outflank.web.http.visitors import become, visitor

bp = Blueprint("recovery", __name__, url_prefix="/api/recovery")


class NewCode(Request):
    """An empty body."""


class EnteredCode(Request):
    """A code that was created in another browser."""

    code: Annotated[
        str,
        Meta(min_length=20, max_length=40, description="a code such as 7K2QM-0XW4T-J9PZE-5RBAN"),
    ]


@dataclass(frozen=True, slots=True)
class RecoveryCode:
    """A code that moves your games to another browser, once."""

    code: str


@dataclass(frozen=True, slots=True)
class Recovered:
    """The number of games after the move."""

    games: int


@route(bp, "POST", "/code", status=201, errors=(409,), budget=CODES)
def make_code(body: NewCode) -> RecoveryCode:
    """Create a code for your games; it works once and replaces any earlier one."""
    return RecoveryCode(Recovery(games().database).make(expect_persons(visitor())))


@route(bp, "POST", "", errors=(404, 409), budget=CODES)
def recover(body: EnteredCode) -> Recovered:
    """Become the visitor of a code, and merge the games of both."""
    before = expect_persons(visitor())
    owner = Recovery(games().database).use(body.code, before)
    become(owner)
    game_log.recovered(owner, before)
    return Recovered(len(games().shelf(owner)))

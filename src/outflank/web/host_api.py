"""The API for whoever holds the host's key: what ``outflank club`` does, from a browser."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from flask import Blueprint, Response, request
from msgspec import Meta

from outflank.club import InvalidName
from outflank.storage import NameTaken
from outflank.web.api import route
from outflank.web.budgets import CODES, spend
from outflank.web.club_events import EventFormat, EventPlan
from outflank.web.context import club, hosting
from outflank.web.event_views import EventView
from outflank.web.fields import ClockText, GameName, PersonName, Request, Size
from outflank.web.hosting import HostView
from outflank.web.meetings_api import Yes
from outflank.web.problems import Problem, sentence
from outflank.web.recovery_api import RecoveryCode
from outflank.web.requests import checked_name, game_id

bp = Blueprint("host", __name__, url_prefix="/api/club/host")

GameId = Annotated[str, Meta(max_length=40, description="the id of a game")]
EventId = Annotated[str, Meta(max_length=40, description="the id of an event")]
MemberId = Annotated[str, Meta(max_length=12, description="the id of a member")]


class Whom(Request):
    """A member."""

    player: MemberId


class Renamed(Request):
    """A member, and what they are to be called."""

    player: MemberId
    name: PersonName


class Unbanned(Request):
    """Somebody who may come again."""

    name: PersonName


class Closed(Request):
    """A game to call off."""

    game: GameId


class NewEvent(Request):
    """A tournament for members of the club."""

    name: GameName
    format: Annotated[
        EventFormat, Meta(description="swiss, round-robin, knock-out or gauntlet")
    ] = "swiss"
    pairs: Annotated[
        int,
        Meta(
            ge=1, le=50, description="1 to 50 pairs of games: an opening, each with either colour"
        ),
    ] = 1
    clock: ClockText = "3+2"
    size: Size = 8
    openings: Annotated[
        str, Meta(max_length=12, description="balanced, start or random:N; empty for the usual")
    ] = ""
    rounds: Annotated[
        int, Meta(ge=0, le=50, description="the rounds of a Swiss; 0 for as many as it takes")
    ] = 0
    rated: Yes = False


class ThatEvent(Request):
    """An event."""

    event: EventId


class Expelled(ThatEvent, kw_only=True):
    """An event, and somebody who shall play in it no longer."""

    player: MemberId


@route(bp, "GET", "", refuses=(401, 429))
def look() -> HostView:
    """All members, games and events, and who is banned."""
    _expect_key()
    return hosting().look()


@route(bp, "POST", "/rename", refuses=(401, 404, 409, 422, 429))
def rename(wanted: Renamed) -> HostView:
    """Give a member another name."""
    _expect_key()
    with _names():
        hosting().rename(hosting().known(wanted.player), wanted.name)
    return hosting().look()


@route(bp, "POST", "/code", status=201, refuses=(401, 404, 409, 429))
def make_code(wanted: Whom) -> RecoveryCode:
    """Make a code with which a member comes back who has lost their browser or password, once.

    They enter it at Take your games with you. Their password opens nothing any more.
    """
    _expect_key()
    return RecoveryCode(hosting().code(hosting().known(wanted.player)))


@route(bp, "POST", "/remove", refuses=(401, 404, 429))
def remove(wanted: Whom) -> HostView:
    """Take a member's name away; the games stay."""
    _expect_key()
    hosting().remove(hosting().known(wanted.player))
    return hosting().look()


@route(bp, "POST", "/ban", refuses=(401, 404, 429))
def ban(wanted: Whom) -> HostView:
    """Let a member meet nobody here any more; the tables they opened are closed."""
    _expect_key()
    hosting().ban(hosting().known(wanted.player))
    return hosting().look()


@route(bp, "POST", "/unban", refuses=(401, 404, 429))
def unban(wanted: Unbanned) -> HostView:
    """Let somebody come again."""
    _expect_key()
    hosting().unban(wanted.name)
    return hosting().look()


@route(bp, "POST", "/close", refuses=(401, 404, 409, 429))
def close(wanted: Closed) -> HostView:
    """Call a game off; it does not count."""
    _expect_key()
    hosting().close(game_id(wanted.game))
    return hosting().look()


@route(bp, "POST", "/export", refuses=(401, 404, 429), file="application/json")
def export(wanted: Whom) -> Response:
    """Everything there is about a member, as JSON."""
    _expect_key()
    found = hosting().export(hosting().known(wanted.player))
    return Response(json.dumps(found), mimetype="application/json")


@route(bp, "POST", "/delete", refuses=(401, 404, 429))
def delete(wanted: Whom) -> HostView:
    """Delete everything of a member; others keep their games, without the name."""
    _expect_key()
    hosting().delete(hosting().known(wanted.player))
    return hosting().look()


# --- Events --------------------------------------------------------------------------------------


@route(bp, "POST", "/events", status=201, refuses=(401, 422, 429))
def make_event(wanted: NewEvent) -> EventView:
    """Make a tournament, which members may enter."""
    _expect_key()
    plan = EventPlan(
        checked_name(wanted.name),
        wanted.format,
        wanted.pairs,
        wanted.clock,
        wanted.size,
        wanted.openings,
        wanted.rounds,
        wanted.rated,
    )
    return hosting().events.look(hosting().events.make(plan))


@route(bp, "POST", "/events/start", refuses=(401, 404, 409, 429))
def start_event(wanted: ThatEvent) -> EventView:
    """Let the games of an event begin; nobody enters any more."""
    _expect_key()
    hosting().events.start(wanted.event)
    return hosting().events.look(wanted.event)


@route(bp, "POST", "/events/close", refuses=(401, 404, 409, 429))
def close_event(wanted: ThatEvent) -> HostView:
    """End an event before its time; what was played stays in its log."""
    _expect_key()
    hosting().events.close(wanted.event)
    return hosting().look()


@route(bp, "POST", "/events/expel", refuses=(401, 404, 429))
def expel(wanted: Expelled) -> EventView:
    """Let somebody play in an event no longer: their games are forfeited."""
    _expect_key()
    hosting().events.leave(wanted.event, hosting().known(wanted.player))
    return hosting().events.look(wanted.event)


@contextmanager
def _names() -> Iterator[None]:
    """Say what is wrong with a name."""
    try:
        yield
    except InvalidName as error:
        raise Problem(422, "invalid-name", sentence(error)) from None
    except NameTaken as error:
        raise Problem(409, "name-taken", sentence(error)) from None


def _expect_key() -> None:
    scheme, _, key = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer" or not club().club.is_key(key.strip()):
        spend(CODES)  # nobody guesses for long
        raise Problem(
            401,
            "no-host",
            "This is for the host of the club: `outflank club key` makes a key, which is sent as "
            "Authorization: Bearer KEY.",
        )

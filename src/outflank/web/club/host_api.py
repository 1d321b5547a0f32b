"""The host API: the actions of ``outflank club``, for clients with the host key."""

import json
from typing import Annotated

from flask import Blueprint, Response, request
from msgspec import Meta
from msgspec.structs import asdict

from outflank.board import sentence
from outflank.study.course.sharing import LONGEST, InvalidLesson, linked_lesson
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import ClockText, GameName, PersonName, Request, Size, Yes
from outflank.web.api.recovery_api import RecoveryCode
from outflank.web.api.routing import checked_name, game_id, route
from outflank.web.club.club_events import EventFormat, EventPlan
from outflank.web.club.event_views import EventView, LessonResults
from outflank.web.club.hosting import HostView
from outflank.web.context import club, hosting
from outflank.web.http.rate_limits import CODES, spend

bp = Blueprint("host", __name__, url_prefix="/api/club/host")

GameId = Annotated[str, Meta(max_length=40, description="the id of a game")]
EventId = Annotated[str, Meta(max_length=40, description="the id of an event")]
MemberId = Annotated[str, Meta(max_length=12, description="the id of a member")]


class Whom(Request):
    """A member."""

    player: MemberId


class Renamed(Request):
    """A member and the new name."""

    player: MemberId
    name: PersonName


class Pair(Request):
    """Two members, whose rated games no longer count."""

    winner: MemberId
    loser: MemberId


class Unbanned(Request):
    """A banned member."""

    name: PersonName


class Closed(Request):
    """A game to abort."""

    game: GameId


class NewEvent(Request):
    """A tournament for members of the club."""

    name: GameName
    format: Annotated[
        EventFormat, Meta(description="swiss, round-robin, knock-out or gauntlet")
    ] = "swiss"
    pairs: Annotated[
        int,
        Meta(ge=1, le=50, description="1 to 50 pairs of games: one opening, colors swapped"),
    ] = 1
    clock: ClockText = "3+2"
    size: Size = 8
    openings: Annotated[
        str, Meta(max_length=12, description="balanced, start or random:N; empty: default")
    ] = ""
    rounds: Annotated[
        int, Meta(ge=0, le=50, description="the rounds of a Swiss event; 0: automatic")
    ] = 0
    rated: Yes = False


class ThatEvent(Request):
    """An event."""

    event: EventId


class EventLesson(ThatEvent, kw_only=True):
    """An event, and a lesson that its players work on."""

    lesson: Annotated[
        str, Meta(max_length=LONGEST + 200, description="the link of a lesson, or its id")
    ]


class Expelled(ThatEvent, kw_only=True):
    """An event, and a member to expel from it."""

    player: MemberId


@route(bp, "GET", "", errors=(401, 429))
def look() -> HostView:
    """Return all members, games, events and bans."""
    return hosting().look()


@route(bp, "POST", "/rename", errors=(401, 404, 409, 422, 429))
def rename(body: Renamed) -> HostView:
    """Rename a member."""
    hosting().rename(hosting().known(body.player), body.name)
    return hosting().look()


@route(bp, "POST", "/code", status=201, errors=(401, 404, 409, 429))
def make_code(body: Whom) -> RecoveryCode:
    """Create a one-time code for a member who has lost their browser or password.

    They enter it at Move to another device. Their password is disabled.
    """
    return RecoveryCode(hosting().code(hosting().known(body.player)))


@route(bp, "POST", "/remove", errors=(401, 404, 429))
def remove(body: Whom) -> HostView:
    """Remove a member's name; games are kept."""
    hosting().remove(hosting().known(body.player))
    return hosting().look()


@route(bp, "POST", "/ban", errors=(401, 404, 429))
def ban(body: Whom) -> HostView:
    """Ban a member from playing others, and close the games they opened."""
    hosting().ban(hosting().known(body.player))
    return hosting().look()


@route(bp, "POST", "/unban", errors=(401, 404, 429))
def unban(body: Unbanned) -> HostView:
    """Lift a ban."""
    hosting().unban(body.name)
    return hosting().look()


@route(bp, "POST", "/close", errors=(401, 404, 409, 429))
def close(body: Closed) -> HostView:
    """Abort a game; it does not count."""
    hosting().close(game_id(body.game))
    return hosting().look()


@route(bp, "POST", "/unrate", errors=(401, 429))
def unrate(body: Pair) -> HostView:
    """Take back the ratings of all games of two members, and recalculate every rating."""
    hosting().unrate(body.winner, body.loser)
    return hosting().look()


@route(bp, "POST", "/export", errors=(401, 404, 429), file="application/json")
def export(body: Whom) -> Response:
    """Export all data about a member as JSON."""
    found = hosting().export(hosting().known(body.player))
    return Response(json.dumps(found), mimetype="application/json")


@route(bp, "POST", "/delete", errors=(401, 404, 429))
def delete(body: Whom) -> HostView:
    """Delete all data of a member; opponents keep their games, without the name."""
    hosting().delete(hosting().known(body.player))
    return hosting().look()


# --- Events --------------------------------------------------------------------------------------


@route(bp, "POST", "/events", status=201, errors=(401, 422, 429))
def make_event(body: NewEvent) -> EventView:
    """Create a tournament that members can enter."""
    plan = EventPlan(**asdict(body) | {"name": checked_name(body.name)})
    return hosting().events.look(hosting().events.make(plan))


@route(bp, "POST", "/events/start", errors=(401, 404, 409, 429))
def start_event(body: ThatEvent) -> EventView:
    """Start an event; new entries are no longer possible."""
    hosting().events.start(body.event)
    return hosting().events.look(body.event)


@route(bp, "POST", "/events/close", errors=(401, 404, 409, 429))
def close_event(body: ThatEvent) -> HostView:
    """End an event early; played games stay in its log."""
    hosting().events.close(body.event)
    return hosting().look()


@route(bp, "POST", "/events/expel", errors=(401, 404, 429))
def expel(body: Expelled) -> EventView:
    """Expel a member from an event; their games are forfeited."""
    hosting().events.leave(body.event, hosting().known(body.player))
    return hosting().events.look(body.event)


@route(bp, "POST", "/events/lesson", errors=(401, 404, 422, 429))
def lesson_results(body: EventLesson) -> LessonResults:
    """Return which entrants of an event have solved which exercises of a lesson."""
    try:
        lesson = linked_lesson(body.lesson)
    except InvalidLesson as error:
        raise ApiError(422, "invalid-lesson", sentence(error)) from None
    return hosting().events.lesson_results(body.event, lesson)


@bp.before_request
def _expect_key() -> None:
    scheme, _blank, key = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bearer" or not club().club.is_key(key.strip()):
        spend(CODES)  # limits guessing
        raise ApiError(
            401,
            "no-host",
            _(
                "Only the host of the club can do this. Make a key with `outflank club key` and "
                "send it as Authorization: Bearer KEY."
            ),
        )

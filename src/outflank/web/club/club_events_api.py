"""The API's club events: what is played, and entering."""

from typing import Annotated

from flask import Blueprint, Response
from msgspec import Meta

from outflank.web.api.fields import PersonName, Request
from outflank.web.api.routing import route
from outflank.web.club.event_views import EventView
from outflank.web.club.program_tokens import is_program
from outflank.web.context import club, club_events
from outflank.web.games.game_service import expect_persons
from outflank.web.http.rate_limits import ENTRIES, spend
from outflank.web.http.visitors import visitor

bp = Blueprint("club_events", __name__, url_prefix="/api/club/events")


class EventEntry(Request):
    """Who wants to play; members have their name."""

    name: PersonName = "Guest"
    program: Annotated[bool, Meta(description="whether a program plays, and is marked as one")] = (
        False
    )


@route(bp, "GET", "/<event>", errors=(404,), programs=True)
def event(event: str) -> EventView:
    """An event as it stands: boards, standings with error bars, who is next."""
    return club_events().look(event)


@route(bp, "POST", "/<event>/entry", errors=(403, 404, 409, 422, 429), programs=True)
def enter(event: str, body: EventEntry) -> EventView:
    """Enter an event; who has no name in the club takes one by it."""
    who = expect_persons(visitor())
    if not club_events().is_in(event, who):  # a program comes again as often as it is started
        spend(ENTRIES)
    club_events().enter(event, who, body.name, program=body.program or is_program())
    return club_events().look(event)


@route(bp, "DELETE", "/<event>/entry", status=204, errors=(404,), programs=True)
def leave(event: str) -> None:
    """Leave an event: the game you play is given up, and those to come are forfeited."""
    member = club().club.member(visitor())
    if member is not None:
        club_events().leave(event, member)


@route(bp, "GET", "/<event>/log", errors=(404,), file="application/jsonl")
def log(event: str) -> Response:
    """What was played, as a log of the arena: settings, then a game a line."""
    return Response(club_events().log(event), mimetype="application/jsonl")

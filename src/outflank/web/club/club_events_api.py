"""The club events API: view and enter events."""

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
    """An entry in an event; a member's own name is used."""

    name: PersonName = "Guest"
    program: Annotated[bool, Meta(description="true if a program plays; it is marked as one")] = (
        False
    )


@route(bp, "GET", "/<event>", errors=(404,), programs=True)
def event(event: str) -> EventView:
    """Return an event: boards, standings with error bars, next games."""
    return club_events().look(event)


@route(bp, "POST", "/<event>/entry", errors=(403, 404, 409, 422, 429), programs=True)
def enter(event: str, body: EventEntry) -> EventView:
    """Enter an event; a guest becomes a member under the given name."""
    who = expect_persons(visitor())
    if not club_events().is_in(event, who):  # a program enters again each time it starts
        spend(ENTRIES)
    club_events().enter(event, who, body.name, program=body.program or is_program())
    return club_events().look(event)


@route(bp, "DELETE", "/<event>/entry", status=204, errors=(404,), programs=True)
def leave(event: str) -> None:
    """Leave an event: resign your current game and forfeit the others."""
    member = club().club.member(visitor())
    if member is not None:
        club_events().leave(event, member)


@route(bp, "GET", "/<event>/log", errors=(404,), file="application/jsonl")
def log(event: str) -> Response:
    """Return the played games as a log of the arena: settings, then one line per game."""
    return Response(club_events().log(event), mimetype="application/jsonl")

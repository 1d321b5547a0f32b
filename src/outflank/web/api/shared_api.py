"""The shared games API: start, invite, join, and follow games as a stream."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Annotated, Literal

import segno
from flask import Blueprint, Response, request
from msgspec import Meta

from outflank.board import Board, Color
from outflank.game import Game, parse_time_control
from outflank.openings.balanced import BALANCED, drawn_start
from outflank.play.session_data import Terms
from outflank.play.view import GameView
from outflank.translation import _, language
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import (
    ClockText,
    OpeningList,
    PersonName,
    Request,
    RequestId,
    Size,
    Yes,
    line,
)
from outflank.web.api.routing import checked_name, game_id, route
from outflank.web.context import club, games
from outflank.web.games.game_service import expect_persons, game_service
from outflank.web.games.notifier import Viewer
from outflank.web.http.rate_limits import GAMES, INVITATIONS, NAMES
from outflank.web.http.visitors import visitor

bp = Blueprint("shared", __name__, url_prefix="/api")
JOIN = "#join="  # in the fragment, which browsers do not send and servers do not log
# Used for streams only; removed from the response to the browser.
VIEWER_HEADER, VERSION_HEADER = "X-Outflank-Viewer", "X-Outflank-Version"
VISITOR_HEADER, LANGUAGE_HEADER = "X-Outflank-Visitor", "X-Outflank-Language"

Token = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{20,64}(?!\n)$",
        description="the text after #join= in an invitation link",
    ),
]


class WantedGame(Request, kw_only=True):
    """The settings of a game between two players."""

    size: Size = 8
    color: Annotated[
        Literal["black", "white", "lot"],
        Meta(description="black, white, or lot for a random color"),
    ] = "lot"
    clock: ClockText | None = None
    rated: Yes = False

    def game(self, openings: str = "") -> Game:
        start = drawn_start(openings, self.size, Random()) if openings else Board(self.size)
        info = {"date": datetime.now(UTC).date().isoformat()}
        clock = None if self.clock is None else parse_time_control(self.clock)
        return Game(start, info=info, clock=clock)

    def drawn(self) -> Color:
        """Return the requester's color, drawn at random if requested."""
        return secrets.choice(list(Color)) if self.color == "lot" else Color(self.color)


class WantedTable(WantedGame, kw_only=True):
    """The settings of a shared game."""

    takebacks: Yes = True
    request: RequestId | None = None


class NewSharedGame(WantedTable, kw_only=True):
    """A game for you and the player who takes the other seat."""

    name: PersonName
    early_study: Yes = False
    openings: OpeningList = ""


class ServerAddress(Request):
    """The address of this server as the client sees it."""

    address: Annotated[str, line(200, "the address of this server, such as https://club.example/")]


class OpenedInvitation(Request):
    """An opened invitation."""

    token: Token


class TakeSeat(Request):
    """A player who accepts an invitation."""

    token: Token
    name: PersonName
    program: Annotated[bool, Meta(description="true if a program plays; it is marked as one")] = (
        False
    )


@dataclass(frozen=True, slots=True)
class InvitationLink:
    """A link that gives the free seat to the first client, also as a QR code."""

    link: str
    code: Sequence[str]  # A QR code: each row as dark (1) and light (0)


@dataclass(frozen=True, slots=True)
class InvitationView:
    """The game and seat of an invitation."""

    game: GameView
    color: Color
    free: bool  # whether the seat can still be taken


@route(bp, "POST", "/games/shared", status=201, errors=(409, 422, 507), budget=GAMES)
def begin(body: NewSharedGame) -> GameView:
    """Start a game for two players on different devices."""
    host = expect_persons(visitor())
    if body.rated and body.early_study:
        why = _("A rated game cannot be studied before it is over.")
        raise ApiError(422, "not-rated", why)
    if body.rated and body.openings not in ("", BALANCED):
        why = _("A rated game starts as usual or from a balanced opening.")
        raise ApiError(422, "not-rated", why)
    terms = Terms(body.takebacks, body.early_study, body.rated)
    name = checked_name(body.name)
    return game_service().create_shared(
        host, body.game(body.openings), body.drawn(), name, terms, request=body.request
    )


@route(
    bp,
    "POST",
    "/games/<game>/invitation",
    status=201,
    errors=(403, 404, 409, 422),
    budget=INVITATIONS,
)
def invite(game: str, body: ServerAddress) -> InvitationLink:
    """Create a link to the free seat, replacing any earlier one."""
    if not body.address.startswith(("http://", "https://")):
        raise ApiError(
            422, "invalid-address", _("The address must begin with http:// or https://.")
        )
    token = game_service().invite(visitor(), game_id(game))
    link = f"{body.address.partition('#')[0]}{JOIN}{token}"
    rows = segno.make_qr(link, error="m", mask=0).matrix  # trying all masks takes most of the time
    return InvitationLink(link, ["".join(str(dot) for dot in row) for row in rows])


@route(bp, "DELETE", "/games/<game>/invitation", status=204, errors=(403, 404))
def revoke(game: str) -> None:
    """Revoke the invitation link."""
    game_service().revoke_invitation(visitor(), game_id(game))


@route(bp, "POST", "/invitations/look", errors=(404,), budget=NAMES, programs=True)
def look_at_invitation(body: OpenedInvitation) -> InvitationView:
    """Return the game and seat of an invitation without taking the seat."""
    return InvitationView(*game_service().look_at_invitation(body.token, visitor()))


@route(bp, "POST", "/invitations/take", errors=(404, 409, 422), budget=NAMES, programs=True)
def take(body: TakeSeat) -> GameView:
    """Take the seat of an invitation."""
    who = expect_persons(visitor())
    name = checked_name(body.name)
    return game_service().join(body.token, who, name, program=body.program)


@route(
    bp,
    "GET",
    "/events",
    errors=(400, 404),
    file="text/event-stream",
    programs=True,
    query={
        "table": {"description": "the id of a shared table", "schema": {"type": "string"}},
        "current": {
            "description": "1 to follow which game is your current one",
            "schema": {"type": "string"},
        },
        "club": {"description": "1 to follow the club", "schema": {"type": "string"}},
        "event": {"description": "the id of an event of the club", "schema": {"type": "string"}},
    },
)
def events() -> Response:
    """Stream the events of a game, the club and a club event (server-sent events).

    An event without a name is the game as you see it; its id is the game's version. An interrupted
    stream continues from `Last-Event-ID`. Other events: `watchers` is the number of spectators,
    `club` the current state of the club, `paired` the game where an opponent waits for you, `yours`
    the content of `/api/club/yours`, `event` the followed event, `current` the id and version of
    your current game, and `beat` a heartbeat. A server without an event loop sends the game once.
    """
    game = request.args.get("table", "")
    if not any(request.args.get(topic) for topic in ("table", "current", "club", "event")):
        raise ApiError(
            400,
            "invalid-request",
            _(
                "Choose what to follow: a game with ?table=, the club with ?club=1, an event with "
                "?event=, or your current game with ?current=1."
            ),
        )
    if followed := request.args.get("event"):
        club().events.event(followed)  # there may be none
    who = visitor()
    if not game:
        first = b""
        if request.args.get("current") and (current := games().current(who)) is not None:
            first = current_event(current, games().get(who, current).version)
        return _stream(first, None, 0)
    audience, change = game_service().change_for(who, game_id(game))
    return _stream(event(change.version, change.views[audience]), audience[0], change.version)


def _stream(first: bytes, viewer: Viewer, version: int) -> Response:
    """Return a stream's first event, with headers for the event loop."""
    response = Response(first, mimetype="text/event-stream")
    response.headers[VIEWER_HEADER] = "" if viewer is None else viewer.value
    response.headers[VERSION_HEADER] = str(version)
    response.headers[VISITOR_HEADER] = visitor()
    response.headers[LANGUAGE_HEADER] = language()
    return response


def current_event(game: str, version: int) -> bytes:
    """Return the stream event that names a visitor's current game."""
    return b'event: current\ndata: {"id":"%s","version":%d}\n\n' % (game.encode(), version)


def event(version: int, view: bytes) -> bytes:
    """Return a game as a server-sent event."""
    return b"id: %d\ndata: %s\n\n" % (version, view)

"""The API's shared tables: set up, invited to, joined, and played at by two persons."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Literal

import segno
from flask import Blueprint, Response, request
from msgspec import Meta

from outflank.board import Color
from outflank.sitting import (
    FailureKind,
    Game,
    Terms,
    TimeControl,
    Wish,
    parse_time_control,
)
from outflank.sitting import meeting_messages as mm
from outflank.web.api import route
from outflank.web.budgets import GAMES, INVITATIONS, NAMES, PHRASES
from outflank.web.context import club, meetings
from outflank.web.fields import (
    ClockText,
    PersonName,
    PlyNumber,
    Request,
    RequestId,
    Size,
    SquareName,
    line,
)
from outflank.web.meetings import expect_persons
from outflank.web.problems import Problem, sentence
from outflank.web.requests import checked_name, game_id
from outflank.web.state import GameView
from outflank.web.visitors import visitor

bp = Blueprint("meetings", __name__, url_prefix="/api")
JOIN = "#join="  # behind a hash, where browsers keep it to themselves and servers log nothing
# For the stream alone, and kept from the browser:
VIEWER_HEADER, VERSION_HEADER = "X-Outflank-Viewer", "X-Outflank-Version"
VISITOR_HEADER = "X-Outflank-Visitor"

Token = Annotated[
    str,
    Meta(
        pattern=r"^[A-Za-z0-9_-]{20,64}(?!\n)$",
        description="what stands behind #join= in an invitation",
    ),
]
Yes = Annotated[bool, Meta(description="true or false")]


class WantedGame(Request, kw_only=True):
    """What a game between two is to be like."""

    size: Size = 8
    color: Annotated[
        Literal["black", "white", "lot"], Meta(description="black, white, or lot to draw it")
    ] = "lot"
    clock: ClockText | None = None
    rated: Yes = False

    def game(self) -> Game:
        """A new game like that."""
        info = {"date": datetime.now(UTC).date().isoformat()}
        return Game(size=self.size, info=info, clock=read_clock(self.clock))

    def drawn(self) -> Color:
        """The colour of whoever asks."""
        return secrets.choice(list(Color)) if self.color == "lot" else Color(self.color)


class WantedTable(WantedGame, kw_only=True):
    """What a table for two is to be like."""

    takebacks: Yes = True
    request: RequestId | None = None


class NewMeeting(WantedTable, kw_only=True):
    """A table to set up, for you and whoever takes the other seat."""

    name: PersonName
    early_study: Yes = False


class WhereTo(Request):
    """Where this server is found, as the sender sees it."""

    address: Annotated[str, line(200, "the address of this server, such as https://club.example/")]


class Opened(Request):
    """An invitation that somebody opened."""

    token: Token


class Joining(Request):
    """Somebody who sits down."""

    token: Token
    name: PersonName
    program: Annotated[bool, Meta(description="whether a program plays, and is marked as one")] = (
        False
    )


class Deed(Request):
    """Something done at a table; a request that is sent twice is done once."""

    request: RequestId | None = None


class MeetingMove(Deed, kw_only=True):
    """A square to play."""

    square: SquareName
    ply: PlyNumber | None = None
    thought: (
        Annotated[
            float,
            Meta(ge=0, le=1e9, description="the seconds from seeing the position to moving"),
        ]
        | None
    ) = None


class Wanted(Deed, kw_only=True):
    """What you would like."""

    wish: Annotated[Wish, Meta(description="take-back, rematch or abort")]


class Answered(Deed, kw_only=True):
    """Whether you agree."""

    yes: Yes


class GivenUp(Deed, kw_only=True):
    """That you give up; a program that failed says how, and forfeits as it would in the arena."""

    failure: Annotated[FailureKind, Meta(description="crash, illegal, time or memory")] | None = (
        None
    )
    message: Annotated[str, Meta(max_length=300, description="what went wrong")] = ""


class Phrase(Deed, kw_only=True):
    """Something to say."""

    phrase: Annotated[str, Meta(max_length=20, description=f"one of {', '.join(mm.PHRASES)}")]


class Text(Deed, kw_only=True):
    """Something to say in words of your own."""

    text: Annotated[str, line(mm.LONGEST_TEXT, "what you say, a line")]


@dataclass(frozen=True, slots=True)
class InvitationLink:
    """A link that gives whoever takes it first the free seat, and as rows of dots for a camera."""

    link: str
    code: Sequence[str]
    """A QR code: each row as dark (1) and light (0)."""


@dataclass(frozen=True, slots=True)
class InvitationView:
    """What an invitation leads to."""

    game: GameView
    color: Color
    free: bool
    """Whether the seat can still be taken."""


@route(bp, "POST", "/meetings", status=201, refuses=(409, 422, 507), budget=GAMES)
def begin(wanted: NewMeeting) -> GameView:
    """Set up a table for two persons."""
    host = expect_persons(visitor())
    terms = Terms(wanted.takebacks, wanted.early_study, wanted.rated)
    name = checked_name(wanted.name)
    return meetings().begin(
        host, wanted.game(), wanted.drawn(), name, terms, request=wanted.request
    )


@route(bp, "GET", "/meetings/<game>", refuses=(404,), lane="moves", programs=True)
def look(game: str) -> GameView:
    """A shared table, as you see it."""
    return meetings().show(visitor(), game_id(game))


@route(
    bp,
    "POST",
    "/meetings/<game>/invitation",
    status=201,
    refuses=(403, 404, 409, 422),
    budget=INVITATIONS,
)
def invite(game: str, wanted: WhereTo) -> InvitationLink:
    """Make a link to the free seat; an older one leads nowhere from now on."""
    if not wanted.address.startswith(("http://", "https://")):
        raise Problem(422, "invalid-address", "An address begins with http:// or https://.")
    token = meetings().invite(visitor(), game_id(game))
    link = f"{wanted.address.partition('#')[0]}{JOIN}{token}"
    rows = segno.make_qr(link, error="m").matrix
    return InvitationLink(link, ["".join(str(dot) for dot in row) for row in rows])


@route(bp, "DELETE", "/meetings/<game>/invitation", status=204, refuses=(403, 404))
def revoke(game: str) -> None:
    """Let the link lead nowhere."""
    meetings().revoke(visitor(), game_id(game))


@route(bp, "POST", "/invitations/look", refuses=(404,), budget=NAMES, programs=True)
def look_at_invitation(wanted: Opened) -> InvitationView:
    """See what an invitation leads to, without sitting down."""
    return InvitationView(*meetings().look_at_invitation(wanted.token, visitor()))


@route(bp, "POST", "/invitations/take", refuses=(404, 409, 422), budget=NAMES, programs=True)
def take(wanted: Joining) -> GameView:
    """Sit down on the seat of an invitation."""
    who = expect_persons(visitor())
    return meetings().join(wanted.token, who, checked_name(wanted.name), program=wanted.program)


@route(
    bp, "POST", "/meetings/<game>/moves", refuses=(403, 404, 409, 422), lane="moves", programs=True
)
def play(game: str, wanted: MeetingMove) -> GameView:
    """Make a move at a shared table."""
    return meetings().play(
        visitor(),
        game_id(game),
        wanted.square,
        thought=wanted.thought,
        ply=wanted.ply,
        request=wanted.request,
    )


@route(
    bp, "POST", "/meetings/<game>/proposal", refuses=(403, 404, 409), lane="moves", programs=True
)
def propose(game: str, wanted: Wanted) -> GameView:
    """Propose to take back, to play again or to call the game off."""
    return _do("proposed", game, wanted, mm.Propose(wanted.wish), wish=wanted.wish)


@route(bp, "POST", "/meetings/<game>/answer", refuses=(403, 404, 409), lane="moves", programs=True)
def answer(game: str, wanted: Answered) -> GameView:
    """Answer what is proposed; your own proposal you take back with no."""
    return _do("answered", game, wanted, mm.Answer(wanted.yes), yes=wanted.yes)


@route(bp, "POST", "/meetings/<game>/resign", refuses=(403, 404, 409), lane="moves", programs=True)
def resign(game: str, wanted: GivenUp) -> GameView:
    """Give up; a program that failed forfeits."""
    failure = None if wanted.failure is None else mm.Failure(wanted.failure, wanted.message)
    return _do("resign", game, wanted, mm.GiveUp(failure))


@route(bp, "POST", "/meetings/<game>/claim", refuses=(403, 404, 409), lane="moves", programs=True)
def claim(game: str, wanted: Deed) -> GameView:
    """Win a game that the other one left for longer than a minute."""
    return _do("claim", game, wanted, mm.Claim())


@route(bp, "POST", "/meetings/<game>/time", refuses=(404, 409), lane="moves", programs=True)
def time_up(game: str, wanted: Deed) -> GameView:
    """See whether the time of the side to move has run out; if it has, the game is over."""
    return _do("time", game, wanted, mm.TimeUp())


@route(
    bp, "POST", "/meetings/<game>/phrase", refuses=(403, 404, 409), budget=PHRASES, programs=True
)
def say(game: str, wanted: Phrase) -> GameView:
    """Say something."""
    return _do("said", game, wanted, mm.Say(wanted.phrase), phrase=wanted.phrase)


@route(bp, "POST", "/meetings/<game>/text", refuses=(403, 404, 409, 422), budget=PHRASES)
def write(game: str, wanted: Text) -> GameView:
    """Say something in words of your own to the other player, where the server allows it."""
    if not meetings().chat:
        raise Problem(403, "no-chat", "Here one says one of the phrases; the host allows no more.")
    text = wanted.text.strip()
    if not text.isprintable() or not text:
        raise Problem(422, "invalid-text", f"Write 1 to {mm.LONGEST_TEXT} printable characters.")
    return _do("wrote", game, wanted, mm.Write(text))


@route(
    bp,
    "GET",
    "/events",
    refuses=(400, 404),
    file="text/event-stream",
    programs=True,
    query={
        "table": {"description": "the id of a shared table", "schema": {"type": "string"}},
        "club": {"description": "1 to follow the club", "schema": {"type": "string"}},
        "event": {"description": "the id of an event of the club", "schema": {"type": "string"}},
    },
)
def events() -> Response:
    """What happens at a table, in the club and in an event, as it happens (server-sent events).

    Each event without a name is the table as you see it; its id is the table's version. Where a
    stream was cut it goes on from `Last-Event-ID`. An event `watchers` tells how many look on,
    `club` is the club as it is now, `paired` the table where an opponent waits for you, `yours`
    what `/api/club/yours` tells, `event` the event that you follow, `beat` says that the line
    works. A server without an event loop sends the table once.
    """
    game = request.args.get("table", "")
    if not any(request.args.get(topic) for topic in ("table", "club", "event")):
        raise Problem(
            400,
            "invalid-request",
            "Say with ?table= which table you want to follow, the club with ?club=1, or with "
            "?event= an event of the club.",
        )
    if followed := request.args.get("event"):
        club().events.event(followed)  # or there is none
    who = visitor()
    if not game:
        response = Response(b"", mimetype="text/event-stream")
        response.headers[VIEWER_HEADER], response.headers[VERSION_HEADER] = "", "0"
        response.headers[VISITOR_HEADER] = who
        return response
    viewer, change = meetings().seen_by(who, game_id(game))
    response = Response(event(change.version, change.views[viewer]), mimetype="text/event-stream")
    response.headers[VIEWER_HEADER] = "" if viewer is None else viewer.value
    response.headers[VERSION_HEADER] = str(change.version)
    response.headers[VISITOR_HEADER] = who
    return response


def read_clock(text: str | None) -> TimeControl | None:
    """A clock as somebody wrote it; None for none."""
    try:
        return None if text is None else parse_time_control(text)
    except ValueError as error:
        raise Problem(422, "invalid-clock", sentence(error)) from None


def event(version: int, view: bytes) -> bytes:
    """A table as a server-sent event."""
    return b"id: %d\ndata: %s\n\n" % (version, view)


def _do(kind: str, game: str, wanted: Deed, deed: mm.MeetingEvent, **data: str | bool) -> GameView:
    return meetings().handle(
        visitor(),
        game_id(game),
        lambda size: deed,
        kind=kind,
        data=dict(data),
        request=wanted.request,
    )

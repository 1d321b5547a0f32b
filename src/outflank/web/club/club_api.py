"""The club API: members online, open games, games to watch, ladder, opponent search."""

from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, current_app, request
from msgspec import Meta

from outflank.board import listed
from outflank.club.ladder import PACES
from outflank.club.names import FACES
from outflank.play.session_data import Terms
from outflank.play.view import GameView
from outflank.storage.club.members import PersonView
from outflank.storage.club.passwords import Passwords
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import ClockText, PersonName, Request, Yes
from outflank.web.api.routing import checked_name, game_id, route
from outflank.web.api.shared_api import WantedTable
from outflank.web.club.club_service import (
    ClubView,
    LadderView,
    PlayerView,
    Strength,
    most_played,
    person_view,
    time_control_text,
)
from outflank.web.club.program_tokens import is_program
from outflank.web.context import PASSWORDS, club, hosting
from outflank.web.games.game_service import expect_persons, needs_name
from outflank.web.http.rate_limits import CLAIMS, GAMES, NAMES, SEEKS
from outflank.web.http.visitors import visitor

bp = Blueprint("club", __name__, url_prefix="/api/club")

GuestName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="a guest's name, 1 to 40 characters; members use their own",
    ),
]


class Claimed(Request):
    """Your name and picture in the club."""

    name: PersonName
    face: Annotated[str, Meta(max_length=20, description=f"one of {', '.join(FACES)}")] = FACES[0]


class NewClubTable(WantedTable):
    """A game that any club member can join."""

    name: GuestName = "Guest"


class ClubSeat(Request):
    """The player who joins a game."""

    name: GuestName = "Guest"


class Asked(Request):
    """The settings of an opponent search; repeat the request every few seconds while searching."""

    name: GuestName = "Guest"
    clock: ClockText | None = None
    rated: Yes = False


@dataclass(frozen=True, slots=True)
class SeekView:
    """Your search, with the game once an opponent is found."""

    control: str
    rated: bool
    waited: float  # seconds
    game: str | None


@dataclass(frozen=True, slots=True)
class YouView:
    """Your identity in the club; a guest has none."""

    who: PersonView | None
    strengths: list[Strength]
    seek: SeekView | None
    faces: list[str]  # the available pictures
    sign_in: bool  # whether members can set passwords
    password: bool  # whether you have set one


@route(bp, "GET", "", programs=True)
def look() -> ClubView:
    """Return the current state of the club."""
    return club().look()


@route(bp, "GET", "/you", programs=True)
def you() -> YouView:
    """Return your identity in the club."""
    who = visitor()
    room = club()
    member = room.club.member(who)
    counted = {} if member is None else room.club.ratings_of([member.id])
    passwords: Passwords | None = current_app.extensions[PASSWORDS]
    return YouView(
        None if member is None else person_view(member, most_played(counted, member.id)),
        [] if member is None else room.strengths(member.id, counted),
        _seek(who),
        list(FACES),
        passwords is not None,
        passwords is not None and passwords.has(who),
    )


@route(bp, "POST", "/you", errors=(403, 409, 422), budget=CLAIMS, programs=True)
def claim(body: Claimed) -> YouView:
    """Choose a unique name and a picture, or change yours."""
    who = expect_persons(visitor())
    if body.face not in FACES:
        raise ApiError(
            422, "no-such-face", _("Choose one of these pictures: {faces}.", faces=listed(FACES))
        )
    club().claim(who, body.name, body.face, program=is_program())
    return you()


@route(bp, "DELETE", "/you", status=204)
def give_up() -> None:
    """Give up your name and become a guest; results stay under the name."""
    member = club().club.member(visitor())
    if member is not None:
        hosting().remove(member)


@route(
    bp,
    "GET",
    "/ladder",
    errors=(400,),
    programs=True,
    query={
        "pace": {
            "description": "how quickly is played",
            "schema": {"type": "string", "enum": list(PACES)},
        }
    },
)
def ladder() -> LadderView:
    """Return the strongest members at a pace."""
    body = request.args.get("pace", PACES[0])
    for pace in PACES:
        if pace == body:
            return club().ladder(pace)
    why = _("{pace} is not a pace. Choose one of: {paces}.", pace=body[:40], paces=listed(PACES))
    raise ApiError(400, "invalid-request", why)


@route(bp, "GET", "/players/<player>", errors=(404,), programs=True)
def player(player: str) -> PlayerView:
    """Return a member's profile: ratings, rating history, record, recent games, openings."""
    return club().player(hosting().known(player))


@route(bp, "POST", "/tables", status=201, errors=(403, 409, 422, 507), budget=GAMES)
def open_table(body: NewClubTable) -> GameView:
    """Create a game that the whole club sees; the first member who joins plays you."""
    host = expect_persons(visitor())
    terms = Terms(body.takebacks, rated=body.rated, club=True)
    name = checked_name(body.name)
    return club().service.create_shared(
        host, body.game(), body.drawn(), name, terms, request=body.request
    )


@route(bp, "POST", "/tables/<game>/seat", errors=(403, 404, 409, 422), budget=NAMES, programs=True)
def sit(game: str, body: ClubSeat) -> GameView:
    """Take the free seat of a club game."""
    who = expect_persons(visitor())
    return club().service.join_in_club(who, game_id(game), checked_name(body.name))


@route(bp, "POST", "/seek", errors=(403, 409, 422, 507), budget=SEEKS)
def seek(body: Asked) -> SeekView:
    """Start or continue a search for an opponent of similar strength."""
    who = expect_persons(visitor())
    if body.rated and club().club.member(who) is None:
        raise ApiError(409, "no-member", needs_name())
    control = time_control_text(body.clock)
    club().seek(who, checked_name(body.name), control, body.rated)
    found = _seek(who)
    assert found is not None
    return found


@route(bp, "DELETE", "/seek", status=204)
def stop_seeking() -> None:
    """End the search, also after opening the game that was found."""
    club().seeks.stop(visitor())
    club().service.bus.club_changed()


def _seek(who: str) -> SeekView | None:
    found = club().seeks.of(who, club().now)
    if found is None:
        return None
    waited = max(0.0, club().now - found.since)
    return SeekView(found.control, found.rated, waited, found.game)

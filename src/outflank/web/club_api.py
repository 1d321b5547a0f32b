"""The API's club: who is here, seats to take, games to watch, the ladder, an opponent at once."""

from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, current_app, request
from msgspec import Meta

from outflank.club import FACES, PACES, InvalidName
from outflank.sitting import Terms
from outflank.storage import Member, NameTaken, Passwords
from outflank.web.api import route
from outflank.web.budgets import CLAIMS, GAMES, NAMES, SEEKS
from outflank.web.club import (
    ClubView,
    LadderView,
    PersonView,
    PlayerView,
    Strength,
    most_played,
    person_view,
)
from outflank.web.context import PASSWORDS, club, hosting
from outflank.web.fields import ClockText, PersonName, Request
from outflank.web.meetings import expect_persons
from outflank.web.meetings_api import WantedTable, Yes, read_clock
from outflank.web.problems import Problem, sentence
from outflank.web.programs import is_program
from outflank.web.requests import checked_name, game_id
from outflank.web.state import GameView
from outflank.web.visitors import visitor

bp = Blueprint("club", __name__, url_prefix="/api/club")

GuestName = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=40,
        description="what a guest is called, 1 to 40 characters; members have their name",
    ),
]


class Claimed(Request):
    """Who you want to be in the club."""

    name: PersonName
    face: Annotated[str, Meta(max_length=20, description=f"one of {', '.join(FACES)}")] = FACES[0]


class NewClubTable(WantedTable):
    """A table for you and whoever of the club sits down."""

    name: GuestName = "Guest"


class ClubSeat(Request):
    """Somebody who sits down."""

    name: GuestName = "Guest"


class Asked(Request):
    """What opponent you ask for; ask again every few seconds for as long as you wait."""

    name: GuestName = "Guest"
    clock: ClockText | None = None
    rated: Yes = False


@dataclass(frozen=True, slots=True)
class SeekView:
    """What you ask for, and the table where somebody waits for you, once there is one."""

    control: str
    rated: bool
    waited: float
    """Seconds."""
    game: str | None


@dataclass(frozen=True, slots=True)
class YouView:
    """Who you are in the club; a guest has no name there yet."""

    who: PersonView | None
    strengths: list[Strength]
    seek: SeekView | None
    faces: list[str]
    """The pictures one can have."""
    sign_in: bool
    """Whether members may have passwords here."""
    password: bool
    """Whether you have one."""


@route(bp, "GET", "", programs=True)
def look() -> ClubView:
    """The club as it is now."""
    return club().look()


@route(bp, "GET", "/you", programs=True)
def you() -> YouView:
    """Who you are in the club."""
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


@route(bp, "POST", "/you", refuses=(403, 409, 422), budget=CLAIMS, programs=True)
def claim(wanted: Claimed) -> YouView:
    """Take a name that nobody else here has, and a picture; or change yours."""
    who = expect_persons(visitor())
    if wanted.face not in FACES:
        raise Problem(422, "no-such-face", f"A picture is one of {', '.join(FACES)}.")
    try:
        club().claim(who, wanted.name, wanted.face, program=is_program())
    except InvalidName as error:
        raise Problem(422, "invalid-name", sentence(error)) from None
    except NameTaken as error:
        raise Problem(409, "name-taken", sentence(error)) from None
    return you()


@route(bp, "DELETE", "/you", status=204)
def give_up() -> None:
    """Give your name up; you are a guest again, and your results stay under the name."""
    member = club().club.member(visitor())
    if member is not None:
        hosting().remove(member)


@route(
    bp,
    "GET",
    "/ladder",
    refuses=(400,),
    programs=True,
    query={
        "pace": {
            "description": "how quickly is played",
            "schema": {"type": "string", "enum": list(PACES)},
        }
    },
)
def ladder() -> LadderView:
    """The strongest at a pace."""
    wanted = request.args.get("pace", PACES[0])
    for pace in PACES:
        if pace == wanted:
            return club().ladder(pace)
    raise Problem(
        400, "invalid-request", f"pace is one of {', '.join(PACES)}; got {wanted[:40]!r}."
    )


@route(bp, "GET", "/players/<player>", refuses=(404,), programs=True)
def player(player: str) -> PlayerView:
    """A member's page: strength and how it went, record, recent games, openings."""
    return club().player(known(player))


@route(bp, "POST", "/tables", status=201, refuses=(403, 409, 422, 507), budget=GAMES)
def open_table(wanted: NewClubTable) -> GameView:
    """Set up a table that the whole club sees; whoever clicks first plays with you."""
    host = expect_persons(visitor())
    terms = Terms(wanted.takebacks, rated=wanted.rated, club=True)
    name = checked_name(wanted.name)
    return club().room.begin(
        host, wanted.game(), wanted.drawn(), name, terms, request=wanted.request
    )


@route(bp, "POST", "/tables/<game>/seat", refuses=(403, 404, 409, 422), budget=NAMES, programs=True)
def sit(game: str, wanted: ClubSeat) -> GameView:
    """Take the free seat of a table of the club."""
    who = expect_persons(visitor())
    return club().room.sit_in_club(who, game_id(game), checked_name(wanted.name))


@route(bp, "POST", "/seek", refuses=(403, 409, 422, 507), budget=SEEKS)
def seek(wanted: Asked) -> SeekView:
    """Ask for an opponent who is about as strong as you, or ask on."""
    who = expect_persons(visitor())
    if wanted.rated and club().club.member(who) is None:
        raise Problem(409, "no-member", "A rated game needs a name in the Club; take one first.")
    clock = read_clock(wanted.clock)
    club().seek(who, checked_name(wanted.name), "" if clock is None else str(clock), wanted.rated)
    found = _seek(who)
    assert found is not None
    return found


@route(bp, "DELETE", "/seek", status=204)
def stop_seeking() -> None:
    """Ask no longer; also said when you have come to the table."""
    club().seeks.stop(visitor())
    club().room.tell_club()


def _seek(who: str) -> SeekView | None:
    found = club().seeks.of(who, club().now)
    if found is None:
        return None
    waited = max(0.0, club().now - found.since)
    return SeekView(found.control, found.rated, waited, found.game)


def known(id_: str) -> Member:
    """A member by the id that others see."""
    member = club().club.known_as(id_)
    if member is None:
        raise Problem(404, "no-such-member", "Nobody in the club is known so.")
    return member

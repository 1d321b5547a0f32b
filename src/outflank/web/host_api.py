"""The API for whoever holds the host's key: what ``outflank club`` does, from a browser."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, Response, request
from msgspec import Meta

from outflank.club import InvalidName, checked_person, name_key
from outflank.storage import Member, NameTaken, everything_of, forget_person
from outflank.web.api import route
from outflank.web.budgets import CODES, spend
from outflank.web.context import club
from outflank.web.fields import PersonName, Request
from outflank.web.problems import Problem, sentence
from outflank.web.requests import game_id

bp = Blueprint("host", __name__, url_prefix="/api/club/host")

GameId = Annotated[str, Meta(max_length=40, description="the id of a game")]
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


@dataclass(frozen=True, slots=True)
class MemberView:
    """A member, as the host sees them."""

    id: str
    name: str
    program: bool
    joined: float
    here: bool


@dataclass(frozen=True, slots=True)
class HostView:
    """The people of the club."""

    members: Sequence[MemberView]
    banned: Sequence[str]


@route(bp, "GET", "", refuses=(401, 429))
def look() -> HostView:
    """All members, and who is banned."""
    _expect_key()
    room = club()
    return HostView(
        [
            MemberView(one.id, one.name, one.program, one.joined, one.here > room.now)
            for one in room.club.members()
        ],
        room.club.banned(),
    )


@route(bp, "POST", "/rename", refuses=(401, 404, 409, 422, 429))
def rename(wanted: Renamed) -> HostView:
    """Give a member another name."""
    member = _member(wanted.player)
    try:
        name = checked_person(wanted.name)
        club().club.claim(member.visitor, name, name_key(name), member.face, program=member.program)
    except InvalidName as error:
        raise Problem(422, "invalid-name", sentence(error)) from None
    except NameTaken as error:
        raise Problem(409, "name-taken", sentence(error)) from None
    return _done()


@route(bp, "POST", "/remove", refuses=(401, 404, 429))
def remove(wanted: Whom) -> HostView:
    """Take a member's name away; the games stay."""
    club().club.remove(_member(wanted.player).visitor)
    return _done()


@route(bp, "POST", "/ban", refuses=(401, 404, 429))
def ban(wanted: Whom) -> HostView:
    """Let a member meet nobody here any more; the tables they opened are closed."""
    member = _member(wanted.player)
    club().club.ban(member)
    for game in club().club.open_tables_of(member.visitor):
        club().room.close(game)
    return _done()


@route(bp, "POST", "/unban", refuses=(401, 404, 429))
def unban(wanted: Unbanned) -> HostView:
    """Let somebody come again."""
    _expect_key()
    if not club().club.unban(wanted.name):
        raise Problem(404, "not-banned", "Nobody of this name is banned.")
    return _done()


@route(bp, "POST", "/close", refuses=(401, 404, 409, 429))
def close(wanted: Closed) -> HostView:
    """Call a game off; it does not count."""
    _expect_key()
    if not club().room.close(game_id(wanted.game)):
        raise Problem(409, "game-over", "This game is over already.")
    return _done()


@route(bp, "POST", "/export", refuses=(401, 404, 429), file="application/json")
def export(wanted: Whom) -> Response:
    """Everything there is about a member, as JSON."""
    found = everything_of(club().club.database, _member(wanted.player).visitor)
    return Response(json.dumps(found), mimetype="application/json")


@route(bp, "POST", "/delete", refuses=(401, 404, 429))
def delete(wanted: Whom) -> HostView:
    """Delete everything of a member; others keep their games, without the name."""
    forget_person(club().club.database, _member(wanted.player).visitor)
    return _done()


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


def _member(id_: str) -> Member:
    _expect_key()
    found = club().club.known_as(id_)
    if found is None:
        raise Problem(404, "no-such-member", "Nobody in the club is known so.")
    return found


def _done() -> HostView:
    club().room.tell_club()
    return look()

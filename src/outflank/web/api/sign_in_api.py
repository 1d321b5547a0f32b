"""The sign-in API, if the host lets club members sign in with passwords."""

import secrets
from typing import Annotated

from flask import Blueprint, current_app
from msgspec import Meta

from outflank.club.names import name_key
from outflank.storage.club.passwords import Passwords
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import PersonName, Request
from outflank.web.api.routing import route
from outflank.web.club.club_api import YouView, you
from outflank.web.context import PASSWORDS
from outflank.web.games import game_log
from outflank.web.games.game_service import expect_persons
from outflank.web.http.rate_limits import SIGN_INS
from outflank.web.http.visitors import become, visitor

bp = Blueprint("sign_in", __name__, url_prefix="/api/club")

LEAST, MOST = 8, 200  # characters; checked here, because field errors repeat the value
Password = Annotated[str, Meta(description=f"{LEAST} to {MOST} characters")]


class ChosenPassword(Request):
    """A password for your name in the club."""

    password: Password


class SignIn(Request):
    """A name in the club and its password."""

    name: PersonName
    password: Password


@route(bp, "POST", "/password", errors=(403, 409, 422, 503), budget=SIGN_INS, lane="passwords")
def choose_password(body: ChosenPassword) -> YouView:
    """Set the password for your name, replacing any earlier one."""
    who = expect_persons(visitor())
    if not LEAST <= len(body.password) <= MOST:
        why = _("A password must have {least} to {most} characters.", least=LEAST, most=MOST)
        raise ApiError(422, "invalid-password", why)
    _passwords().choose(who, body.password)
    return you()


@route(bp, "DELETE", "/password", errors=(403,))
def drop_password() -> YouView:
    """Remove your password."""
    _passwords().drop(visitor())
    return you()


@route(bp, "POST", "/sign-in", errors=(403, 409, 422, 503), budget=SIGN_INS, lane="passwords")
def sign_in(body: SignIn) -> YouView:
    """Sign in as a member of the club; games that you played as a guest are kept."""
    before = expect_persons(visitor())
    if len(body.password) > MOST:
        raise ApiError(403, "wrong-password", _("The name or the password is wrong."))
    owner = _passwords().sign_in(name_key(body.name), body.password, before)
    become(owner)
    game_log.recovered(owner, before)
    return you()


@route(bp, "DELETE", "/sign-in", errors=(403, 409))
def sign_out() -> YouView:
    """Sign out; your name and games stay for the next sign-in."""
    _passwords().expect_way_back(visitor())
    become(secrets.token_hex(16))
    return you()


def _passwords() -> Passwords:
    kept: Passwords | None = current_app.extensions[PASSWORDS]
    if kept is None:
        raise ApiError(
            403,
            "no-sign-in",
            _(
                "This server has no passwords. To continue on another device, use Start > Move to "
                "another device."
            ),
        )
    return kept

"""Visitors: each browser is somebody, known by a signed cookie and nothing else."""

import hashlib
import secrets
from functools import lru_cache

from flask import Flask, Request, current_app, g, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from outflank.storage.models import EVERYBODY
from outflank.web.settings import COOKIE_DAYS, SETTINGS

COOKIES_KNOWN = 4096  # of which we know that we signed them


class Sessions(SecureCookieSessionInterface):
    """Cookies that we signed are believed, whatever time they are stamped with.

    Flask takes one from the future for expired, and the visitor for somebody new, whose games are
    gone; a clock that was set back, or another host's that is ahead, must not do that. An old one
    is dropped by the browser, after ``COOKIE_DAYS``, and never by us: whoever has copied one is
    that visitor until the secret key changes.
    """

    def __init__(self, app: Flask) -> None:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None  # there is a secret key
        # Most requests bring a cookie that was looked at a moment ago.
        self._signed = lru_cache(COOKIES_KNOWN)(serializer.loads)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        try:
            cookie = request.cookies.get(self.get_cookie_name(app), "")
            return self.session_class(self._signed(cookie))
        except BadSignature:  # forged, signed with another key, or none yet
            return self.session_class()


def init_app(app: Flask) -> None:
    """Configure the cookie. Flask signs it with the secret key.

    Browsers send it to pages of other sites, which the host allows, only over https.
    """
    settings = app.extensions[SETTINGS]
    other_sites = bool(settings.allow_origins) and settings.secure_cookies
    app.session_interface = Sessions(app)
    app.config.update(
        SESSION_COOKIE_NAME="outflank",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="None" if other_sites else "Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=COOKIE_DAYS * 24 * 3600,
    )


def visitor() -> str:
    """Who is asking; somebody new gets an identity with the answer.

    A server of one game takes everybody for the same visitor, with or without a cookie.
    """
    if current_app.extensions[SETTINGS].one_game:
        g.visitor = EVERYBODY
        return EVERYBODY
    known = g.get("program") or session.get("visitor")  # a program comes with a token
    if isinstance(known, str):
        g.visitor = known
        return known
    session.permanent = True
    session["visitor"] = secrets.token_hex(16)
    g.visitor = session["visitor"]
    return str(session["visitor"])


def remember_longer() -> None:
    """Let the cookie last from now on anew."""
    visitor()
    session.modified = True


def become(somebody: str) -> None:
    """Let the browser that asks be somebody else from now on."""
    session.permanent = True
    session["visitor"] = g.visitor = somebody


def mark(visitor: str | None) -> str:
    """A short mark for the log: the same for all requests of a visitor, and no secret."""
    return "-" if visitor is None else hashlib.sha256(visitor.encode()).hexdigest()[:8]

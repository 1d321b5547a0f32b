"""Visitors: each browser is identified only by a signed cookie, and has a language."""

import hashlib
import secrets
from functools import lru_cache

from flask import Flask, Request, current_app, g, request, session
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface
from itsdangerous import BadSignature

from outflank.storage.models import EVERYBODY
from outflank.translation import ENGLISH, best_match, speak
from outflank.web.settings import COOKIE_DAYS, SETTINGS

COOKIES_KNOWN = 4096  # verified cookies in the cache
LANGUAGE_COOKIE = "language"


class Sessions(SecureCookieSessionInterface):
    """Accepts cookies with a valid signature regardless of their timestamp.

    Flask treats a timestamp in the future as expired, so a visitor would lose all games after a
    clock was set back or on a host whose clock is slow. Browsers drop old cookies after
    ``COOKIE_DAYS``; the server never does. A copied cookie is valid until the secret key changes.
    """

    def __init__(self, app: Flask) -> None:
        serializer = self.get_signing_serializer(app)
        assert serializer is not None  # because there is a secret key
        # Most requests have a recently verified cookie.
        self._signed = lru_cache(COOKIES_KNOWN)(serializer.loads)

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        try:
            cookie = request.cookies.get(self.get_cookie_name(app), "")
            return self.session_class(self._signed(cookie))
        except BadSignature:  # forged, signed with another key, or missing
            return self.session_class()


def init_app(app: Flask) -> None:
    """Configure the cookie, which Flask signs with the secret key.

    Requests from pages of other allowed sites include it only over https.
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
    app.before_request(lambda: speak(visitor_language()))


def visitor_language() -> str:
    """Return the visitor's choice, or else the browser's language."""
    chosen = request.cookies.get(LANGUAGE_COOKIE, "")
    return best_match([chosen, *request.accept_languages.values()]) or ENGLISH


def visitor() -> str:
    """Return the visitor's id; a new visitor gets a cookie with the response.

    On a one-game server all clients are the same visitor, with or without a cookie.
    """
    if current_app.extensions[SETTINGS].one_game:
        g.visitor = EVERYBODY
        return EVERYBODY
    known = g.get("program") or session.get("visitor")  # a program is identified by its token
    if isinstance(known, str):
        g.visitor = known
        return known
    session.permanent = True
    session["visitor"] = secrets.token_hex(16)
    g.visitor = session["visitor"]
    return str(session["visitor"])


def remember_longer() -> None:
    visitor()
    session.modified = True


def become(somebody: str) -> None:
    session.permanent = True
    session["visitor"] = g.visitor = somebody


def mark(visitor: str | None) -> str:
    """Return a short, non-secret identifier of a visitor for the log."""
    return "-" if visitor is None else hashlib.sha256(visitor.encode()).hexdigest()[:8]

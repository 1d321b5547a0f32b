"""Visitors: each browser is somebody, known by a signed cookie and nothing else."""

import secrets

from flask import Flask, g, session

COOKIE_DAYS = 400  # as long as browsers keep one


def init_app(app: Flask) -> None:
    """Configure the cookie. Flask signs it with the secret key."""
    app.config.update(
        SESSION_COOKIE_NAME="outflank",
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_SAMESITE="Lax",
        SESSION_REFRESH_EACH_REQUEST=False,
        PERMANENT_SESSION_LIFETIME=COOKIE_DAYS * 24 * 3600,
    )


def visitor() -> str:
    """Who is asking; somebody new gets an identity with the answer."""
    known = session.get("visitor")
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

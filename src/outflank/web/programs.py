"""Programs that come with a token: who they are, and that they do nothing but play."""

from flask import Flask, current_app, g, request

from outflank.storage import TOKEN_PREFIX, Tokens
from outflank.web.api import Route
from outflank.web.budgets import CODES, spend
from outflank.web.context import club
from outflank.web.problems import Problem


def init_app(app: Flask) -> None:
    """Look at each request for a token, before anybody asks who it is from."""
    app.before_request(recognise)


def recognise() -> None:
    """Say who comes with a token; refused where it opens nothing, or not this."""
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return
    view = current_app.view_functions.get(request.endpoint or "")
    opened = isinstance(view, Route) and view.programs
    if not token.startswith(TOKEN_PREFIX) and (not opened or club().club.is_key(token.strip())):
        return  # a host's, who also looks on where others play
    if not opened:
        raise Problem(
            403, "only-playing", "A program's token is for playing; it opens nothing else."
        )
    known = tokens().visitor(token.strip())
    if known is None:
        spend(CODES)  # nobody guesses for long
        raise Problem(
            401,
            "no-such-token",
            "This token opens nothing; it may be cut off or revoked. Club > Invite a program "
            "makes one.",
        )
    g.program = known


def is_program() -> bool:
    """Whether who asks has come with a token."""
    return "program" in g


def tokens() -> Tokens:
    """The tokens of the application that handles this request."""
    return club().tokens

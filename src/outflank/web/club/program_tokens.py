"""Programs that sign in with a token, and their limits: they can only play."""

from flask import g, request

from outflank.storage.club.tokens import TOKEN_PREFIX, Tokens
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.context import club
from outflank.web.http.rate_limits import CODES, spend


def recognize(*, opened: bool) -> None:
    """Identify a program by its token; reject unknown tokens and routes closed to programs."""
    scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return
    if not token.startswith(TOKEN_PREFIX) and (not opened or club().club.is_key(token.strip())):
        return  # possibly a host key, which also allows watching games
    if not opened:
        why = _("A program's token allows playing only. It does not allow this request.")
        raise ApiError(403, "only-playing", why)
    known = tokens().visitor(token.strip())
    if known is None:
        spend(CODES)  # limits guessing
        raise ApiError(
            401,
            "no-such-token",
            _(
                "This token is not valid. It may be incomplete or revoked. Make a new one with "
                "Club > Invite a program."
            ),
        )
    g.program = known


def is_program() -> bool:
    """Return True if the request has a program's token."""
    return "program" in g


def tokens() -> Tokens:
    return club().tokens

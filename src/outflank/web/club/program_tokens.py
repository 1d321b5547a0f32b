"""Programs that come with a token: who they are, and that they do nothing but play."""

from flask import g, request

from outflank.storage.club.tokens import TOKEN_PREFIX, Tokens
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.context import club
from outflank.web.http.rate_limits import CODES, spend


def recognize(*, opened: bool) -> None:
    """Identify a program by its token; refused where the token is unknown or the route closed."""
    scheme, _blank, token = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return
    if not token.startswith(TOKEN_PREFIX) and (not opened or club().club.is_key(token.strip())):
        return  # a host's, who also looks on where others play
    if not opened:
        why = _("A program's token allows playing only. It does not allow this request.")
        raise ApiError(403, "only-playing", why)
    known = tokens().visitor(token.strip())
    if known is None:
        spend(CODES)  # nobody guesses for long
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
    """Whether who asks has come with a token."""
    return "program" in g


def tokens() -> Tokens:
    return club().tokens

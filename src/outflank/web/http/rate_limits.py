"""Rate limits per visitor and per address; exceeding one returns 429 with a message.

Each server process counts separately and applies its share of the limit, so all of them together
allow the whole. An address may be a school's, so its limit is ``ADDRESS`` times that of a visitor.
Clients without cookies are new visitors each time, so only the limit of the address applies.
"""

from math import ceil

from flask import Flask, current_app, has_request_context, request

from outflank.storage.models import EVERYBODY
from outflank.translation import N_, _, ngettext
from outflank.web.api.errors import ApiError
from outflank.web.http.addresses import network_of
from outflank.web.http.visitors import visitor
from outflank.web.settings import SETTINGS
from outflank.workers.token_buckets import Budget, TokenBuckets

ADDRESS = 20  # visitors
SIGN_INS_ADDRESS = 5  # as each takes a twentieth of a second of a processor
REQUESTS = (N_("requests"), Budget(600, 0.05))  # of routes without a limit of their own
ANALYSES = (N_("analyses"), Budget(300, 0.2))
GAMES = (N_("new games"), Budget(60, 5))
IMPORTS = (N_("uploads"), Budget(30, 10))
PASTES = (N_("pasted texts"), Budget(60, 2))
PICTURES = (N_("pictures"), Budget(60, 2))
SEARCHES = (N_("archive searches"), Budget(60, 1))
REVIEWS = (N_("reviews"), Budget(600, 0.5))
CODES = (N_("codes"), Budget(10, 60))
SIGN_INS = (N_("sign-ins"), Budget(8, 30))
INVITATIONS = (N_("invitations"), Budget(30, 20))
PHRASES = (N_("phrases"), Budget(8, 4))
PROPOSALS = (N_("proposals"), Budget(12, 4))
CLAIMS = (N_("names"), Budget(10, 600))
# A class behind one address has eighty: one per student and one per program.
ENTRIES = (N_("event entries"), Budget(4, 900))
CHALLENGES = (N_("challenges"), Budget(20, 10))
TOKENS = (N_("tokens"), Budget(10, 60))
SEEKS = (N_("opponent searches"), Budget(20, 2))
NAMES = (N_("joined games"), Budget(30, 10))

Kind = tuple[str, Budget]
_TOKEN_BUCKETS = "outflank.token_buckets"


def init_app(app: Flask) -> None:
    app.extensions[_TOKEN_BUCKETS] = TokenBuckets()


def spend(kind: Kind) -> None:
    """Count a request of this visitor, or raise ``ApiError`` with the time to wait."""
    if not has_request_context():
        return  # called by the server itself
    times = current_app.extensions[SETTINGS].budget_times
    if kind in (CODES, SIGN_INS, NAMES, CLAIMS, ENTRIES):
        times = times or 1.0  # guessing is always limited
    if not times:
        return
    what, budget = kind
    share = budget.times(times)
    buckets: TokenBuckets = current_app.extensions[_TOKEN_BUCKETS]
    who = visitor()
    mine = [((what, who), share)] if who != EVERYBODY else []
    several = share.times(SIGN_INS_ADDRESS if kind == SIGN_INS else ADDRESS)
    wait = buckets.spend(((what, network_of(request.remote_addr or "")), several), *mine)
    if wait > 0:
        seconds = ceil(wait)
        raise ApiError(
            429,
            "too-many-requests",
            ngettext(
                "Too many requests ({kind}). Try again in {count} second.",
                "Too many requests ({kind}). Try again in {count} seconds.",
                seconds,
                kind=_(what),
            ),
            retry_after=seconds,
        )

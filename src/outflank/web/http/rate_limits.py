"""What one visitor, and one address, may ask for in a while; beyond it 429 and a sentence.

Each server process counts for itself, and gives out its share of what the host allows: whoever
meets them all gets the whole. An address may be a school's, so it has what ``ADDRESS`` visitors
have; who sends no cookie is a new visitor each time and has the address's budget alone.
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
GAMES = (N_("new games"), Budget(60, 5))
IMPORTS = (N_("uploads"), Budget(30, 10))
PASTES = (N_("pasted texts"), Budget(60, 2))
PICTURES = (N_("pictures"), Budget(60, 2))
SEARCHES = (N_("archive searches"), Budget(60, 1))
REVIEWS = (N_("reviews"), Budget(600, 0.5))
CODES = (N_("codes"), Budget(10, 60))
INVITATIONS = (N_("invitations"), Budget(30, 20))
PHRASES = (N_("phrases"), Budget(8, 4))
PROPOSALS = (N_("proposals"), Budget(12, 4))
CLAIMS = (N_("names"), Budget(10, 600))
# A class behind one address has eighty: everybody and a program each.
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
    """Let the visitor of this request have one of a kind, or say when there will be one."""
    if not has_request_context():
        return  # the server itself
    times = current_app.extensions[SETTINGS].budget_times
    if kind in (CODES, NAMES, CLAIMS, ENTRIES):
        times = times or 1.0  # nobody may guess for ever, whatever else is free
    if not times:
        return
    what, budget = kind
    share = budget.times(times)
    buckets: TokenBuckets = current_app.extensions[_TOKEN_BUCKETS]
    who = visitor()
    mine = [((what, who), share)] if who != EVERYBODY else []
    wait = buckets.spend(
        ((what, network_of(request.remote_addr or "")), share.times(ADDRESS)), *mine
    )
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

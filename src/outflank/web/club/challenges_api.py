"""The challenges API: challenges to members, and your games in progress."""

from dataclasses import dataclass

from flask import Blueprint

from outflank.storage.models import ChallengeRow
from outflank.web.api.fields import Request, Yes
from outflank.web.api.routing import checked_name, route
from outflank.web.api.shared_api import WantedGame
from outflank.web.club.challenges import YoursView
from outflank.web.club.club_api import GuestName
from outflank.web.club.club_service import time_control_text
from outflank.web.context import challenging, hosting
from outflank.web.games.game_service import expect_persons
from outflank.web.http.rate_limits import CHALLENGES
from outflank.web.http.visitors import visitor

bp = Blueprint("challenges", __name__, url_prefix="/api/club")


class NewChallenge(WantedGame):
    """The settings of a challenge's game."""

    name: GuestName = "Guest"


class ChallengeReply(Request):
    """The answer to a challenge."""

    yes: Yes


@dataclass(frozen=True, slots=True)
class Replied:
    """The new game; null if you declined."""

    game: str | None


@route(bp, "GET", "/yours", programs=True)
def yours() -> YoursView:
    """Return your games in progress and your open challenges."""
    who = visitor()
    return challenging().yours([who])[who]


@route(
    bp,
    "POST",
    "/players/<player>/challenge",
    status=201,
    errors=(403, 404, 409, 422, 507),
    budget=CHALLENGES,
)
def challenge(player: str, body: NewChallenge) -> YoursView:
    """Challenge a member who is online; the challenge expires after one minute."""
    who, other = expect_persons(visitor()), hosting().known(player)
    challenging().send(
        ChallengeRow(
            sender=who,
            receiver=other.visitor,
            name=checked_name(body.name),
            size=body.size,
            color=body.color,
            control=time_control_text(body.clock),
            rated=body.rated,
        ),
        other,
    )
    return yours()


@route(
    bp, "POST", "/challenges/<challenge>/answer", errors=(403, 404, 409, 422, 507), programs=True
)
def answer_challenge(challenge: str, body: ChallengeReply) -> Replied:
    """Accept a challenge and start its game, or decline it."""
    return Replied(challenging().answer(expect_persons(visitor()), challenge[:12], body.yes))


@route(bp, "DELETE", "/challenges/<challenge>", status=204)
def withdraw_challenge(challenge: str) -> None:
    """Withdraw your challenge, or dismiss its answer."""
    challenging().withdraw(visitor(), challenge[:12])

"""The API's challenges: to one member of the club, answered by them; and the games one plays."""

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
    """A game that you would like to play with somebody."""

    name: GuestName = "Guest"


class ChallengeReply(Request):
    """Whether you play."""

    yes: Yes


@dataclass(frozen=True, slots=True)
class Replied:
    """The table where you play now; none where you declined."""

    game: str | None


@route(bp, "GET", "/yours", programs=True)
def yours() -> YoursView:
    """The games that you play now, and challenges that wait: yours, and for you."""
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
    """Ask a member who is here for a game; it is forgotten where nobody answers in a minute."""
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
    """Accept a challenge, and have a table, or decline it."""
    return Replied(challenging().answer(expect_persons(visitor()), challenge[:12], body.yes))


@route(bp, "DELETE", "/challenges/<challenge>", status=204)
def withdraw_challenge(challenge: str) -> None:
    """Take a challenge of yours back; also said when you have seen its answer."""
    challenging().withdraw(visitor(), challenge[:12])

"""The API of a player's strengths and weaknesses over all reviewed games."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint
from msgspec import Meta

from outflank.openings.names import opening_name
from outflank.storage.study.game_reviews import GameReviews, OwnGame, review_key
from outflank.study.practice import cards_of
from outflank.study.review import analyze_move, judged
from outflank.study.strengths import ReviewedGame, Strengths, Topic, strengths
from outflank.study.values import SCREEN
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import Request
from outflank.web.api.routing import route
from outflank.web.api.study_api import lazy_engine, my_cards
from outflank.web.context import games
from outflank.web.games.links import link_of
from outflank.web.http.rate_limits import REVIEWS
from outflank.web.http.visitors import visitor

bp = Blueprint("strengths", __name__)

MOST_ERRORS = 5  # that one request adds to the positions to practice


@dataclass(frozen=True, slots=True)
class UnreviewedGame:
    """The id for the review of a game; a shared game is reviewed as a link."""

    id: str
    size: int


@dataclass(frozen=True, slots=True)
class StrengthsView:
    """The strengths and weaknesses, and the finished games that are not reviewed yet."""

    strengths: Strengths
    unreviewed: Sequence[UnreviewedGame]  # newest first


class TopicWanted(Request):
    """A topic to practice."""

    topic: Annotated[str, Meta(max_length=40, description="the key of a topic")]


@dataclass(frozen=True, slots=True)
class PracticeAdded:
    """The number of new positions to practice."""

    added: int


@route(bp, "GET", "/api/strengths", lane="slow")
def show_strengths() -> StrengthsView:
    """Summarize the reviews of the visitor's games."""
    reviewed, unreviewed = _games()
    waiting = [
        UnreviewedGame(link_of(own.game) if own.shared else own.id, own.game.size)
        for own in unreviewed
    ]
    return StrengthsView(strengths(reviewed), waiting)


@route(bp, "POST", "/api/strengths/practice", errors=(422, 503), budget=REVIEWS, lane="slow")
def practice_topic(body: TopicWanted) -> PracticeAdded:
    """Add the latest errors with a topic to the positions to practice."""
    topic = next((topic for topic in Topic if topic.key == body.topic), None)
    if topic is None:
        keys = ", ".join(topic.key for topic in Topic)
        raise ApiError(
            422, "no-such-topic", _("There is no such topic. Topics: {keys}.", keys=keys)
        )
    reviewed, _unreviewed = _games()
    made = [
        move
        for game in sorted(reviewed, key=lambda game: -game.at)
        for move, loss in game.own
        if Topic.of(loss.kind) is topic
    ]
    cards = my_cards()
    known = cards.known(move.board for move in made)
    new = [move for move in made if move.board not in known][:MOST_ERRORS]
    with lazy_engine() as engine:
        errors = [judged(move, analyze_move(move, engine(), SCREEN)) for move in new]
        added = cards.add(cards_of(errors, engine(), now=time.time())) if errors else 0
    return PracticeAdded(added)


def _games() -> tuple[list[ReviewedGame], list[OwnGame]]:
    """Return the visitor's finished games with a review, and those without."""
    stored = GameReviews(games().database, visitor())
    own = {review_key(each.game): each for each in stored.own_games()}
    found = stored.find(own)
    reviewed = [
        ReviewedGame(
            each.game, each.color, found[key], each.opponent, opening_name(each.game), each.at
        )
        for key, each in own.items()
        if key in found
    ]
    return reviewed, [each for key, each in own.items() if key not in found]

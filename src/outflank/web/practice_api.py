"""The API's practice: a visitor's own errors, asked again until they are none."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint
from msgspec import Meta

from outflank.board import Color, parse_square, square_name
from outflank.sitting import flips_of_moves
from outflank.storage.practice import PracticeCards
from outflank.study import SCREEN, Card, answered, cards_of, look_at, weigh
from outflank.study.practice import verdict
from outflank.study.review import judged
from outflank.web.api import route
from outflank.web.context import games
from outflank.web.fields import Request, SquareName, line
from outflank.web.problems import Problem, sentence
from outflank.web.study_api import ReviewMove, game_of, move_at, thinking
from outflank.web.visitors import visitor

MOST_DUE = 50

bp = Blueprint("practice", __name__)


class PracticeAnswer(Request):
    """A move tried in a position."""

    key: Annotated[str, line(300, "the key of a position")]
    square: SquareName
    first: Annotated[bool, Meta(description="true if it is the first answer, else false")]


@dataclass(frozen=True, slots=True)
class Added:
    """How many positions came to be practised."""

    added: int


@dataclass(frozen=True, slots=True)
class CardView:
    """A position to practise."""

    key: str
    size: int
    board: str
    turn: Color
    legal: Mapping[str, Sequence[str]]
    played: str
    loss: int


@dataclass(frozen=True, slots=True)
class Practice:
    """What is due."""

    due: Sequence[CardView]
    count: int
    seconds: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a move loses nothing."""

    right: bool
    sentence: str
    good: Sequence[str]
    seconds: int


@route(bp, "POST", "/api/games/<game>/practise", refuses=(404, 422, 503))
def practise(game: str, wanted: ReviewMove) -> Added:
    """Put an error of a game among the positions to practise."""
    made = move_at(game_of(game), wanted.ply)
    with thinking() as engine:
        move = judged(made, look_at(made, engine, SCREEN))
        cards = cards_of([move], engine, now=time.time())
    return Added(_cards().add(cards))


@route(bp, "GET", "/api/practice")
def due() -> Practice:
    """The positions that are due, those waiting longest first."""
    cards = _cards()
    now = time.time()
    waiting = cards.next_due()
    return Practice(
        due=[_shown(card) for card in cards.due(now, MOST_DUE)],
        count=cards.count(),
        seconds=None if waiting is None else max(0, round(waiting - now)),
    )


@route(bp, "POST", "/api/practice/answer", refuses=(404, 422))
def answer(wanted: PracticeAnswer) -> Verdict:
    """Say whether a move loses nothing; the first answer to a position counts for its schedule."""
    cards = _cards()
    card = cards.find(wanted.key)
    if card is None:
        raise Problem(404, "no-such-card", "You have no such position to practise.")
    try:
        square = parse_square(wanted.square, card.board.size)
    except ValueError as error:
        raise Problem(422, "illegal-move", sentence(error)) from None
    if square not in card.board.legal_moves:
        raise Problem(422, "illegal-move", f"Legal here are {card.board.legal_moves}.")
    right = card.accepts(square)
    told = f"{wanted.square} loses nothing."
    if not right:
        with thinking() as engine:
            told = verdict(card, weigh(card, square, engine))
    if wanted.first:
        card = answered(card, right, time.time())
        cards.update(card)
    return Verdict(
        right=right,
        sentence=told,
        good=[square_name(each, card.board.size) for each in card.good] if right else [],
        seconds=round(card.interval),
    )


def _cards() -> PracticeCards:
    return PracticeCards(games().database, visitor())


def _shown(card: Card) -> CardView:
    board = card.board
    return CardView(
        key=card.key,
        size=board.size,
        board=board.to_text().split()[0],
        turn=board.turn,
        legal=flips_of_moves(board),
        played=square_name(card.played, board.size),
        loss=card.loss,
    )

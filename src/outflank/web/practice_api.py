"""The API's practice: a visitor's own errors, asked again until they are none."""

import time
from typing import Any

from flask import Blueprint, Response, jsonify

from outflank.board import parse_square, square_name
from outflank.review import Card, Review, answered, cards_of, verdict
from outflank.review.review import review_move
from outflank.storage.practice import PracticeCards
from outflank.web.context import games
from outflank.web.problems import Problem, sentence
from outflank.web.requests import body
from outflank.web.state import legal_view
from outflank.web.study_api import REVIEW, game_of, move_at, thinking
from outflank.web.visitors import visitor

MOST_DUE = 50

bp = Blueprint("practice", __name__)


@bp.post("/api/games/<game>/practise")
def practise(game: str) -> Response:
    """Put an error of a game among the positions to practise."""
    studied = game_of(game)
    ply, number, board, square = move_at(studied, int(body("ReviewMove")["ply"]))
    with thinking() as engine:
        move = review_move(engine, REVIEW, ply, number, board, square)
        review = Review(studied.start, (move,), (), None, complete=False)
        cards = cards_of(review, engine, REVIEW, now=time.time())
    return jsonify(added=_cards().add(cards))


@bp.get("/api/practice")
def due() -> Response:
    """The positions that are due, those waiting longest first."""
    cards = _cards()
    now = time.time()
    waiting = cards.next_due()
    return jsonify(
        due=[_shown(card) for card in cards.due(now, MOST_DUE)],
        count=cards.count(),
        seconds=None if waiting is None else max(0, round(waiting - now)),
    )


@bp.post("/api/practice/answer")
def answer() -> Response:
    """Say whether a move loses nothing; the first answer to a position counts for its schedule."""
    wanted = body("PracticeAnswer")
    cards = _cards()
    card = cards.find(wanted["key"])
    if card is None:
        raise Problem(404, "no-such-card", "You have no such position to practise.")
    try:
        square = parse_square(wanted["square"], card.board.size)
    except ValueError as error:
        raise Problem(422, "illegal-move", sentence(error)) from None
    if square not in card.board.legal_moves:
        raise Problem(422, "illegal-move", f"Legal here are {card.board.legal_moves}.")
    right = card.accepts(square)
    if wanted["first"]:
        card = answered(card, right, time.time())
        cards.update(card)
    return jsonify(
        right=right,
        sentence=verdict(card, square),
        good=[square_name(each, card.board.size) for each in card.good] if right else [],
        seconds=round(card.interval),
    )


def _cards() -> PracticeCards:
    return PracticeCards(games().database, visitor())


def _shown(card: Card) -> dict[str, Any]:
    board = card.board
    return {
        "key": card.key,
        "size": board.size,
        "board": board.to_text().split()[0],
        "turn": board.turn.value,
        "legal": legal_view(board),
        "played": square_name(card.played, board.size),
        "loss": card.loss,
    }

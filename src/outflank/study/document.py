"""A review as plain data for JSON, to be read by other programs."""

from dataclasses import asdict
from typing import Any

from outflank.board import Color, square_name
from outflank.study.review import MoveReview, Review
from outflank.study.views import names


def review_document(review: Review) -> dict[str, Any]:
    """Return the whole review; moves are scored for their mover, the graph for Black."""
    size = review.start.size
    turning_point = review.turning_point
    return {
        "size": size,
        "start": review.start.to_text(),
        "complete": review.complete,
        "opening": review.opening or None,
        "moves": [_move(move) for move in review.moves],
        "graph": [
            asdict(point) | {"lost": {color.value: discs for color, discs in point.lost.items()}}
            for point in review.points
        ],
        "totals": {color.value: _totals(review, color) for color in Color},
        "turning_point": None if turning_point is None else turning_point.ply,
    }


def _move(move: MoveReview) -> dict[str, Any]:
    size = move.board.size
    return {
        "ply": move.ply,
        "number": move.number,
        "color": move.color.value,
        "board": move.board.to_text(),
        "move": move.name,
        "score": move.score,
        "best": square_name(move.best, size),
        "best_score": move.best_score,
        "loss": move.loss,
        "exact": move.exact,
        "line": [square_name(square, size) for square in move.line],
        "made_line": [square_name(square, size) for square in move.made_line],
        "answer": None if move.answer is None else square_name(move.answer, size),
        "judgement": move.judgement.value,
        "throws_away": move.throws_away,
        "reasons": [
            {
                "kind": reason.kind.value,
                "sentence": reason.sentence,
                "squares": list(names(reason.squares, size)),
                "replay": list(names(reason.replay, size)),
            }
            for reason in move.reasons
        ],
    }


def _totals(review: Review, color: Color) -> dict[str, Any]:
    totals = asdict(review.totals(color))
    judgements = {kind.value: number for kind, number in totals["judgements"].items()}
    return totals | {"judgements": judgements}

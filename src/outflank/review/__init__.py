"""Understanding a game: what every move cost and why, hints, and practice."""

from outflank.review.document import review_document
from outflank.review.hints import Fate, Hint, Hints, hints, truth
from outflank.review.judging import Judgement
from outflank.review.practice import (
    Card,
    Question,
    answered,
    cards_of,
    due_cards,
    duration,
    verdict,
)
from outflank.review.reasons import Kind, Reason, explain
from outflank.review.review import MoveReview, Point, Review, Totals, review_game, reviewing
from outflank.review.values import Effort, Value, value_after, value_of, values_of_moves

__all__ = [
    "Card",
    "Effort",
    "Fate",
    "Hint",
    "Hints",
    "Judgement",
    "Kind",
    "MoveReview",
    "Point",
    "Question",
    "Reason",
    "Review",
    "Totals",
    "Value",
    "answered",
    "cards_of",
    "due_cards",
    "duration",
    "explain",
    "hints",
    "review_document",
    "review_game",
    "reviewing",
    "truth",
    "value_after",
    "value_of",
    "values_of_moves",
    "verdict",
]

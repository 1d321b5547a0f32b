"""Understanding a game: what every move cost and why, hints, and practice."""

from outflank.review.document import review_document
from outflank.review.hints import Fate, Hint, Hints, hints, truth
from outflank.review.judging import Judgement
from outflank.review.practice import Card, answered, cards_of, due_cards, verdict
from outflank.review.reasons import Kind, Reason, explain
from outflank.review.review import MoveReview, Point, Review, Totals, review_game
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
    "Reason",
    "Review",
    "Totals",
    "Value",
    "answered",
    "cards_of",
    "due_cards",
    "explain",
    "hints",
    "review_document",
    "review_game",
    "truth",
    "value_after",
    "value_of",
    "values_of_moves",
    "verdict",
]

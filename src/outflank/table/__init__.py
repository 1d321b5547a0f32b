"""A table for screens that stay open: a sitting with its players, clock, hints and saves."""

from outflank.table.hints import (
    Adviser,
    Hint,
    first_adviser,
    opponent_as_adviser,
    usual_adviser,
)
from outflank.table.keeper import Keeper, Shelf
from outflank.table.labels import Label
from outflank.table.practice_desk import Deck, PracticeDesk
from outflank.table.review_desk import ReviewDesk, cannot_review
from outflank.table.shown import Shown
from outflank.table.stopwatch import Stopwatch
from outflank.table.table import Table, View
from outflank.table.values import best_line

__all__ = [
    "Adviser",
    "Deck",
    "Hint",
    "Keeper",
    "Label",
    "PracticeDesk",
    "ReviewDesk",
    "Shelf",
    "Shown",
    "Stopwatch",
    "Table",
    "View",
    "best_line",
    "cannot_review",
    "first_adviser",
    "opponent_as_adviser",
    "usual_adviser",
]

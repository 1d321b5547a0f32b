"""A table for screens that stay open: a sitting with its players, clock, hints and saves."""

from outflank.table.background import Post
from outflank.table.hints import Adviser, opponent_as_adviser, usual_adviser
from outflank.table.keeper import Keeper, Shelf
from outflank.table.shown import Shown
from outflank.table.stopwatch import Stopwatch
from outflank.table.study_desks import Deck, PracticeDesk, ReviewDesk
from outflank.table.table import USUAL_PACE, Screen, Table

__all__ = [
    "USUAL_PACE",
    "Adviser",
    "Deck",
    "Keeper",
    "Post",
    "PracticeDesk",
    "ReviewDesk",
    "Screen",
    "Shelf",
    "Shown",
    "Stopwatch",
    "Table",
    "opponent_as_adviser",
    "usual_adviser",
]

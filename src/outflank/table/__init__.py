"""A table for screens that stay open: a sitting with its players, clock, hints and saves."""

from outflank.table.hints import (
    Adviser,
    Hint,
    first_adviser,
    opponent_as_adviser,
    usual_adviser,
)
from outflank.table.stopwatch import Stopwatch
from outflank.table.table import Shelf, Table, View

__all__ = [
    "Adviser",
    "Hint",
    "Shelf",
    "Stopwatch",
    "Table",
    "View",
    "first_adviser",
    "opponent_as_adviser",
    "usual_adviser",
]

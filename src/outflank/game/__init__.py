"""A game: moves, forced passes, undo and redo, clocks, and the result."""

from outflank.game.clock import (
    LONGEST,
    InvalidTimeControl,
    TimeControl,
    TimeLeft,
    parse_time_control,
)
from outflank.game.game import Ending, Game, GameOver, Ply
from outflank.game.outcome import Outcome, Reason, outcome_on_board
from outflank.game.variations import MOST, Tree, Variation, Way, position
from outflank.game.writing import introduce

__all__ = [
    "LONGEST",
    "MOST",
    "Ending",
    "Game",
    "GameOver",
    "InvalidTimeControl",
    "Outcome",
    "Ply",
    "Reason",
    "TimeControl",
    "TimeLeft",
    "Tree",
    "Variation",
    "Way",
    "introduce",
    "outcome_on_board",
    "parse_time_control",
    "position",
]

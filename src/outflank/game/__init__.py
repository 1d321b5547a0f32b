"""One game: moves made, forced passes, taking back, clocks, and how it ended."""

from outflank.game.clock import LONGEST, TimeControl, TimeLeft, parse_time_control
from outflank.game.game import Ending, Game, GameOver, Ply
from outflank.game.outcome import Outcome, Reason, outcome_on_board
from outflank.game.writing import introduce

__all__ = [
    "LONGEST",
    "Ending",
    "Game",
    "GameOver",
    "Outcome",
    "Ply",
    "Reason",
    "TimeControl",
    "TimeLeft",
    "introduce",
    "outcome_on_board",
    "parse_time_control",
]

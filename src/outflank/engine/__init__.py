"""Thinking: a position in, a result out. Knows nothing of games or screens."""

from outflank.engine.analysis import Analysis
from outflank.engine.clock import seconds_for_move
from outflank.engine.engine import Engine
from outflank.engine.errors import CannotThink
from outflank.engine.levels import LEVELS, USUAL_LEVEL, Level
from outflank.engine.limit import Limit
from outflank.engine.native import ENGINE_SIZES, perft
from outflank.engine.result import Result

__all__ = [
    "ENGINE_SIZES",
    "LEVELS",
    "USUAL_LEVEL",
    "Analysis",
    "CannotThink",
    "Engine",
    "Level",
    "Limit",
    "Result",
    "perft",
    "seconds_for_move",
]

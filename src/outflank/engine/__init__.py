"""The search engine: takes a position and returns a result."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.engine import weights
    from outflank.engine.analysis import Analysis
    from outflank.engine.engine import Engine, Progress, Weights
    from outflank.engine.errors import CannotThink
    from outflank.engine.levels import LEVELS, Level
    from outflank.engine.limit import Limit
    from outflank.engine.native import perft
    from outflank.engine.recipe import Recipe
    from outflank.engine.result import Result

__all__ = [
    "LEVELS",
    "Analysis",
    "CannotThink",
    "Engine",
    "Level",
    "Limit",
    "Progress",
    "Recipe",
    "Result",
    "Weights",
    "perft",
    "weights",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__)

"""Thinking: a position in, a result out. Knows nothing of games or screens."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.engine import weights
    from outflank.engine.analysis import Analysis
    from outflank.engine.bench import bench_nodes, evaluation_speed, perft_speed
    from outflank.engine.clock import Settling, seconds_for_move
    from outflank.engine.engine import Engine, Progress, Weights
    from outflank.engine.errors import CannotThink
    from outflank.engine.levels import BOOK_FROM, LEVELS, USUAL_LEVEL, Level
    from outflank.engine.limit import DEEPEST, Limit
    from outflank.engine.native import perft, refuse_without_move
    from outflank.engine.recipe import Recipe, closest_move, drawn_mistake, mistake_chances
    from outflank.engine.result import Result

__all__ = [
    "BOOK_FROM",
    "DEEPEST",
    "LEVELS",
    "USUAL_LEVEL",
    "Analysis",
    "CannotThink",
    "Engine",
    "Level",
    "Limit",
    "Progress",
    "Recipe",
    "Result",
    "Settling",
    "Weights",
    "bench_nodes",
    "closest_move",
    "drawn_mistake",
    "evaluation_speed",
    "mistake_chances",
    "perft",
    "perft_speed",
    "refuse_without_move",
    "seconds_for_move",
    "weights",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "analysis": "Analysis",
            "bench": "bench_nodes evaluation_speed perft_speed",
            "clock": "Settling seconds_for_move",
            "engine": "Engine Progress Weights",
            "errors": "CannotThink",
            "levels": "BOOK_FROM LEVELS USUAL_LEVEL Level",
            "limit": "DEEPEST Limit",
            "native": "perft refuse_without_move",
            "recipe": "Recipe closest_move drawn_mistake mistake_chances",
            "result": "Result",
            "weights": "",
        },
    )

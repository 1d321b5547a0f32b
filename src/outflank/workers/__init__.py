"""Mechanisms: files of lines that survive a kill, guarded processes, waiting and budgets."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.workers.budgets import Budget, Purses
    from outflank.workers.child_side import LeftBehind, speak_apart
    from outflank.workers.isolation import CannotIsolate, Walls
    from outflank.workers.lines import LineFile, LinesError, LinesExist, read_lines
    from outflank.workers.places import Places
    from outflank.workers.pool import Pool
    from outflank.workers.process import Child, TooLong
    from outflank.workers.turns import Busy, Turns

__all__ = [
    "Budget",
    "Busy",
    "CannotIsolate",
    "Child",
    "LeftBehind",
    "LineFile",
    "LinesError",
    "LinesExist",
    "Places",
    "Pool",
    "Purses",
    "TooLong",
    "Turns",
    "Walls",
    "read_lines",
    "speak_apart",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "budgets": "Budget Purses",
            "child_side": "LeftBehind speak_apart",
            "isolation": "CannotIsolate Walls",
            "lines": "LineFile LinesError LinesExist read_lines",
            "places": "Places",
            "pool": "Pool",
            "process": "Child TooLong",
            "turns": "Busy Turns",
        },
    )

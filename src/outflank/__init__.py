"""Othello (Reversi), complete: play it, study it, teach a computer to play it."""

from typing import TYPE_CHECKING, Any

from outflank.board import (
    Board,
    Color,
    IllegalMove,
    InvalidPosition,
    InvalidSquare,
    SquareSet,
    Symmetry,
    parse_square,
    square_name,
)
from outflank.game import Game, GameOver, Outcome, Ply, Reason, TimeControl, introduce
from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.engine import Analysis, CannotThink, Engine, Limit, Result

__all__ = [
    "Analysis",
    "Board",
    "CannotThink",
    "Color",
    "Engine",
    "Game",
    "GameOver",
    "IllegalMove",
    "InvalidPosition",
    "InvalidSquare",
    "Limit",
    "Outcome",
    "Ply",
    "Reason",
    "Result",
    "SquareSet",
    "Symmetry",
    "TimeControl",
    "parse_square",
    "square_name",
]


def _writer() -> Any:
    from outflank.storage.files import export  # imported when the first game is written

    return export


introduce(_writer)

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__)  # lazy, so that a plain game starts without the engine


def __dir__() -> list[str]:
    return __all__

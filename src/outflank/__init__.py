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

_OF_THE_ENGINE = {"Analysis", "CannotThink", "Engine", "Limit", "Result"}


def _writer() -> Any:
    from outflank.storage.files import export  # when the first game is written

    return export


introduce(_writer)


def __getattr__(name: str) -> Any:
    # The engine is imported when somebody asks for it, so that a plain game starts at once.
    if name in _OF_THE_ENGINE:
        from outflank import engine

        return getattr(engine, name)
    raise AttributeError(f"module 'outflank' has no attribute {name!r}")

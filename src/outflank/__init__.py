"""Othello (Reversi), complete: play it, study it, teach a computer to play it."""

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
from outflank.engine import Analysis, CannotThink, Engine, Limit, Result
from outflank.game import Game, GameOver, Outcome, Ply, Reason, TimeControl

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

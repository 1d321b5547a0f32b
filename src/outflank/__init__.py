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
from outflank.game import Game, GameOver, Outcome, Ply, Reason, TimeControl

__all__ = [
    "Board",
    "Color",
    "Game",
    "GameOver",
    "IllegalMove",
    "InvalidPosition",
    "InvalidSquare",
    "Outcome",
    "Ply",
    "Reason",
    "SquareSet",
    "Symmetry",
    "TimeControl",
    "parse_square",
    "square_name",
]

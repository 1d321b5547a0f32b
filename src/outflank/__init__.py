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

__all__ = [
    "Board",
    "Color",
    "IllegalMove",
    "InvalidPosition",
    "InvalidSquare",
    "SquareSet",
    "Symmetry",
    "parse_square",
    "square_name",
]

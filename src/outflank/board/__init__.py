"""The rules of Othello on boards of even sizes from 4 to 16, using only the standard library."""

from outflank.board.board import Board
from outflank.board.color import Color
from outflank.board.errors import IllegalMove, InvalidPosition, InvalidSquare
from outflank.board.geometry import (
    LARGEST_SIZE,
    SIZES,
    SMALLEST_SIZE,
    Bitboard,
    Square,
    SquareLike,
    geometry_of,
)
from outflank.board.notation import (
    COLUMNS,
    names_of_squares,
    parse_square,
    square_forms,
    square_name,
)
from outflank.board.squares import SquareSet
from outflank.board.symmetry import Symmetry
from outflank.board.words import listed, sentence

__all__ = [
    "COLUMNS",
    "LARGEST_SIZE",
    "SIZES",
    "SMALLEST_SIZE",
    "Bitboard",
    "Board",
    "Color",
    "IllegalMove",
    "InvalidPosition",
    "InvalidSquare",
    "Square",
    "SquareLike",
    "SquareSet",
    "Symmetry",
    "geometry_of",
    "listed",
    "names_of_squares",
    "parse_square",
    "sentence",
    "square_forms",
    "square_name",
]

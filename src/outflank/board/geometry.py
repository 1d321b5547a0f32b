"""Sizes and masks of boards, computed once per size."""

from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from outflank.board.errors import InvalidPosition
from outflank.translation import _

Square: TypeAlias = int
"""A square's number: row × size + column, so a1 is 0 and, on 8×8, h8 is 63."""

SquareLike: TypeAlias = int | str | tuple[int, int] | list[int]
"""A square as an argument: its number, its name, or its row and column from 0."""

Bitboard: TypeAlias = int
"""A set of squares as the bits of one integer."""

SMALLEST_SIZE = 4
LARGEST_SIZE = 16
SIZES = range(SMALLEST_SIZE, LARGEST_SIZE + 1, 2)


@dataclass(frozen=True, slots=True)
class Geometry:
    """Masks and shifts for boards of ``size`` × ``size`` squares."""

    size: int
    squares: int
    everywhere: Bitboard
    lines: tuple[tuple[int, Bitboard], ...]
    """The four directions through a square: the shift of a step, and the squares it may cross.

    Horizontal and diagonal runs that cross the first or last column would wrap around the board, so
    they are limited to the inner columns. Vertical runs need no mask.
    """


@cache
def geometry_of(size: int) -> Geometry:
    """Return the geometry of an even board size from 4 to 16."""
    if size not in SIZES:
        raise InvalidPosition(
            _(
                "{size} is not a board size. A board is an even number of squares wide, from "
                "{least} to {most}",
                size=repr(size),
                least=SMALLEST_SIZE,
                most=LARGEST_SIZE,
            )
        )
    squares = size * size
    everywhere = (1 << squares) - 1
    first_column = sum(1 << (row * size) for row in range(size))
    last_column = first_column << (size - 1)
    inner = everywhere & ~(first_column | last_column)
    lines = ((1, inner), (size, everywhere), (size - 1, inner), (size + 1, inner))
    return Geometry(size, squares, everywhere, lines)

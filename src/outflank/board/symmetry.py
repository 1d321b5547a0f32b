"""The eight symmetries of a board."""

from enum import Enum
from functools import cache

from outflank.board.geometry import Bitboard, Square


class Symmetry(Enum):
    """A rotation or reflection of the board, under which the rules are the same.

    The value is three flags, applied in this order: reflect at the main diagonal a1–h8, reverse the
    rows, reverse the columns.
    """

    IDENTITY = (False, False, False)
    FLIP_ROWS = (False, True, False)
    FLIP_COLUMNS = (False, False, True)
    ROTATE_180 = (False, True, True)
    TRANSPOSE = (True, False, False)
    ROTATE_270 = (True, True, False)
    ROTATE_90 = (True, False, True)
    ANTI_TRANSPOSE = (True, True, True)

    @property
    def inverse(self) -> "Symmetry":
        """The symmetry that undoes this one."""
        if self is Symmetry.ROTATE_90:
            return Symmetry.ROTATE_270
        if self is Symmetry.ROTATE_270:
            return Symmetry.ROTATE_90
        return self

    def square(self, square: Square, size: int = 8) -> Square:
        """Return the image of a square.

        >>> from outflank.board import parse_square, square_name
        >>> square_name(Symmetry.ROTATE_180.square(parse_square("f5")))
        'c4'
        """
        return _destinations(self, size)[square]

    def bits(self, squares: Bitboard, size: int = 8) -> Bitboard:
        """Return the image of a set of squares."""
        destinations = _destinations(self, size)
        moved = 0
        while squares:
            lowest = squares & -squares
            moved |= 1 << destinations[lowest.bit_length() - 1]
            squares ^= lowest
        return moved


@cache
def _destinations(symmetry: Symmetry, size: int) -> tuple[Square, ...]:
    mirror, flip_rows, flip_columns = symmetry.value
    destinations = []
    for square in range(size * size):
        row, column = divmod(square, size)
        if mirror:
            row, column = column, row
        if flip_rows:
            row = size - 1 - row
        if flip_columns:
            column = size - 1 - column
        destinations.append(row * size + column)
    return tuple(destinations)

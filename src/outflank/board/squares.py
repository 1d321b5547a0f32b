"""Sets of squares: readable wrappers of bitboards."""

import operator
from collections.abc import Callable, Iterable, Iterator
from typing import SupportsIndex

from outflank import _native
from outflank.board.geometry import Bitboard, Square, SquareLike, geometry_of
from outflank.board.notation import (
    checked_square,
    names_of_squares,
    parse_square,
    row_and_column,
)


class SquareSet:
    """A set of squares of a board, in reading order from a1.

    >>> squares = SquareSet.of(["d3", "c4"])
    >>> print(squares)
    d3 c4
    >>> len(squares), "d3" in squares, 19 in squares, list(squares)
    (2, True, True, [19, 26])
    >>> (2, 3) in squares  # row and column, from 0
    True
    >>> squares[0], squares[-1]
    (19, 26)
    >>> squares - SquareSet.of(["d3"])
    SquareSet.of(['c4'])
    """

    __slots__ = ()

    def __new__(cls, *_: object) -> "SquareSet":
        if cls is SquareSet:
            raise TypeError(
                "create a set of squares with SquareSet.of(…) or SquareSet.from_bits(…)"
            )
        return super().__new__(cls)

    @staticmethod
    def of(squares: Iterable[SquareLike], size: int = 8) -> "SquareSet":
        """Create a set from squares given by name, number, or row and column."""
        bits = 0
        for square in squares:
            bits |= 1 << checked_square(square, size)
        return SquareSet.from_bits(bits, size)

    @staticmethod
    def from_bits(bits: Bitboard, size: int = 8) -> "SquareSet":
        """Create a set from the one bits of ``bits``."""
        bits = operator.index(bits)
        if not 0 <= bits <= geometry_of(size).everywhere:
            raise ValueError(
                f"a set of squares of a {size}×{size} board is a number of {size * size} bits; "
                f"got {bits:#x}"
            )
        return make_squares(bits, size)

    # Implemented by the native classes below.

    @property
    def bits(self) -> Bitboard:
        """The squares as the bits of an integer."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """The size of the board."""
        raise NotImplementedError

    def __iter__(self) -> Iterator[Square]:
        raise NotImplementedError

    def __len__(self) -> int:
        raise NotImplementedError

    def __getitem__(self, place: SupportsIndex) -> Square:
        """Return the square at an index in reading order.

        This makes ``random.choice(board.legal_moves)`` work. To visit all squares, iterate over the
        set.
        """
        try:
            return tuple(self)[operator.index(place)]
        except TypeError:
            raise TypeError(
                f"expected the index of one square, as in squares[0], got {place!r}; "
                "for anything else use list(squares)"
            ) from None
        except IndexError:
            raise IndexError(
                f"expected a place from {-len(self)} to {len(self) - 1} as the set has "
                f"{len(self)} squares, got {place!r}"
                if self
                else f"the set has no squares, so none at place {place!r}"
            ) from None

    def __contains__(self, square: object) -> bool:
        if isinstance(square, str):
            number = parse_square(square, self.size)
        elif isinstance(square, tuple | list) or getattr(square, "shape", None):  # numpy arrays
            row, column = row_and_column(square, self.size)
            if not (0 <= row < self.size and 0 <= column < self.size):
                return False
            number = row * self.size + column
        elif hasattr(square, "__index__"):
            number = operator.index(square)
        else:
            return False
        return 0 <= number < self.size * self.size and bool(self.bits >> number & 1)

    def __or__(self, other: object) -> "SquareSet":
        if not isinstance(other, SquareSet):
            return NotImplemented
        return make_squares(self.bits | self._same_board(other), self.size)

    def __and__(self, other: object) -> "SquareSet":
        if not isinstance(other, SquareSet):
            return NotImplemented
        return make_squares(self.bits & self._same_board(other), self.size)

    def __sub__(self, other: object) -> "SquareSet":
        if not isinstance(other, SquareSet):
            return NotImplemented
        return make_squares(self.bits & ~self._same_board(other), self.size)

    def __invert__(self) -> "SquareSet":
        return make_squares(geometry_of(self.size).everywhere & ~self.bits, self.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SquareSet):
            return NotImplemented
        return self.bits == other.bits and self.size == other.size

    def __hash__(self) -> int:
        return hash((self.bits, self.size))

    @property
    def names(self) -> list[str]:
        """The squares' names in reading order."""
        names = names_of_squares(self.size)
        return [names[square] for square in self]

    def __str__(self) -> str:
        return " ".join(self.names)

    def __repr__(self) -> str:
        size = "" if self.size == 8 else f", size={self.size}"
        return f"SquareSet.of({self.names!r}{size})"

    def __reduce__(self) -> tuple[object, ...]:
        return make_squares, (self.bits, self.size)

    def _same_board(self, other: "SquareSet") -> Bitboard:
        if self.size != other.size:
            raise ValueError(
                f"both sets must have the same board size; got {self.size}×{self.size} and "
                f"{other.size}×{other.size}"
            )
        return other.bits


NativeSquareSet: Callable[[Bitboard], SquareSet]
WideSquareSet: Callable[[Bitboard, int], SquareSet]
NativeSquareSet, WideSquareSet = _native.make_square_set_types(SquareSet)
"""Native sets of squares, for 8×8 and for all other sizes."""


def make_squares(bits: Bitboard, size: int) -> SquareSet:
    """Create a set for this size without validation."""
    return NativeSquareSet(bits) if size == 8 else WideSquareSet(bits, size)

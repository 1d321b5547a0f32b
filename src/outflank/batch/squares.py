"""Sets of squares as bits and as one number a square, by the thousand."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.board import Symmetry


def unpacked(bits: NDArray[np.uint64], size: int) -> NDArray[np.uint8]:
    """Each set as a row of 0 and 1, a1 first; further dimensions stay in front."""
    octets = np.ascontiguousarray(bits, "<u8").view(np.uint8).reshape(*bits.shape, 8)
    return np.unpackbits(octets, axis=-1, bitorder="little", count=size * size)


def packed(squares: NDArray[Any]) -> NDArray[np.uint64]:
    """The sets of rows of 0 and 1."""
    octets = np.packbits(squares, axis=-1, bitorder="little")
    return np.ascontiguousarray(octets).view("<u8")[..., 0].astype(np.uint64)


def moved(bits: NDArray[np.uint64], symmetry: Symmetry, size: int) -> NDArray[np.uint64]:
    """Where sets of squares go when the board is turned or mirrored."""
    if symmetry is Symmetry.IDENTITY:
        return bits.copy()
    return packed(unpacked(bits, size)[:, _sources(symmetry, size)])


@cache
def _sources(symmetry: Symmetry, size: int) -> NDArray[np.intp]:
    """Which square comes to each."""
    return np.array([symmetry.inverse.square(square, size) for square in range(size * size)])

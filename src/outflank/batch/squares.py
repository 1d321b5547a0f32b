"""Batches of square sets, as bits, as arrays of 0 and 1, or as Python integers.

On 8×8 a set is a 64-bit number; on other sizes it is sixteen rows of sixteen bits, with the board
at the top left.
"""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.board import Bitboard, Symmetry, geometry_of

ROWS = 16


def unpacked(bits: NDArray[Any], size: int) -> NDArray[np.uint8]:
    """Convert each set to a row of 0 and 1, a1 first; leading dimensions are kept."""
    if size == 8:
        octets = np.ascontiguousarray(bits, "<u8").view(np.uint8).reshape(*bits.shape, 8)
        return np.unpackbits(octets, axis=-1, bitorder="little")
    octets = np.ascontiguousarray(bits, "<u2").view(np.uint8).reshape(*bits.shape, 2)
    cells = np.unpackbits(octets, axis=-1, bitorder="little")[..., :size, :size]
    return np.ascontiguousarray(cells).reshape(*bits.shape[:-1], size * size)


def packed(squares: NDArray[Any], size: int) -> NDArray[Any]:
    """Convert rows of 0 and 1 to sets."""
    if size == 8:
        octets = np.packbits(squares, axis=-1, bitorder="little")
        return np.ascontiguousarray(octets).view("<u8")[..., 0].astype(np.uint64)
    cells = np.zeros((*squares.shape[:-1], ROWS, ROWS), np.uint8)
    cells[..., :size, :size] = squares.reshape(*squares.shape[:-1], size, size)
    octets = np.packbits(cells, axis=-1, bitorder="little")
    return np.ascontiguousarray(octets).view("<u2")[..., 0].astype(np.uint16)


def numbers(bits: NDArray[Any], size: int) -> list[Bitboard]:
    """Convert each set to an integer as used by ``Board``, with bit ``row * size + column``."""
    if size == 8:
        return [int(number) for number in bits]
    octets = np.packbits(unpacked(bits, size), axis=-1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in octets]


def of_numbers(values: Sequence[Bitboard], size: int) -> NDArray[Any]:
    """Convert such integers to sets."""
    if size == 8:
        return np.array(values, np.uint64)
    squares = size * size
    octets = b"".join(value.to_bytes((squares + 7) // 8, "little") for value in values)
    seen = np.frombuffer(octets, np.uint8).reshape(len(values), -1)
    return packed(np.unpackbits(seen, axis=-1, bitorder="little", count=squares), size)


@cache
def everywhere(size: int) -> Any:
    """Return the set of all squares."""
    if size == 8:
        return np.uint64(2**64 - 1)
    return of_numbers([geometry_of(size).everywhere], size)[0]


def some(bits: NDArray[Any]) -> NDArray[np.bool_]:
    """Return the mask of non-empty sets."""
    any_bit: NDArray[np.bool_] = bits != 0 if bits.ndim == 1 else (bits != 0).any(axis=1)
    return any_bit


def counted(bits: NDArray[Any]) -> NDArray[np.integer[Any]]:
    """Return the number of squares of each set."""
    counts: NDArray[np.integer[Any]] = np.bitwise_count(bits)
    return counts if bits.ndim == 1 else counts.sum(axis=1, dtype=np.int16)


def chosen(where: NDArray[np.bool_], one: NDArray[Any], other: NDArray[Any]) -> NDArray[Any]:
    """Select sets from one array or the other by a mask."""
    return np.where(where if one.ndim == 1 else where[:, None], one, other)


def smaller(one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.bool_]:
    """Return the mask of sets that are smaller as integers."""
    if one.ndim == 1:
        less: NDArray[np.bool_] = one < other
        return less
    less = np.zeros(len(one), np.bool_)
    for row in range(ROWS):  # lower rows are more significant
        less = (one[:, row] < other[:, row]) | (less & (one[:, row] == other[:, row]))
    return less


def moved(bits: NDArray[Any], symmetry: Symmetry, size: int) -> NDArray[Any]:
    """Apply a symmetry to sets of squares."""
    if symmetry is Symmetry.IDENTITY:
        return bits.copy()
    return packed(unpacked(bits, size)[:, _sources(symmetry, size)], size)


@cache
def _sources(symmetry: Symmetry, size: int) -> NDArray[np.intp]:
    """Return the source square of each square under a symmetry."""
    return np.array([symmetry.inverse.square(square, size) for square in range(size * size)])

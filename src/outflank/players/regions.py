"""Kinds of squares in beginners' strategy: corners, edges, and the squares next to them."""

from enum import IntEnum
from functools import cache

from outflank.board import Square


class Region(IntEnum):
    """The kind of a square, best first."""

    CORNER = 0
    EDGE = 1
    """On the edge, away from the corners."""
    INSIDE = 2
    RING = 3
    """Next to the edge, away from the corners."""
    NEAR_CORNER = 4
    """The three neighbors of a corner: two C squares on the edges and the diagonal X square."""


@cache
def regions(size: int) -> tuple[Region, ...]:
    return tuple(_region(*divmod(square, size), size) for square in range(size * size))


@cache
def corner_of(size: int) -> dict[Square, Square]:
    """Map each neighbor of a corner to that corner."""
    corners = {}
    for row, down in ((0, 1), (size - 1, -1)):
        for column, right in ((0, 1), (size - 1, -1)):
            corner = row * size + column
            for neighbor in (
                (row, column + right),
                (row + down, column),
                (row + down, column + right),
            ):
                corners[neighbor[0] * size + neighbor[1]] = corner
    return corners


def _region(row: int, column: int, size: int) -> Region:
    # Distances to the nearest edges, so that all four corners are equivalent.
    across, along = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
    if along == 0:
        return Region.CORNER
    if along == 1:
        return Region.NEAR_CORNER
    if across == 0:
        return Region.EDGE
    return Region.RING if across == 1 else Region.INSIDE

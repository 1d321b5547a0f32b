"""Kinds of squares that beginners' books tell apart: corners, edges, the squares next to them."""

from enum import IntEnum
from functools import cache

from outflank.board import Square


class Region(IntEnum):
    """What kind of square a square is, the most wanted first."""

    CORNER = 0
    EDGE = 1
    """On the edge, away from the corners."""
    INSIDE = 2
    RING = 3
    """Next to the edge, away from the corners."""
    NEAR_CORNER = 4
    """The three neighbours of a corner, on the edge (C squares) or diagonally (the X square)."""


@cache
def regions(size: int) -> tuple[Region, ...]:
    return tuple(_region(*divmod(square, size), size) for square in range(size * size))


@cache
def corner_of(size: int) -> dict[Square, Square]:
    """For each neighbour of a corner, that corner."""
    corners = {}
    for row, down in ((0, 1), (size - 1, -1)):
        for column, right in ((0, 1), (size - 1, -1)):
            corner = row * size + column
            for neighbour in (
                (row, column + right),
                (row + down, column),
                (row + down, column + right),
            ):
                corners[neighbour[0] * size + neighbour[1]] = corner
    return corners


def _region(row: int, column: int, size: int) -> Region:
    # Distance to the nearest edge across and along, so that all four corners look alike.
    across, along = sorted((min(row, size - 1 - row), min(column, size - 1 - column)))
    if along == 0:
        return Region.CORNER
    if along == 1:
        return Region.NEAR_CORNER
    if across == 0:
        return Region.EDGE
    return Region.RING if across == 1 else Region.INSIDE

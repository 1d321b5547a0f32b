"""Statistics of opening positions in tournament games, shipped with Outflank.

The figures come from WTHOR, the game archive of the French Othello Federation: every position of
the first 24 moves that at least 5 games reached, up to symmetry. No games are included. The file
``statistics.xz`` is made by ``tools/opening_statistics.py``: columns of numbers, with positions
sorted by a hash of 40 bits.
"""

import lzma
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from itertools import accumulate

from outflank.board import Board, Color, Square, Symmetry

FILE = "statistics.xz"
DEEPEST = 24  # moves
LEAST = 5  # games
KEY_BYTES = 5
SIZES = struct.Struct("<II")  # positions and moves
MOVE_COLUMNS = 5  # square, games, won, drawn, sum of scores
ERA = 1900  # years are stored in one byte
PLANES = 4  # bytes of a number; equal bytes of a column are together, which compresses better

MoveFigures = tuple[Square, int, int, int, int, int]
"""A move, the numbers of games, wins, draws and losses, and the sum of disc differences, all from
the view of the side that moved."""


@dataclass(frozen=True, slots=True)
class PositionFigures:
    """What the games say of a position."""

    games: int
    years: tuple[int, int]  # of the first and the last game
    moves: tuple[MoveFigures, ...]


def canonical_key(board: Board) -> tuple[bytes, Symmetry]:
    """Return a hash that symmetric positions share, and the symmetry to its orientation."""
    own, other, number = min(
        (symmetry.bits(board.mover_bits, 8), symmetry.bits(board.opponent_bits, 8), at)
        for at, symmetry in enumerate(Symmetry)
    )
    return hash_of(own, other, white=board.turn is Color.WHITE), list(Symmetry)[number]


def hash_of(own: int, other: int, *, white: bool) -> bytes:
    position = struct.pack("<QQ?", own, other, white)
    return blake2b(position, digest_size=KEY_BYTES).digest()


class OpeningStatistics:
    """The figures of a file, found by position."""

    def __init__(self, data: bytes) -> None:
        raw = memoryview(lzma.decompress(data))
        positions, moves = SIZES.unpack_from(raw)
        at = SIZES.size + positions * KEY_BYTES
        keys = bytes(raw[SIZES.size : at])
        self._places = {
            keys[begin : begin + KEY_BYTES]: begin // KEY_BYTES
            for begin in range(0, len(keys), KEY_BYTES)
        }
        small = [raw[at + n * positions : at + (n + 1) * positions] for n in range(3)]
        self._first, self._last, self._choices = map(bytes, small)
        self._begins = [0, *accumulate(self._choices)]
        at += 3 * positions
        self._games = _numbers(raw[at : at + PLANES * positions])
        at += PLANES * positions
        self._columns = [
            _numbers(raw[begin : begin + PLANES * moves])
            for begin in range(at, at + MOVE_COLUMNS * PLANES * moves, PLANES * moves)
        ]

    def __len__(self) -> int:
        return len(self._places)

    def at(self, board: Board) -> PositionFigures | None:
        """Return the figures of a position in any orientation; None for one that is not there."""
        if board.size != 8 or len(board.empties) < 60 - DEEPEST:
            return None
        key, symmetry = canonical_key(board)
        place = self._places.get(key)
        if place is None:
            return None
        back = {symmetry.square(square): square for square in board.legal_moves}
        years = ERA + self._first[place], ERA + self._last[place]
        return PositionFigures(self._games[place], years, tuple(self._moves(place, back)))

    def _moves(self, place: int, back: dict[Square, Square]) -> Iterator[MoveFigures]:
        for move in range(self._begins[place], self._begins[place + 1]):
            square, games, won, drawn, score = (column[move] for column in self._columns)
            yield back[square], games, won, drawn, games - won - drawn, score


def _numbers(planes: memoryview) -> tuple[int, ...]:
    count = len(planes) // PLANES
    raw = bytearray(len(planes))
    for plane in range(PLANES):
        raw[plane::PLANES] = planes[plane * count : (plane + 1) * count]
    return struct.unpack(f"<{count}i", raw)


@cache
def opening_statistics() -> OpeningStatistics:
    """Return the statistics that ship with Outflank.

    >>> start = opening_statistics().at(Board())
    >>> start is not None and start.games > 100_000
    True
    """
    return OpeningStatistics(files("outflank.openings").joinpath(FILE).read_bytes())

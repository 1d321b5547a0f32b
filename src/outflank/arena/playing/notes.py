"""Notes that a playing process shares with its guard in memory.

The notes survive a crash of the process: the player to move, the deadline, and the moves so far.
Writing a note takes a microsecond and no system call, so there is one before every move.
"""

import mmap
import os
import struct
from dataclasses import dataclass

from outflank.board import Color, Square

_HEAD = struct.Struct("<iid")  # side to move, number of moves, deadline
_NOBODY, _BLACK, _WHITE = 0, 1, 2
_LOADING = 2  # added to a side that is loading and not yet to move
_MOVES = 256  # squares of the largest board; one byte per move
_SQUARES = _HEAD.size  # offset of the moves
SIZE = _SQUARES + _MOVES
CLOSED = 76  # exit code of a playing process whose files a player closed
# Used twice per move, so looked up once.
_note = _HEAD.pack_into
_BLACKS = Color.BLACK


@dataclass(frozen=True)
class Noted:
    """The notes as read by the guard."""

    asked: Color | None
    until: float  # time.monotonic(), which both processes share
    loading: bool  # True while it loads, before its first move
    moves: tuple[Square, ...]  # after the opening, without passes


class Notes:
    """Receives the referee's notes; this base class ignores them."""

    def loading(self, color: Color, until: float) -> None:
        """Note that this side is loading and must finish by ``until``."""

    def thinking(self, color: Color, until: float) -> None:
        """Note that this side must move by ``until``."""

    def played(self, square: Square) -> None:
        """Note the next move."""


class SharedNotes(Notes):
    """The notes of one process, written by the playing process and read by the guard."""

    def __init__(self, handle: int) -> None:
        self._memory = mmap.mmap(handle, SIZE)
        self._made = 0

    @classmethod
    def at(cls, place: str) -> "SharedNotes":
        """Open the notes of the guard: an inherited file descriptor, or on Windows a path."""
        if place.isdecimal():
            return cls(int(place))
        with open(place, "r+b") as file:
            return cls(file.fileno())

    @staticmethod
    def make_file(handle: int) -> None:
        os.ftruncate(handle, SIZE)

    def idle(self) -> None:
        self._made = 0
        _note(self._memory, 0, _NOBODY, 0, 0.0)

    def loading(self, color: Color, until: float) -> None:
        _note(self._memory, 0, _LOADING + (1 if color is _BLACKS else 2), self._made, until)

    def thinking(self, color: Color, until: float) -> None:
        _note(self._memory, 0, _BLACK if color is _BLACKS else _WHITE, self._made, until)

    def played(self, square: Square) -> None:
        self._memory[_SQUARES + self._made] = square
        self._made += 1

    def read(self) -> Noted:
        who, made, until = _HEAD.unpack_from(self._memory, 0)
        loading = who > _LOADING
        asked = (None, Color.BLACK, Color.WHITE)[who - _LOADING if loading else who]
        return Noted(asked, until, loading, tuple(self._memory[_SQUARES : _SQUARES + made]))

    def close(self) -> None:
        self._memory.close()

"""What a playing process notes in memory it shares with its guard.

When a player takes its process down, nothing in that process can report any more. The notes survive
it: who had been asked, until when, and the moves made so far. A note costs a microsecond and no
system call, so it can be taken before every move.
"""

import mmap
import os
import struct
from dataclasses import dataclass

from outflank.board import Color, Square

_HEAD = struct.Struct("<iid")  # who has been asked, how many moves were made, until when
_NOBODY, _BLACK, _WHITE = 0, 1, 2
_LOADING = 2  # is added to a side that is not asked for a move yet, but gets ready
_MOVES = 256  # squares of the largest board; each move fills one
_SQUARES = _HEAD.size  # where the moves begin
SIZE = _SQUARES + _MOVES
CLOSED = 76  # the exit code of a playing process whose files a player closed
# Noted twice a move: looked up once.
_note = _HEAD.pack_into
_BLACKS = Color.BLACK


@dataclass(frozen=True)
class Noted:
    """The notes as the guard reads them."""

    asked: Color | None
    until: float  # time.monotonic() of the machine, the same in both processes
    loading: bool  # whether it gets ready, and has not been asked for a move
    moves: tuple[Square, ...]  # after the opening, passes left out


class Notes:
    """Where the referee notes what happens; these are for games nobody watches from outside."""

    def loading(self, color: Color, until: float) -> None:
        """This side sits down, and has until then for it."""

    def thinking(self, color: Color, until: float) -> None:
        """This side has been asked for a move, and has until then."""

    def played(self, square: Square) -> None:
        """This is the next move."""


class SharedNotes(Notes):
    """The notes of one process. The playing side writes, the guard reads."""

    def __init__(self, handle: int) -> None:
        self._memory = mmap.mmap(handle, SIZE)
        self._made = 0

    @staticmethod
    def make_file(handle: int) -> None:
        """Give a fresh file the length the notes need."""
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

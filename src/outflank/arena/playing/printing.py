"""What players print while they play: kept apart for each, and shown with their names."""

import contextlib
import io
import os
import sys

from outflank.arena.playing.notes import SharedNotes
from outflank.board import Color

KEPT = 4000  # bytes of what a player prints in a game; of more, the last are kept
CUT = "…"


class Listener(io.RawIOBase):
    """Takes the place of a process's output: passes it on, and keeps it for who has been asked."""

    name = "<what players print>"  # as files have one

    def __init__(self, notes: SharedNotes, handle: int) -> None:
        self._notes = notes
        self._handle = handle
        self._kept = {color: bytearray() for color in Color}
        self._cut: set[Color] = set()

    def listen(self) -> None:
        """Have everything that Python prints in this process from now on."""
        sys.stdout = self._stream()
        sys.stderr = self._stream()

    def write(self, data: object) -> int:
        printed = bytes(memoryview(data))  # type: ignore[arg-type]
        left = printed
        with contextlib.suppress(OSError):  # a player may have closed it; others print on
            while left:  # at once: these are a dying process's last words
                left = left[os.write(self._handle, left) :]
        asked = self._notes.read().asked
        if asked is not None:
            kept = self._kept[asked]
            kept += printed
            if len(kept) > 2 * KEPT:
                self._cut.add(asked)
                del kept[:-KEPT]
        return len(printed)

    def take(self) -> tuple[str, str]:
        """What Black and White printed since it was last taken."""
        black, white = (self._text(color) for color in Color)
        self._cut.clear()
        return black, white

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        """The handle behind it, for who writes there directly; that is not kept."""
        return self._handle

    def _stream(self) -> io.TextIOWrapper:
        # Not buffered: when it arrives tells who printed it.
        return io.TextIOWrapper(self, "utf-8", "backslashreplace", write_through=True)

    def _text(self, color: Color) -> str:
        kept = self._kept[color]
        cut = color in self._cut or len(kept) > KEPT
        text = bytes(kept[-KEPT:]).decode(errors="replace")
        kept.clear()
        return CUT + text if cut else text


def shown(text: str) -> list[str]:
    """What was printed as lines a terminal can show: nothing in them moves its cursor."""
    lines = text.expandtabs().splitlines()
    return ["".join(sign if sign.isprintable() else "·" for sign in line) for line in lines]

"""Capture the output of players, separately for each side."""

import contextlib
import io
import os
import sys

from outflank.arena.playing.notes import SharedNotes
from outflank.board import Color

KEPT = 4000  # maximum bytes kept of a player's output in a game; the end is kept
CUT = "…"


class Listener(io.RawIOBase):
    """Replaces the process's output stream; forwards the text and keeps it per side."""

    name = "<what players print>"  # files have this attribute

    def __init__(self, notes: SharedNotes, handle: int) -> None:
        self._notes = notes
        self._handle = handle
        self._kept = {color: bytearray() for color in Color}
        self._cut: set[Color] = set()

    def listen(self) -> None:
        """Capture everything that Python prints in this process from now on."""
        sys.stdout = self._stream()
        sys.stderr = self._stream()

    def write(self, data: object) -> int:
        printed = bytes(memoryview(data))  # type: ignore[arg-type]
        left = printed
        with contextlib.suppress(OSError):  # a player may have closed it; keep capturing
            while left:  # flush now, as these may be the last words of a crashing process
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
        """Return the output of Black and White since the last call."""
        black, white = (self._text(color) for color in Color)
        self._cut.clear()
        return black, white

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        """Return the underlying file descriptor; direct writes to it are not captured."""
        return self._handle

    def _stream(self) -> io.TextIOWrapper:
        # Unbuffered, because the time of arrival identifies the player.
        return io.TextIOWrapper(self, "utf-8", "backslashreplace", write_through=True)

    def _text(self, color: Color) -> str:
        kept = self._kept[color]
        cut = color in self._cut or len(kept) > KEPT
        text = bytes(kept[-KEPT:]).decode(errors="replace")
        kept.clear()
        return CUT + text if cut else text


def shown(text: str) -> list[str]:
    """Split output into lines that are safe to print, without control characters."""
    lines = text.expandtabs().splitlines()
    return ["".join(sign if sign.isprintable() else "·" for sign in line) for line in lines]

"""An append-only file of lines that survives a crash.

Lines are on the disk when ``append`` returns. A process that is killed while writing leaves at most
one incomplete line. That line could be misread (``+12`` cut to ``+1``), so it is ignored, and
removed before the next write.
"""

import contextlib
import os
import sys
import weakref
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class LinesError(ValueError):
    """A file of lines that cannot be used; the message gives the reason."""


class LinesExist(LinesError):
    """The new file would overwrite an existing one."""


def read_lines(path: Path) -> list[str]:
    """Return the complete lines of a file without changing it."""
    try:
        return _whole(path, path.read_bytes())
    except OSError as error:
        raise LinesError(f"cannot read {path}: {error.strerror}") from None


_LOCKED = 1 << 40  # the byte that Windows locks, behind all that is read
_OPEN: "weakref.WeakSet[LineFile]" = weakref.WeakSet()


def _let_go() -> None:
    """Close inherited files in a forked child, which would otherwise keep their locks."""
    for file in _OPEN:
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


class LineFile(AbstractContextManager["LineFile"]):
    """An append-only file with one writing process; ``lines`` are those read on opening."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Open a file, or create it with its folder; with ``new`` it must not exist yet."""
        self.path = path
        there = path.exists()
        if there and not path.is_file():
            what = "a folder; choose a file in it" if path.is_dir() else "not a regular file"
            raise LinesError(f"{path} is {what}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: closing the file must not retry a failed write.
            self._file: IO[bytes] = path.open("xb" if new else "a+b", buffering=0)
        except OSError as error:
            if isinstance(error, FileExistsError) and path.exists():
                raise LinesExist(f"{path} exists already; choose another file") from None
            raise LinesError(f"cannot write {path}: {error.strerror}") from None
        try:
            self._lock()
            self._file.seek(0)
            self.lines = [] if new else _whole(path, self._file.read())
            self._end = self._bytes()  # an incomplete last line is removed by the first append
            if not there:
                _sync_folder(path.parent)
            _OPEN.add(self)
        except BaseException:
            self._file.close()
            raise

    def append(self, lines: Iterable[str]) -> None:
        """Append lines and wait until all of them are on the disk."""
        given = list(lines)
        if any("\n" in line for line in given):
            raise ValueError("a line cannot contain a line break")
        text = "".join(line + "\n" for line in given).encode()
        left = text
        try:
            self._file.truncate(self._end)
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            # After a failed write or fsync the contents of the disk are unknown,
            # so the file must be opened and read again.
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
            self._file.close()
            raise LinesError(
                f"cannot write {self.path}: {error.strerror}; earlier lines are kept"
            ) from None
        self._end += len(text)

    def keep(self, lines: int) -> None:
        """Truncate the file after its first ``lines`` lines."""
        del self.lines[lines:]
        self._end = self._bytes()
        self._file.truncate(self._end)

    def close(self) -> None:
        self._file.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def _bytes(self) -> int:
        return sum(len(line.encode()) + 1 for line in self.lines)

    def _lock(self) -> None:
        try:
            if sys.platform == "win32":
                self._file.seek(_LOCKED)
                msvcrt.locking(self._file.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise LinesError(
                f"{self.path} is being written by another process; wait for it or choose another "
                "file"
            ) from None
        except OSError:  # the file system does not support locks
            return


def _whole(path: Path, data: bytes) -> list[str]:
    end = data.rfind(b"\n") + 1
    if data and not end:
        raise LinesError(
            f"{path} has no complete first line, so its format is unknown: {data[:60]!r}; "
            "remove it or choose another file"
        )
    try:
        # Not splitlines, which also splits at other line separators.
        return data[:end].decode().split("\n")[:-1]
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        line = data.split(b"\n")[number - 1]
        raise LinesError(f"{path}, line {number}: expected text, got {line[:80]!r}") from None


def _sync_folder(folder: Path) -> None:
    """Sync the folder, so that the new file's name is durable too."""
    with contextlib.suppress(PermissionError):  # a folder can be writable but not readable
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

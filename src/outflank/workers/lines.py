"""A file of lines that survives a kill: whole lines stay, and a torn last one is cut off.

Lines are only ever added, and are on the disk when ``append`` returns. Whoever is killed while
writing leaves at most one line without its end; it may read as another one (of ``+12`` remains
``+1``), so it does not count, and is cut off before anything is added.
"""

import contextlib
import os
import weakref
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # where files cannot be locked so, nobody notices a second writer
    fcntl = None  # type: ignore[assignment]


class LinesError(ValueError):
    """A file of lines that cannot be used; the sentence says why."""


class LinesExist(LinesError):
    """A new file would be written over one that is there."""


def read_lines(path: Path) -> list[str]:
    """The whole lines of a file, which is not touched."""
    try:
        return _whole(path, path.read_bytes())
    except OSError as error:
        raise LinesError(f"cannot read {path}: {error.strerror}") from None


_OPEN: "weakref.WeakSet[LineFile]" = weakref.WeakSet()


def _let_go() -> None:
    """In a forked child: a lock lives as long as anybody has the file, so the child must not."""
    for file in _OPEN:
        file.close()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_let_go)


class LineFile(AbstractContextManager["LineFile"]):
    """A file of lines to add to, by one process at a time; ``lines`` are those it had."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Open a file, or make one with its folder; ``new`` where there must be none yet."""
        self.path = path
        there = path.exists()
        if there and not path.is_file():
            what = "a folder; name a file in it" if path.is_dir() else "no plain file; name another"
            raise LinesError(f"{path} is {what}")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Unbuffered: what append could not write must not be tried again when it is closed.
            self._file: IO[bytes] = path.open("xb" if new else "a+b", buffering=0)
        except OSError as error:
            if isinstance(error, FileExistsError) and path.exists():
                raise LinesExist(f"{path} exists already; choose another file") from None
            raise LinesError(f"cannot write {path}: {error.strerror}") from None
        try:
            self._lock()
            self._file.seek(0)
            self.lines = [] if new else _whole(path, self._file.read())
            self._end = self._bytes()  # what is torn stays until the caller has read the rest
            if not there:
                _sync_folder(path.parent)
            _OPEN.add(self)
        except BaseException:
            self._file.close()
            raise

    def append(self, lines: Iterable[str]) -> None:
        """Add lines and wait until all of them are on the disk."""
        given = list(lines)
        if any("\n" in line for line in given):
            raise ValueError("a line has no line ends in it")
        text = "".join(line + "\n" for line in given).encode()
        left = text
        try:
            self._file.truncate(self._end)
            while left:
                left = left[self._file.write(left) :]
            os.fsync(self._file.fileno())
        except OSError as error:
            # None of it counts, and nothing can follow it: after such an error nobody knows what
            # the disk has. Opening the file anew finds out.
            with contextlib.suppress(OSError):
                self._file.truncate(self._end)
            self._file.close()
            raise LinesError(
                f"cannot write {self.path}: {error.strerror}; it ends with the last whole line"
            ) from None
        self._end += len(text)

    def keep(self, lines: int) -> None:
        """Cut the file off behind so many of its first lines."""
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
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)  # let go of with the file
        except BlockingIOError:
            raise LinesError(
                f"{self.path} is being written by another process; wait for it, or take another "
                "file"
            ) from None
        except OSError:  # a file system that has no locks
            return


def _whole(path: Path, data: bytes) -> list[str]:
    end = data.rfind(b"\n") + 1
    if data and not end:
        raise LinesError(
            f"{path} has no complete first line, so it may be anything: {data[:60]!r}; remove it, "
            "or give another file"
        )
    try:
        # Not splitlines: only these are our ends of lines.
        return data[:end].decode().split("\n")[:-1]
    except UnicodeDecodeError as error:
        number = data.count(b"\n", 0, error.start) + 1
        line = data.split(b"\n")[number - 1]
        raise LinesError(f"{path}, line {number}: expected text, got {line[:80]!r}") from None


def _sync_folder(folder: Path) -> None:
    """Make the new file's name durable too, not only what is in it."""
    with contextlib.suppress(PermissionError):  # one may write in folders that one may not read
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

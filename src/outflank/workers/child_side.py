"""The child's side of `process`: it speaks apart, and sees what was left behind.

A player in it may print, close files, and leave threads and programs running. What it prints are
the child's words and never a line of its own; what it leaves spoils the process for the next one.
"""

import fcntl
import os
from _thread import _count as threads_running
from typing import IO

_OUT_OF_THE_WAY = 256  # handles from here: players that tidy up close the low ones


def speak_apart() -> tuple[IO[bytes], IO[bytes]]:
    """The lines in and out, on handles of their own; nothing is read or printed there any more."""
    lines, answers = (
        fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, _OUT_OF_THE_WAY) for handle in (0, 1)
    )
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return open(lines, "rb"), open(answers, "wb")


class LeftBehind:
    """What there was before anybody played here, to be compared with what there is afterwards."""

    def __init__(self, *, programs: bool = False) -> None:
        """``programs``: whether those that still run are rightly there."""
        self._programs = programs
        self._threads = threads_running()
        self._files = _standard_files()

    def __bool__(self) -> bool:
        """Whether threads, programs or closed files are left: the next one wants a fresh process.

        Threads that native code keeps, as an engine does, are not counted.
        """
        if threads_running() > self._threads or _standard_files() != self._files:
            return True
        if self._programs:
            return False
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return False
        return True


def _standard_files() -> object:
    try:
        return [(found.st_dev, found.st_ino) for found in map(os.fstat, range(3))]
    except OSError:
        return None

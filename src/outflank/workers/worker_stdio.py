"""Standard input and output of a worker process that runs players.

A player may print, close files, and leave threads and programs running. Its output must not mix
with the worker's responses, and its leftovers must not affect the next player.
"""

import os
import sys
from _thread import _count as threads_running
from typing import IO

if sys.platform != "win32":
    import fcntl

_FIRST_HANDLE = 256  # players may close low-numbered files


def detach_stdio() -> tuple[IO[bytes], IO[bytes]]:
    """Move standard input and output to other file descriptors and return both.

    Afterwards standard input is empty and standard output goes to standard error.
    """
    if sys.platform == "win32":
        requests, responses = os.dup(0), os.dup(1)  # low-numbered, too
    else:
        requests, responses = (
            fcntl.fcntl(handle, fcntl.F_DUPFD_CLOEXEC, _FIRST_HANDLE) for handle in (0, 1)
        )
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)
    return open(requests, "rb"), open(responses, "wb")


class Leftovers:
    """Detects what players leave behind: threads, programs and closed standard files.

    With ``programs``, programs started by players may stay. Native threads, such as an engine's,
    are not counted.
    """

    def __init__(self, *, programs: bool = False) -> None:
        self._programs = programs
        self._threads = threads_running()
        self._files = _standard_files()

    def __bool__(self) -> bool:
        if threads_running() > self._threads or _standard_files() != self._files:
            return True
        if self._programs or sys.platform == "win32":  # where they end with the job
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

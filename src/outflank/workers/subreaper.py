"""A process between a parent and its child that cleans up all descendants of the child.

Run as a program: ``subreaper.py LIFELINE STATUS ADOPTS MEGABYTES COMMAND…``. It starts the command
in a new session and waits. When the command ends, or the parent closes the lifeline or is killed,
it kills the command and all its descendants, and exits with the command's status. Each byte sent
through the lifeline is a signal to send to the command.

On Linux every orphaned descendant becomes a child of the subreaper, even in another session. Other
systems (macOS) have no subreapers: there the command's process group is killed, and processes that
left the group are not found. If the subreaper itself is killed, the command ends too, but its
descendants do not.
"""

import os
import resource
import select
import signal
import sys
from collections.abc import Callable

assert sys.platform != "win32"
_DIE_WITH_PARENT, _ADOPT = 1, 36  # option of Linux's prctl
CANNOT_START = 127


def main(lifeline: int, status: int, adopts: bool, megabytes: int, command: list[str]) -> int:
    """Run a command until it ends or the lifeline closes; return its ``wait`` status."""
    prctl = _prctl()
    prctl(_ADOPT)
    for handle in (lifeline, status):
        os.set_inheritable(handle, False)
    woken, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    subreaper = os.getpid()
    child = os.fork()
    if child == 0:
        try:
            for changed in (signal.SIGCHLD, signal.SIGPIPE, signal.SIGXFSZ):
                signal.signal(changed, signal.SIG_DFL)  # restore the defaults that Python changed
            os.setsid()
            prctl(_DIE_WITH_PARENT, signal.SIGKILL)
            if adopts:
                prctl(_ADOPT)
            if megabytes:
                _limit_memory(megabytes << 20)
            if os.getppid() == subreaper:
                os.execvp(command[0], command)
        except OSError as error:
            os.write(status, str(error.errno).encode())
        os._exit(CANNOT_START)
    os.close(status)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in range(3):
        os.dup2(nothing, standard)  # otherwise the parent would not see the command close them
    poll = select.poll()
    poll.register(lifeline, select.POLLIN | select.POLLHUP)
    poll.register(woken, select.POLLIN)
    ended = None
    while ended is None:
        for handle, _ in poll.poll():
            data = os.read(handle, 64)
            if handle == lifeline and not data:
                return _end_all(child)
            for number in data if handle == lifeline else ():
                os.kill(child, number)
        ended = _reaped(child)
    _end_all(child)
    return ended


def _limit_memory(size: int) -> None:
    try:
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
    except ValueError:
        if sys.platform != "darwin":  # macOS has no such limit
            raise


def _reaped(child: int) -> int | None:
    """Reap all ended processes; return the child's status if it is among them."""
    found = None
    while True:
        try:
            process, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return found
        if process == 0:
            return found
        if process == child:
            found = status


def _end_all(child: int) -> int:
    """Kill all descendants, including those that are orphaned while this runs."""
    ended = signal.SIGKILL.value
    while True:
        for process in _children(child):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                continue
        try:
            process, status = os.waitpid(-1, 0)
        except ChildProcessError:
            return ended
        if process == child:
            ended = status


def _children(child: int) -> list[int]:
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(word) for word in file.read().split()]
    except FileNotFoundError:
        return [-child]  # the command's process group


def _prctl() -> Callable[..., object]:
    if sys.platform != "linux":
        return lambda *_: None
    import ctypes

    call = ctypes.CDLL(None).prctl

    def prctl(option: int, value: int = 1) -> None:
        call(option, ctypes.c_ulong(value), 0, 0, 0)

    return prctl


def _end_like(status: int) -> None:
    """Exit with the exit code or the signal of another process."""
    if os.WIFSIGNALED(status):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        number = os.WTERMSIG(status)
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(os.waitstatus_to_exitcode(status) if os.WIFEXITED(status) else 1)


if __name__ == "__main__":
    lifeline, status, adopts, megabytes = map(int, sys.argv[1:5])
    _end_like(main(lifeline, status, bool(adopts), megabytes, sys.argv[5:]))

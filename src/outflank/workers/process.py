"""A child process that reads and writes lines, with limits on time, memory and output.

The tail of its standard error is kept. The child and everything it started end with the parent,
even if the parent is killed: a ``subreaper`` runs between the two. Needs POSIX. On systems other
than Linux the subreaper does not find what the child started in other sessions.
"""

import contextlib
import os
import select
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Mapping, Sequence
from pathlib import Path

from outflank.workers.sandbox import Sandbox
from outflank.workers.syscall_filter import open_filter

SUBREAPER = Path(__file__).with_name("subreaper.py")
LONGEST_LINE = 1 << 24  # bytes
STDERR_KEPT = 4000  # bytes
END_WAIT = 10.0  # seconds a subreaper has to end all processes before it is killed itself
_CHUNK = 1 << 16
_MOST_CHUNKS = 64


class LineTooLong(RuntimeError):
    """A child sent a line longer than the limit."""


class Child:
    """A running command.

    With ``adopts``, orphaned descendants become its children. ``handles`` are inherited.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        handles: Sequence[int] = (),
        adopts: bool = False,
        memory_mb: int = 0,
        longest_line: int = LONGEST_LINE,
        sandbox: Sandbox | None = None,
    ) -> None:
        """Start the command; raise ``OSError`` if that fails."""
        self._is_sandboxed = sandbox is not None
        variables = os.environ if environment is None else environment
        outside: list[str] = []
        if sandbox is not None:
            denied = open_filter()
            outside = sandbox.command(variables.items(), denied)
            handles = (*handles, denied)
        lifeline, ours = os.pipe()
        status, told = os.pipe()
        settings = map(str, (lifeline, told, int(adopts), memory_mb))
        try:
            self.process = subprocess.Popen(
                [*outside, sys.executable, "-I", "-S", str(SUBREAPER), *settings, *command],
                pass_fds=(lifeline, told, *handles),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C in the terminal is handled by this process
                env=environment,
            )
        except BaseException:
            os.close(ours)
            os.close(status)
            raise
        finally:
            for handle in (lifeline, told) if sandbox is None else (lifeline, told, denied):
                os.close(handle)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._in = self.process.stdin.fileno()
        self._out, self._err = self.process.stdout.fileno(), self.process.stderr.fileno()
        os.set_blocking(self._in, False)
        self.must_restart = False  # set by users of the process when it cannot be used again
        self._longest = longest_line
        self._read = b""
        self._stderr = b""
        self._open = {self._out, self._err}
        self._poll = select.poll()
        for handle in self._open:
            self._poll.register(handle, select.POLLIN)
        self._lifeline = ours
        self._lock = threading.Lock()
        self._finalizer = weakref.finalize(self, _end, self.process, ours)
        error = os.read(status, 16)  # returns once the command has started
        os.close(status)
        if error:
            self.end()
            raise OSError(int(error), os.strerror(int(error)), command[0])

    def send(self, lines: bytes, within: float) -> None:
        """Send lines; raise ``TimeoutError`` if they are not read in time, else ``OSError``."""
        deadline = time.monotonic() + within
        while lines:
            try:
                lines = lines[os.write(self._in, lines) :]
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise TimeoutError(f"did not read its input for {within:g} s") from None
                # The child may block until its output is read.
                self._poll.register(self._in, select.POLLOUT)
                self._take(deadline)
                self._poll.unregister(self._in)

    @property
    def has_line(self) -> bool:
        """Return whether a line can be received without waiting."""
        return b"\n" in self._read

    def receive(self, within: float) -> bytes | None:
        """Return the next line without its end, or None on timeout; ``EOFError`` after the last."""
        deadline = time.monotonic() + within
        while b"\n" not in self._read:
            if len(self._read) > self._longest:
                raise LineTooLong(f"sent {len(self._read):,} bytes without a line end")
            if self._out not in self._open:
                raise EOFError
            self._take(deadline)
            if b"\n" not in self._read and self._open and time.monotonic() >= deadline:
                return None
        line, _, self._read = self._read.partition(b"\n")
        return line

    def wait(self, within: float) -> int | None:
        """Read until all processes have ended; return the exit code, or None on timeout."""
        deadline = time.monotonic() + within
        while self._open and time.monotonic() < deadline:
            self._take(deadline)
            self._read = b""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._exit_code(self.process.wait(max(0.0, deadline - time.monotonic())))
        return None

    def stderr_tail(self) -> str:
        """Return the end of the standard error output so far."""
        for _ in range(_MOST_CHUNKS):  # it may print without end
            if not self._open or not self._take(0.0):
                break
        return self._stderr.decode(errors="replace")

    def discard_stderr(self) -> None:
        self.stderr_tail()
        self._stderr = b""

    def close_stdin(self) -> None:
        """Close the child's standard input, which asks it to end."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def signal(self, number: int) -> None:
        """Send a signal to the command, from any thread; its descendants end with it."""
        with self._lock, contextlib.suppress(BrokenPipeError):
            if self._finalizer.alive:
                os.write(self._lifeline, bytes([number]))

    def end(self) -> int:
        """Kill the command and everything it started; return its exit code."""
        with self._lock:
            self._finalizer()
        self._open.clear()
        return self._exit_code(self.process.wait())

    def _exit_code(self, code: int) -> int:
        """Return minus the signal number if one ended it; sandboxes report it as shells do."""
        return 128 - code if self._is_sandboxed and code > 128 else code

    def _take(self, deadline: float) -> bool:
        """Read available output before the deadline; return False if there is none."""
        ready = self._poll.poll(max(0.0, deadline - time.monotonic()) * 1000)
        for handle, _ in ready:
            if handle == self._in:
                continue
            came = os.read(handle, _CHUNK)
            if not came:
                self._open.discard(handle)
                self._poll.unregister(handle)
            elif handle == self._out:
                self._read += came
            else:
                self._stderr = (self._stderr + came)[-STDERR_KEPT:]
        return bool(ready)


def _end(process: "subprocess.Popen[bytes]", lifeline: int) -> None:
    os.close(lifeline)
    try:
        process.wait(END_WAIT)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    for pipe in (process.stdin, process.stdout, process.stderr):
        assert pipe is not None
        pipe.close()

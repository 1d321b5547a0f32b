"""A child process that reads and writes lines, with limits on time, memory and output.

The tail of its standard error is kept. The child and everything it started end with the parent,
even if the parent is killed. ``posix_pipes`` and ``windows_pipes`` do this for each system.
"""

import contextlib
import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Mapping, Sequence

from outflank.workers.sandbox import Sandbox
from outflank.workers.syscall_filter import open_filter

if sys.platform == "win32":
    from outflank.workers.windows_pipes import WindowsPipes as Pipes
else:
    from outflank.workers.posix_pipes import PosixPipes as Pipes

LONGEST_LINE = 1 << 24  # bytes
STDERR_KEPT = 4000  # bytes
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
        denied: list[int] = []
        if sandbox is not None:
            denied = [open_filter()]
            outside = sandbox.command(variables.items(), *denied)
        try:
            handles = (*handles, *denied)
            self._pipes = Pipes(command, environment, outside, handles, adopts, memory_mb)
        finally:
            for handle in denied:
                os.close(handle)
        self.process = self._pipes.process
        self.must_restart = False  # set by users of the process when it cannot be used again
        self._longest = longest_line
        self._read = b""
        self._stderr = b""
        self._lock = threading.Lock()
        self._finalizer = weakref.finalize(self, self._pipes.end)

    def send(self, lines: bytes, within: float) -> None:
        """Send lines; raise ``TimeoutError`` if they are not read in time, else ``OSError``."""
        deadline = time.monotonic() + within
        while lines:
            try:
                lines = lines[self._pipes.write(lines) :]
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise TimeoutError(f"did not read its input for {within:g} s") from None
                # The child may block until its output is read.
                self._take(deadline, or_write=True)

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
            if not self._pipes.has_output:
                raise EOFError
            self._take(deadline)
            if b"\n" not in self._read and self._pipes.is_open and time.monotonic() >= deadline:
                return None
        line, _, self._read = self._read.partition(b"\n")
        return line

    def wait(self, within: float) -> int | None:
        """Read until all processes have ended; return the exit code, or None on timeout."""
        deadline = time.monotonic() + within
        while self._pipes.is_open and time.monotonic() < deadline:
            self._take(deadline)
            self._read = b""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._exit_code(self.process.wait(max(0.0, deadline - time.monotonic())))
        return None

    def stderr_tail(self) -> str:
        """Return the end of the standard error output so far."""
        for _ in range(_MOST_CHUNKS):  # it may print without end
            if not self._pipes.is_open or not self._take(0.0):
                break
        return self._stderr.decode(errors="replace")

    def discard_stderr(self) -> None:
        self.stderr_tail()
        self._stderr = b""

    def close_stdin(self) -> None:
        """Close the child's standard input, which asks it to end."""
        self._pipes.close_stdin()

    def kill(self) -> None:
        """Kill the command, from any thread; its descendants end with it."""
        with self._lock, contextlib.suppress(BrokenPipeError):
            if self._finalizer.alive:
                self._pipes.kill()

    def signal(self, number: int) -> None:
        """Send a signal to the command, from any thread; on Windows it is killed."""
        with self._lock, contextlib.suppress(BrokenPipeError):
            if self._finalizer.alive:
                self._pipes.signal(number)

    def end(self) -> int:
        """Kill the command and everything it started; return its exit code."""
        with self._lock:
            self._finalizer()
        return self._exit_code(self.process.wait())

    def _exit_code(self, code: int) -> int:
        """Return minus the signal number if one ended it; sandboxes report it as shells do."""
        return 128 - code if self._is_sandboxed and code > 128 else code

    def _take(self, deadline: float, *, or_write: bool = False) -> bool:
        """Read available output before the deadline; return False if there is none."""
        came = self._pipes.read(max(0.0, deadline - time.monotonic()), or_write=or_write)
        for is_output, data in came:
            if is_output:
                self._read += data
            else:
                self._stderr = (self._stderr + data)[-STDERR_KEPT:]
        return bool(came)

"""The pipes of a child process on POSIX, with a ``subreaper`` between parent and child.

On Linux the subreaper ends everything that the child started. Elsewhere (macOS) it does not find
what the child started in other sessions.
"""

import os
import select
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

assert sys.platform != "win32"
SUBREAPER = Path(__file__).with_name("subreaper.py")
END_WAIT = 10.0  # seconds a subreaper has to end all processes before it is killed itself
CHUNK = 1 << 16


class PosixPipes:
    """A child process and its standard streams; ``outside`` is the prefix of a sandbox."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str] | None,
        outside: Sequence[str],
        handles: Sequence[int],
        adopts: bool,
        memory_mb: int,
    ) -> None:
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
            os.close(lifeline)
            os.close(told)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        assert self.process.stderr is not None
        self._in = self.process.stdin.fileno()
        self._out, self._err = self.process.stdout.fileno(), self.process.stderr.fileno()
        os.set_blocking(self._in, False)
        self._open = {self._out, self._err}
        self._poll = select.poll()
        for handle in self._open:
            self._poll.register(handle, select.POLLIN)
        self._lifeline = ours
        error = os.read(status, 16)  # returns once the command has started
        os.close(status)
        if error:
            self.end()
            raise OSError(int(error), os.strerror(int(error)), command[0])

    @property
    def is_open(self) -> bool:
        """Return whether the child can still print something."""
        return bool(self._open)

    @property
    def has_output(self) -> bool:
        return self._out in self._open

    def write(self, data: bytes) -> int:
        """Write what fits; raise ``BlockingIOError`` if nothing does."""
        return os.write(self._in, data)

    def read(self, seconds: float, *, or_write: bool) -> list[tuple[bool, bytes]]:
        """Wait for data of standard output (True) or error (False); b"" at the end of one.

        With ``or_write``, wait also until something can be written.
        """
        if or_write:
            self._poll.register(self._in, select.POLLOUT)
        came = []
        for handle, _ in self._poll.poll(seconds * 1000):
            if handle != self._in:
                data = os.read(handle, CHUNK)
                if not data:
                    self._open.discard(handle)
                    self._poll.unregister(handle)
                came.append((handle == self._out, data))
        if or_write:
            self._poll.unregister(self._in)
        return came

    def close_stdin(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()

    def kill(self) -> None:
        self.signal(signal.SIGKILL)

    def signal(self, number: int) -> None:
        os.write(self._lifeline, bytes([number]))

    def end(self) -> None:
        """Kill the child and everything it started."""
        os.close(self._lifeline)
        try:
            self.process.wait(END_WAIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert pipe is not None
            pipe.close()
        self._open.clear()

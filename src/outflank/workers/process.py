"""A child process that speaks lines and is bounded: in time, in memory and in what it prints.

It reads lines on its standard input and answers on its standard output; what it prints on its
standard error are its words, of which the last are kept. It ends with us, even if we are killed,
and with all it started: between us and it stands a ``keeper``. Needs POSIX; on systems other than
Linux what a child started in sessions of its own is not found (see there).
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

from outflank.workers.isolation import Walls

KEEPER = Path(__file__).with_name("keeper.py")
LONGEST_LINE = 1 << 24  # bytes; who sends more without an end is not speaking lines
WORDS_KEPT = 4000  # bytes
END_WAIT = 10.0  # seconds for a keeper to end all; a stopped one is killed then
_CHUNK = 1 << 16
_AT_ONCE = 64  # chunks


class TooLong(RuntimeError):
    """A child sent a line without an end."""


class Child:
    """A running command. ``adopts``: whoever below it loses a parent becomes its own child."""

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        handles: Sequence[int] = (),
        adopts: bool = False,
        memory_mb: int = 0,
        longest_line: int = LONGEST_LINE,
        walls: Walls | None = None,
    ) -> None:
        """Start a command; ``OSError`` where that cannot be. It inherits the ``handles``."""
        self._walled = walls is not None
        variables = os.environ if environment is None else environment
        outside = [] if walls is None else walls.command(variables.items())
        lifeline, ours = os.pipe()
        status, told = os.pipe()
        settings = map(str, (lifeline, told, int(adopts), memory_mb))
        try:
            self.process = subprocess.Popen(
                [*outside, sys.executable, "-I", "-S", str(KEEPER), *settings, *command],
                pass_fds=(lifeline, told, *handles),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,  # Ctrl-C in our terminal is for us
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
        self.spoilt = False
        """Whether it is not to be asked again, as its users found."""
        self._longest = longest_line
        self._read = b""  # what came and was not asked for yet
        self._words = b""
        self._open = {self._out, self._err}
        self._poll = select.poll()
        for handle in self._open:
            self._poll.register(handle, select.POLLIN)
        self._lifeline = ours
        self._lock = threading.Lock()
        self._finalizer = weakref.finalize(self, _end, self.process, ours)
        error = os.read(status, 16)  # returns when the command runs
        os.close(status)
        if error:
            self.end()
            raise OSError(int(error), os.strerror(int(error)), command[0])

    def send(self, lines: bytes, within: float) -> None:
        """Send lines; ``OSError`` where it listens no more, or not in time (``TimeoutError``)."""
        deadline = time.monotonic() + within
        while lines:
            try:
                lines = lines[os.write(self._in, lines) :]
            except BlockingIOError:
                if time.monotonic() >= deadline:
                    raise TimeoutError(f"did not listen for {within:g} s") from None
                # It may wait for us to take what it says.
                self._poll.register(self._in, select.POLLOUT)
                self._take(deadline)
                self._poll.unregister(self._in)

    @property
    def has_line(self) -> bool:
        """Whether a line is here already."""
        return b"\n" in self._read

    def receive(self, within: float) -> bytes | None:
        """The next line, without its end, if it comes in time; EOFError when there is no more."""
        deadline = time.monotonic() + within
        while b"\n" not in self._read:
            if len(self._read) > self._longest:
                raise TooLong(f"sent {len(self._read):,} bytes without the end of a line")
            if self._out not in self._open:
                raise EOFError
            self._take(deadline)
            if b"\n" not in self._read and self._open and time.monotonic() >= deadline:
                return None
        line, _, self._read = self._read.partition(b"\n")
        return line

    def wait(self, within: float) -> int | None:
        """Listen until it has ended, and everything with it; how it did, if it is in time."""
        deadline = time.monotonic() + within
        while self._open and time.monotonic() < deadline:
            self._take(deadline)
            self._read = b""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._told(self.process.wait(max(0.0, deadline - time.monotonic())))
        return None

    def last_words(self) -> str:
        """The end of what it printed, as far as it has arrived."""
        for _ in range(_AT_ONCE):  # others go on printing while we listen
            if not self._open or not self._take(0.0):
                break
        return self._words.decode(errors="replace")

    def forget_words(self) -> None:
        """Let go of what was printed so far."""
        self.last_words()
        self._words = b""

    def hang_up(self) -> None:
        """Say nothing more: the gentle way to let it end."""
        assert self.process.stdin is not None
        self.process.stdin.close()

    def signal(self, number: int) -> None:
        """Send the command a signal, from any thread; ended by one, all it started ends too."""
        with self._lock, contextlib.suppress(BrokenPipeError):
            if self._finalizer.alive:
                os.write(self._lifeline, bytes([number]))

    def end(self) -> int:
        """End it and everything it started, now."""
        with self._lock:
            self._finalizer()
        self._open.clear()
        return self._told(self.process.wait())

    def _told(self, code: int) -> int:
        """How it ended; walls tell of a signal as shells do."""
        return 128 - code if self._walled and code > 128 else code

    def _take(self, deadline: float) -> bool:
        """Take what comes before a time; False if nothing does."""
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
                self._words = (self._words + came)[-WORDS_KEPT:]
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

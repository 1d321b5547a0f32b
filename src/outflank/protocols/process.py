"""Another program, spoken to line by line: started, listened to with a deadline, ended for sure."""

import contextlib
import os
import queue
import shlex
import subprocess
import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable
from typing import IO

LONGEST_LINE = 1 << 16
LAST_WORDS_WAIT = 20.0  # seconds for the exit code and last words of a program that fell silent


class ProgramFailed(RuntimeError):
    """Another program is missing, died, was too slow or answered nonsense.

    ``sentence`` is for everybody; ``details``, its last words or the position, for its owner.
    """

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(f"{sentence}; {details}" if details else sentence)
        self.sentence = sentence
        self.details = details


class ProgramMissing(ProgramFailed):
    """There is no such program here, or it cannot be started."""


class ProgramDied(ProgramFailed):
    """The program ended while it was spoken to; starting it again may help."""


class Program:
    """A running program with lines in and out; ``called`` is its name in messages."""

    def __init__(self, command: str, called: str | None = None) -> None:
        self.called = called or repr(command)
        try:
            words = shlex.split(command)
        except ValueError as error:
            raise ProgramFailed(f"the command {command!r} cannot be read: {error}") from None
        if not words:
            raise ProgramFailed("a command is missing: write it after the colon, as in gtp:program")
        self._complaints: deque[str] = deque(maxlen=5)
        try:
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
                start_new_session=not _ended_with_us(),
            )
        except FileNotFoundError:
            raise ProgramMissing(
                f"there is no program {words[0]!r}; install it, or give its full path"
            ) from None
        except OSError as error:
            raise ProgramMissing(f"{words[0]!r} cannot be started: {error.strerror}") from None
        self._lines: queue.Queue[str | None] = queue.Queue()
        self._answering = self._listen(self._process.stdout, self._lines.put)
        self._complaining = self._listen(self._process.stderr, self._complain)
        self._finalizer = weakref.finalize(self, _end, self._process)

    def send(self, line: str) -> None:
        """Send a line."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(line + "\n")
            self._process.stdin.flush()
        except (BrokenPipeError, OSError, ValueError):
            raise self._died() from None

    def receive(self, deadline: float) -> str:
        """The next line; raises when it does not come before ``deadline`` (``time.monotonic``)."""
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise ProgramFailed(
                f"{self.called} did not answer in time and was ended", self._said()
            ) from None
        if line is None:
            self._lines.put(None)
            raise self._died()
        return line

    def close(self) -> None:
        """End the program, gently if it listens."""
        self._finalizer()
        for thread in (self._answering, self._complaining):
            thread.join(timeout=2)

    def _complain(self, line: str | None) -> None:
        if line:
            self._complaints.append(line)

    def _listen(
        self, stream: IO[str] | None, hand_over: Callable[[str | None], object]
    ) -> threading.Thread:
        assert stream is not None

        def listen() -> None:
            with contextlib.suppress(ValueError, OSError), stream:
                while line := stream.readline(LONGEST_LINE):
                    hand_over(line.rstrip("\r\n"))
            hand_over(None)

        thread = threading.Thread(target=listen, daemon=True)
        thread.start()
        return thread

    def _died(self) -> ProgramDied:
        # Its code and its last words come after the end of its output, on a busy machine much so;
        # only of a program that lives on without an output there is none to wait for.
        end = time.monotonic() + LAST_WORDS_WAIT
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(timeout=LAST_WORDS_WAIT)
        self._complaining.join(timeout=max(0.0, end - time.monotonic()))
        code = self._process.poll()
        ended = "closed its output" if code is None else f"ended with code {code}"
        return ProgramDied(f"{self.called} {ended}", self._said())

    def _said(self) -> str:
        return f"it said: {' | '.join(self._complaints)[:300]}" if self._complaints else ""


def _ended_with_us() -> bool:
    """Whether we are a playing process, which is ended with all it started, as one group.

    Everywhere else a program gets a session of its own: Ctrl-C in our terminal is for us.
    """
    return os.getsid(0) == os.getpid() and not sys.stdin.isatty()


def _end(process: "subprocess.Popen[str]") -> None:
    if process.stdin is not None:
        with contextlib.suppress(OSError, ValueError):
            process.stdin.close()  # the end of its input is the gentle way
    with contextlib.suppress(OSError):
        try:
            process.wait(timeout=0.3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

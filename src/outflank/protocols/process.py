"""Another program, spoken to line by line: started, listened to with a deadline, ended for sure.

What differs from other children: it is somebody else's program, so it is let go gently first, and
what goes wrong is told by the name its owner gave it.
"""

import shlex
import time

from outflank.workers.process import Child, LineTooLong

LONGEST_LINE = 1 << 16
LAST_WORDS_WAIT = 20.0  # seconds for the exit code and last words of a program that fell silent
SEND_WAIT = 20.0  # seconds for a program to take a line
GENTLE_WAIT = 0.3  # seconds for a program to end by itself
COMPLAINTS = 5  # lines of its last words that are told


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
        try:
            self._child = Child(words, longest_line=LONGEST_LINE)
        except FileNotFoundError:
            raise ProgramMissing(
                f"there is no program {words[0]!r}; install it, or give its full path"
            ) from None
        except OSError as error:
            raise ProgramMissing(f"{words[0]!r} cannot be started: {error.strerror}") from None

    def send(self, line: str) -> None:
        try:
            self._child.send(f"{line}\n".encode(errors="replace"), SEND_WAIT)
        except OSError:
            raise self._died() from None

    def receive(self, deadline: float) -> str:
        """The next line; raises when it does not come before ``deadline`` (``time.monotonic``)."""
        try:
            line = self._child.receive(deadline - time.monotonic())
        except EOFError:
            raise self._died() from None
        except LineTooLong as error:
            raise ProgramFailed(f"{self.called} {error}", self._said()) from None
        if line is None:
            raise ProgramFailed(f"{self.called} did not answer in time and was ended", self._said())
        return line.decode(errors="replace").rstrip("\r")

    def close(self) -> None:
        """End the program, gently if it listens."""
        self._child.close_stdin()
        self._child.wait(GENTLE_WAIT)
        self._child.end()

    def _died(self) -> ProgramDied:
        # Its code and its last words come after the end of its output, on a busy machine much so;
        # only of a program that lives on without an output there is none to wait for.
        code = self._child.wait(LAST_WORDS_WAIT)
        ended = "closed its output" if code is None else f"ended with code {code}"
        return ProgramDied(f"{self.called} {ended}", self._said())

    def _said(self) -> str:
        lines = [line for line in self._child.stderr_tail().splitlines() if line][-COMPLAINTS:]
        return f"it said: {' | '.join(lines)[:300]}" if lines else ""

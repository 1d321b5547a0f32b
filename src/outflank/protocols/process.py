"""A child process that exchanges lines of text, with timeouts and a guaranteed shutdown.

Unlike our own workers it is an external program, so it gets time to exit by itself, and errors
name it as its owner does.
"""

import shlex
import sys
import time

from outflank.workers.process import Child, LineTooLong

LONGEST_LINE = 1 << 16
LAST_WORDS_WAIT = 20.0  # seconds to wait for the exit code and last output
SEND_WAIT = 20.0  # seconds for a program to accept a line
GENTLE_WAIT = 0.3  # seconds for a program to exit by itself
COMPLAINTS = 5  # lines of its last output in messages


class ProgramFailed(RuntimeError):
    """An external program is missing, crashed, was too slow or sent an invalid response.

    ``sentence`` is for all users; ``details``, such as its last output or the position, for its
    owner.
    """

    def __init__(self, sentence: str, details: str = "") -> None:
        super().__init__(f"{sentence}; {details}" if details else sentence)
        self.sentence = sentence
        self.details = details


class ProgramMissing(ProgramFailed):
    """The program does not exist here or cannot be started."""


class ProgramDied(ProgramFailed):
    """The program exited during communication; restarting may help."""


def split_command(text: str) -> list[str]:
    """Split a command as a shell does; in paths of Windows a backslash is no escape."""
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if sys.platform == "win32":
        words.escape = ""
    return list(words)


class Program:
    """A running program with line-based input and output; ``called`` is its name in messages."""

    def __init__(self, command: str, called: str | None = None) -> None:
        self.called = called or repr(command)
        try:
            words = split_command(command)
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
        """Return the next line, or raise if it does not arrive before ``deadline``.

        ``deadline`` is a value of ``time.monotonic``.
        """
        try:
            line = self._child.receive(deadline - time.monotonic())
        except EOFError:
            raise self._died() from None
        except LineTooLong as error:
            raise ProgramFailed(f"{self.called} {error}", self._said()) from None
        if line is None:
            raise ProgramFailed(
                f"{self.called} did not respond in time and was stopped", self._said()
            )
        return line.decode(errors="replace").rstrip("\r")

    def close(self) -> None:
        """Close the program's input, then end it if it does not exit."""
        self._child.close_stdin()
        self._child.wait(GENTLE_WAIT)
        self._child.end()

    def _died(self) -> ProgramDied:
        # The exit code and last output arrive after the end of its output, with a delay on a busy
        # machine; if the program is still running there is no exit code.
        code = self._child.wait(LAST_WORDS_WAIT)
        ended = "closed its output" if code is None else f"ended with code {code}"
        return ProgramDied(f"{self.called} {ended}", self._said())

    def _said(self) -> str:
        lines = [line for line in self._child.stderr_tail().splitlines() if line][-COMPLAINTS:]
        return f"it said: {' | '.join(lines)[:300]}" if lines else ""

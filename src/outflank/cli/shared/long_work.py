"""Long work that can be stopped and resumed, with a progress display."""

import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Self

from outflank.translation import N_, _

STOPPED = 130  # the exit code of a shell after Ctrl-C
RESUMABLE = N_("If it is stopped or killed, the same command resumes it.")


class Interrupts:
    """Request a stop at the first Ctrl-C or signal; raise KeyboardInterrupt at the second."""

    def __init__(self, ask: Callable[[], None]) -> None:
        self._ask = ask
        self.interrupted = False

    def __enter__(self) -> Self:
        self._before = {s: signal.signal(s, self._take) for s in (signal.SIGINT, signal.SIGTERM)}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def _take(self, number: int, frame: FrameType | None) -> None:
        # Do nothing else here: the interrupted code may hold a lock.
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
        self._ask()


class Stop(Interrupts):
    """A stop condition: some minutes have passed, or Ctrl-C or a signal arrived."""

    def __init__(self, minutes: float | None) -> None:
        super().__init__(_announce)
        self._end = None if minutes is None else time.monotonic() + 60 * minutes

    def __call__(self) -> bool:
        return self.interrupted or (self._end is not None and time.monotonic() >= self._end)


def _announce() -> None:
    print(
        "\n" + _("Finishing the running searches. Press Ctrl-C again to stop immediately."),
        flush=True,
    )


class Progress:
    """A progress display: a changing line on a terminal, otherwise a line every 30 s."""

    def __init__(self, words: Callable[[int, int], str]) -> None:
        self._words = words
        self._live = sys.stdout.isatty()
        self._every = 1.0 if self._live else 30.0  # seconds
        self._begun: tuple[float, int] | None = None
        self._shown = 0.0

    def __call__(self, done: int, wanted: int) -> None:
        now = time.monotonic()
        if self._begun is None:
            self._begun = now, done
        if now - self._shown < self._every and done < wanted:
            return
        self._shown = now
        seconds, new = now - self._begun[0], done - self._begun[1]
        text = self._words(done, wanted)
        if new > 0 and seconds > 0:
            left = (wanted - done) * seconds / new / 60
            pace = _("{rate:.1f} per second, {left:.0f} min left", rate=new / seconds, left=left)
            text += f" ({pace})"
        print(f"\r{text:<70}" if self._live else text, end="" if self._live else "\n", flush=True)

    def end(self) -> None:
        if self._live and self._begun is not None:
            print()

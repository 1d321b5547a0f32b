"""Work that takes minutes and goes on another time: when to stop it, and how far it has come."""

import signal
import sys
import time
from collections.abc import Callable
from types import FrameType
from typing import Self

STOPPED = 130  # what a shell expects after Ctrl-C


class Interrupts:
    """The first Ctrl-C or signal asks for an end and says so, the second is a KeyboardInterrupt."""

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
        # No more than this here: whatever was interrupted may hold a lock.
        if self.interrupted:
            raise KeyboardInterrupt
        self.interrupted = True
        self._ask()


class Stop(Interrupts):
    """Says when to stop: after some minutes, or when somebody asks by Ctrl-C or a signal."""

    def __init__(self, minutes: float | None) -> None:
        super().__init__(_tell)
        self._end = None if minutes is None else time.monotonic() + 60 * minutes

    def __call__(self) -> bool:
        return self.interrupted or (self._end is not None and time.monotonic() >= self._end)


def _tell() -> None:
    print("\nFinishing what is being looked at; Ctrl-C again stops at once.", flush=True)


class Progress:
    """Tells how far it is: in one line that changes, or a line now and then in a file."""

    def __init__(self, things: str) -> None:
        self._things = things
        self._live = sys.stdout.isatty()
        self._every = 1.0 if self._live else 30.0  # seconds
        self._begun: tuple[float, int] | None = None
        self._told = 0.0

    def __call__(self, done: int, wanted: int) -> None:
        now = time.monotonic()
        if self._begun is None:
            self._begun = now, done
        if now - self._told < self._every and done < wanted:
            return
        self._told = now
        seconds, new = now - self._begun[0], done - self._begun[1]
        text = f"{done:,} of {wanted:,} {self._things}"
        if new > 0 and seconds > 0:
            left = (wanted - done) * seconds / new / 60
            text += f", {new / seconds:.1f} a second, {left:.0f} min left"
        print(f"\r{text:<70}" if self._live else text, end="" if self._live else "\n", flush=True)

    def end(self) -> None:
        if self._live and self._begun is not None:
            print()

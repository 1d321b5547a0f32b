"""A progress counter for long work."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 0.25  # seconds


@contextmanager
def counting(words: Callable[[int], str]) -> Iterator[Callable[[int], None]]:
    """Show a count on a terminal, and remove it at the end."""
    shown = time.monotonic()
    watching = sys.stderr.isatty()

    def show(done: int) -> None:
        nonlocal shown
        if watching and time.monotonic() - shown > EVERY:
            shown = time.monotonic()
            print(f"\r{words(done)}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if watching:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

"""How far a long work has come, told on the screen while it goes on."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

EVERY = 0.25  # seconds


@contextmanager
def counting(what: str) -> Iterator[Callable[[int], None]]:
    """Count on the screen, where somebody looks, and leave nothing of it there."""
    shown = time.monotonic()
    watching = sys.stderr.isatty()

    def tell(done: int) -> None:
        nonlocal shown
        if watching and time.monotonic() - shown > EVERY:
            shown = time.monotonic()
            print(f"\r{done:,} {what}", end="", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if watching:
            print("\r\033[K", end="", file=sys.stderr, flush=True)

"""Rate limits with token buckets.

A bucket holds ``burst`` tokens and gains one every ``seconds``. A full bucket takes no memory. At
most ``MOST`` others are kept; beyond that the least recently used bucket is treated as full.
"""

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MOST = 50_000  # buckets


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit of ``burst`` requests in a row, then one every ``seconds``."""

    burst: float
    seconds: float

    def times(self, factor: float) -> "Budget":
        """Return the combined budget of ``factor`` users."""
        return Budget(self.burst * factor, self.seconds / factor)


class TokenBuckets:
    """One bucket per key; thread-safe."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._full: dict[Hashable, float] = {}  # full again at; least recently used first

    def spend(self, *buckets: tuple[Hashable, Budget]) -> float:
        """Take one token from every bucket or from none; return the seconds to wait (0: done)."""
        with self._lock:
            now = self._clock()
            full = {key: max(self._full.get(key, now), now) for key, _ in buckets}
            wait = max(
                full[key] - now - (budget.burst - 1) * budget.seconds for key, budget in buckets
            )
            if wait > 0:
                return wait
            for key, budget in buckets:
                self._full.pop(key, None)
                self._full[key] = full[key] + budget.seconds
            while len(self._full) > MOST or self._full[next(iter(self._full))] <= now:
                del self._full[next(iter(self._full))]
            return 0.0

"""Budgets: how much somebody may ask for in a while.

Everybody has a purse for each kind of thing. It holds a few at once and fills again by one every so
many seconds; who finds it empty is told how long to wait. A full purse is not remembered, so only
those take memory who have just asked, and of those at most ``MOST``: then the one that asked least
recently counts as new.
"""

import threading
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass

MOST = 50_000  # purses remembered


@dataclass(frozen=True, slots=True)
class Budget:
    """``at_once`` in a row, and then one every ``seconds``."""

    at_once: float
    seconds: float

    def times(self, factor: float) -> "Budget":
        """A budget for so many people together."""
        return Budget(self.at_once * factor, self.seconds / factor)


class Purses:
    """Who has spent what, for threads."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._full: dict[Hashable, float] = {}  # when a purse is full again; the latest asked last

    def spend(self, *wanted: tuple[Hashable, Budget]) -> float:
        """Take one out of each purse, or out of none; how long to wait, 0 where it was done."""
        with self._lock:
            now = self._clock()
            full = {who: max(self._full.get(who, now), now) for who, _ in wanted}
            wait = max(
                full[who] - now - (budget.at_once - 1) * budget.seconds for who, budget in wanted
            )
            if wait > 0:
                return wait
            for who, budget in wanted:
                self._full.pop(who, None)
                self._full[who] = full[who] + budget.seconds
            while len(self._full) > MOST or self._full[next(iter(self._full))] <= now:
                del self._full[next(iter(self._full))]
            return 0.0

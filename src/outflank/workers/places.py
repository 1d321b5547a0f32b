"""Waiting for a place: so many at once, the others in a bounded queue, fairly and not for ever.

Who holds places (an application, a room of thinkers) makes one of these and keeps it; costs are
seconds. Whose turn it is says ``turns``.
"""

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from outflank.workers.turns import Asking, Busy, Turns


class Places:
    """A few places for threads. ``sentence`` is what those are told who get none."""

    def __init__(
        self,
        turns: Turns,
        *,
        patience: float,
        sentence: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._turns = turns
        self._patience = patience
        self._sentence = sentence
        self._clock = clock
        self._lock = threading.Lock()
        self._told: dict[Asking, threading.Event] = {}  # of those who wait

    @contextmanager
    def place(self, visitor: Hashable = None, cost: float = 1.0) -> Iterator[None]:
        """Have a place for a while; ``Busy`` where none comes within the patience.

        ``cost`` is about how long it will take; what it took is what the visitor is charged. Who
        gives no visitor is somebody new.
        """
        called = threading.Event()
        with self._lock:
            asking = self._turns.ask(called if visitor is None else visitor, cost)
            self._told[asking] = called
            self._settle()
        called.wait(self._patience)
        with self._lock:
            if asking not in self._turns.seated:
                if self._told.pop(asking, None) is not None:  # nobody has turned it away yet
                    self._turns.leave(asking, 0.0)
                raise Busy(self._sentence, self._turns.retry_after())
        began = self._clock()
        try:
            yield
        finally:
            with self._lock:
                self._turns.leave(asking, self._clock() - began)
                self._settle()

    def _settle(self) -> None:
        called, away = self._turns.settle()
        for asking in (*called, *away):
            self._told.pop(asking).set()

"""Slots that threads share: a semaphore with a bounded fair queue and a timeout."""

import threading
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from outflank.workers.fair_queue import Busy, FairQueue, Ticket


class FairSlots:
    """Slots for threads, assigned by a ``FairQueue``; costs are in seconds.

    ``sentence`` is the message of the ``Busy`` exception.
    """

    def __init__(
        self,
        queue: FairQueue,
        *,
        patience: float,
        sentence: str,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._queue = queue
        self._patience = patience
        self._sentence = sentence
        self._clock = clock
        self._lock = threading.Lock()
        self._waiting: dict[Ticket, threading.Event] = {}

    @contextmanager
    def acquire(self, visitor: Hashable = None, cost: float = 1.0) -> Iterator[None]:
        """Hold a slot; raise ``Busy`` if none becomes free in time.

        ``cost`` is an estimate; the visitor is charged the time actually used. Without a visitor,
        the caller counts as a new one.
        """
        admitted = threading.Event()
        with self._lock:
            ticket = self._queue.join(admitted if visitor is None else visitor, cost)
            self._waiting[ticket] = admitted
            self._admit()
        admitted.wait(self._patience)
        with self._lock:
            if ticket not in self._queue.active:
                if self._waiting.pop(ticket, None) is not None:  # not rejected yet
                    self._queue.leave(ticket, 0.0)
                raise Busy(self._sentence, self._queue.retry_after())
        began = self._clock()
        try:
            yield
        finally:
            with self._lock:
                self._queue.leave(ticket, self._clock() - began)
                self._admit()

    def _admit(self) -> None:
        admitted, rejected = self._queue.admit()
        for ticket in (*admitted, *rejected):
            self._waiting.pop(ticket).set()

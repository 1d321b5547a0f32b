"""A pool of reusable worker processes."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from outflank.workers.process import Child

Worker = TypeVar("Worker", bound=Child)


class Pool(Generic[Worker]):
    """Idle worker processes; ``start`` creates another one."""

    def __init__(self, start: Callable[[], Worker]) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._closed = False
        self._generation = 0
        self.idle: list[Worker] = []

    @contextmanager
    def child(self) -> Iterator[Worker]:
        """Use a worker; afterwards it becomes idle, or is ended if it ``must_restart``."""
        generation = self._generation
        child = self._take()
        try:
            yield child
        finally:
            child.discard_stderr()
            with self._lock:
                current = not self._closed and generation == self._generation
                if keep := current and not child.must_restart:
                    self.idle.append(child)
            if not keep:
                child.end()

    def renew(self, start: Callable[[], Worker]) -> None:
        """Use new workers from now on; busy ones end when they are returned."""
        with self._lock:
            self._start = start
            self._generation += 1
            idle, self.idle = self.idle, []
        for child in idle:
            child.end()

    def close(self) -> None:
        """End all workers; busy ones end when they are returned."""
        with self._lock:
            self._closed = True
            idle, self.idle = self.idle, []
        for child in idle:
            child.end()

    def _take(self) -> Worker:
        while True:
            with self._lock:
                child = self.idle.pop() if self.idle else None
            if child is None:
                return self._start()
            if child.process.poll() is None:
                return child
            child.end()

"""Children that are asked again and again: kept while they are good, and ended when spoilt."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from outflank.workers.process import Child


class Pool:
    """Children that have been started and wait to be used; ``start`` makes another one."""

    def __init__(self, start: Callable[[], Child]) -> None:
        self._start = start
        self._lock = threading.Lock()
        self._closed = False
        self._begun = 0  # how often all began anew
        self.idle: list[Child] = []

    @contextmanager
    def child(self) -> Iterator[Child]:
        """Have a child for a while; one that is ``spoilt`` then is ended, and others stay."""
        begun = self._begun
        child = self._take()
        try:
            yield child
        finally:
            child.forget_words()
            with self._lock:
                if keep := not (self._closed or child.spoilt or begun < self._begun):
                    self.idle.append(child)
            if not keep:
                child.end()

    def renew(self, start: Callable[[], Child]) -> None:
        """Start others from now on; who has one goes on with it to the end."""
        with self._lock:
            self._start = start
            self._begun += 1
            idle, self.idle = self.idle, []
        for child in idle:
            child.end()

    def close(self) -> None:
        """End those who wait; who has one ends it afterwards."""
        with self._lock:
            self._closed = True
            idle, self.idle = self.idle, []
        for child in idle:
            child.end()

    def _take(self) -> Child:
        while True:
            with self._lock:
                child = self.idle.pop() if self.idle else None
            if child is None:
                return self._start()
            if child.process.poll() is None:
                return child
            child.end()

"""Deletion of visitors who stay away for too long, while the server is running.

Opening the page records the visit and starts a sweep at most once an hour. The sweep runs in a
thread and deletes a few visitors per transaction. Without visits there is no timer.
"""

import logging
import threading
import time

from flask import Flask, current_app
from sqlalchemy.exc import SQLAlchemyError

from outflank.storage.games.games import Games
from outflank.storage.upkeep import sweep
from outflank.web.context import games
from outflank.web.settings import SETTINGS

EVERY = 3600.0  # seconds
DAY = 24 * 3600.0

logger = logging.getLogger("outflank.web")
_SWEEPER = "outflank.sweeper"


class Sweeper:
    """Sweeps regularly; visitors may be absent for ``days``, 0: forever."""

    def __init__(self, days: float) -> None:
        self.days = days
        self._lock = threading.Lock()
        self._next = time.monotonic()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def wake(self, games: Games) -> None:
        """Start a sweep if one is due."""
        with self._lock:
            if not self.days or self._closed.is_set() or time.monotonic() < self._next:
                return
            self._next = time.monotonic() + EVERY
            self._thread = threading.Thread(target=self._sweep, args=(games,), daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop after the current transaction and wait for the thread."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _sweep(self, games: Games) -> None:
        before = time.time() - self.days * DAY
        try:
            done = sweep(games.database, before, wanted=lambda: not self._closed.is_set())
        except SQLAlchemyError as error:  # not critical; the next sweep tries again
            logger.warning("Old visitors could not be deleted: %s", error)
            return
        if done.visitors:
            logger.info(
                "Deleted %d visitors, absent for %g days, with %d games",
                done.visitors,
                self.days,
                done.games,
            )


def init_app(app: Flask) -> None:
    app.extensions[_SWEEPER] = Sweeper(app.extensions[SETTINGS].forget_after)


def close(app: Flask) -> None:
    app.extensions[_SWEEPER].close()


def page_opened(visitor: str) -> None:
    """Record a visit, and sweep absent visitors if due."""
    games().note_visit(visitor)
    sweeper: Sweeper = current_app.extensions[_SWEEPER]
    sweeper.wake(games())

"""Forgetting visitors who never come back, by the way while others play.

Whoever opens the page is here, and lets the server look once an hour whether others have not been
for too long. That is done in a thread, some visitors at a time; no clock runs for it where nobody
comes.
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
    """Sweeps now and then; ``days`` of absence are allowed, 0 for any."""

    def __init__(self, days: float) -> None:
        self.days = days
        self._lock = threading.Lock()
        self._next = time.monotonic()
        self._closed = threading.Event()
        self._thread: threading.Thread | None = None

    def wake(self, games: Games) -> None:
        """Begin to sweep, if it is time."""
        with self._lock:
            if not self.days or self._closed.is_set() or time.monotonic() < self._next:
                return
            self._next = time.monotonic() + EVERY
            self._thread = threading.Thread(target=self._sweep, args=(games,), daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop after the visitors at hand, and wait for that."""
        self._closed.set()
        if self._thread is not None:
            self._thread.join()

    def _sweep(self, games: Games) -> None:
        before = time.time() - self.days * DAY
        try:
            done = sweep(games.database, before, wanted=lambda: not self._closed.is_set())
        except SQLAlchemyError as error:  # nobody waits for it; the next one may do better
            logger.warning("Visitors could not be forgotten: %s", error)
            return
        if done.visitors:
            logger.info(
                "Forgot %d visitors, away for %g days, with %d games",
                done.visitors,
                self.days,
                done.games,
            )


def init_app(app: Flask) -> None:
    app.extensions[_SWEEPER] = Sweeper(app.extensions[SETTINGS].forget_after)


def close(app: Flask) -> None:
    app.extensions[_SWEEPER].close()


def page_opened(visitor: str) -> None:
    """Note that a visitor is here, and look after those who are not."""
    games().note_visit(visitor)
    sweeper: Sweeper = current_app.extensions[_SWEEPER]
    sweeper.wake(games())

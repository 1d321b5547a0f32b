"""Logs when the database becomes unavailable and when it is back, one line each.

What an outage does to the clocks of games is in ``games/game_time.py``.
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

UNAVAILABLE = (OperationalError, InterfaceError, NoConnection)

logger = logging.getLogger("outflank.storage")


class Outages:
    """Watches all calls of a database. On a full disk reading goes on, and writing fails."""

    def __init__(self) -> None:
        self._since: float | None = None
        self._writing_failed = False

    @contextmanager
    def watched(self, writing: bool) -> Iterator[None]:
        try:
            yield
        except UNAVAILABLE as error:
            if self._since is None:
                self._since = time.monotonic()
                cause = str(getattr(error, "orig", None) or error).strip().splitlines() or [""]
                logger.error("The database is unavailable; requests get 503: %s", cause[0])
            self._writing_failed |= writing
            raise
        if self._since is not None and (writing or not self._writing_failed):
            seconds = time.monotonic() - self._since
            self._since, self._writing_failed = None, False
            logger.warning("The database is available again, after %.0f seconds", seconds)

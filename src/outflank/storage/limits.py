"""Storage limits: per visitor, per game, and in total."""

import threading
import time
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.orm import Session

from outflank.formats import InvalidSave
from outflank.game import Game
from outflank.translation import _

LOOK_AGAIN = 5.0  # seconds for which the measured database size is reused


class StorageFull(ValueError):
    """The host's storage limit is reached; existing games can be continued."""


@dataclass(frozen=True, slots=True)
class StorageLimits:
    """The host's limits. A typical game has about 60 events and 500 bytes."""

    games: int = 1000  # per visitor, including the bin
    cards: int = 10_000  # practice positions per visitor
    events: int = 5000  # per game: moves, undos and redos
    info: int = 10_000  # characters of names, places and comments per game
    total_mb: float = 0.0
    """Size of the database at which no new games can start; 0: unlimited."""


class QuotaCheck:
    """Checks whether another game can be stored."""

    def __init__(self, limits: StorageLimits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._looked = float("-inf")
        self._full = False

    def check(self, session: Session, game: Game) -> None:
        """Reject a game with too much text, and every new game once the quota is reached."""
        self.check_notes(game)
        if self._limits.total_mb and self._is_full(session):
            raise StorageFull(
                _(
                    "The server has reached its limit of {size} MB and cannot store a new game. "
                    "You can continue the games that you have.",
                    size=f"{self._limits.total_mb:,g}",
                )
            )

    def check_notes(self, game: Game) -> None:
        """Reject a game with too much text."""
        length = sum(len(key) + len(value) for key, value in game.info.items())
        length += sum(len(each.name) + len(each.comment) for each in game.variations)
        if length > self._limits.info:
            raise InvalidSave(
                _(
                    "The names, comments and variations of a game can have {most} characters. "
                    "This game has {count}.",
                    most=self._limits.info,
                    count=length,
                )
            )

    def _is_full(self, session: Session) -> bool:
        with self._lock:
            if time.monotonic() - self._looked > LOOK_AGAIN:
                self._looked = time.monotonic()
                self._full = bytes_used(session) >= self._limits.total_mb * 1e6
            return self._full


def bytes_used(session: Session) -> int:
    """Return the size of the database, without the free pages of an SQLite file."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        pages, free, size = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)
    return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())

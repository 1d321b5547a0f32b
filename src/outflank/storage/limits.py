"""How much is kept: of one visitor, of one game, and of everything together."""

import threading
import time
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.orm import Session

from outflank.formats import InvalidSave
from outflank.game import Game
from outflank.translation import _

LOOK_AGAIN = 5.0  # seconds for which the size of the database is taken for what it was


class StorageFull(ValueError):
    """As much is kept as the host allows; what is there can be played on."""


@dataclass(frozen=True, slots=True)
class StorageLimits:
    """What a host allows. A game of ordinary length has some 60 events and 500 bytes."""

    games: int = 1000  # of one visitor, those in the bin too; whoever plays more deletes some first
    cards: int = 10_000  # positions that one visitor practises
    events: int = 5000  # of one game: moves, and everything taken back and made again
    info: int = 10_000  # characters that a record may carry about its game: names, places, comments
    total_mb: float = 0.0
    """Of the whole database, after which no new games begin; 0: the disk is the limit."""


class QuotaCheck:
    """Whether there is room for another game, asked each time one begins."""

    def __init__(self, limits: StorageLimits) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._looked = float("-inf")
        self._full = False

    def check(self, session: Session, game: Game) -> None:
        """Refuse a game that carries too much, and every new one where the quota is used up."""
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
        """Refuse a game that carries too many words."""
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
    """The size of the whole database, without pages of a SQLite file that wait to be reused."""
    connection = session.connection()
    if connection.dialect.name == "sqlite":
        pages, free, size = (
            connection.exec_driver_sql(f"PRAGMA {name}").scalar_one()
            for name in ("page_count", "freelist_count", "page_size")
        )
        return int((pages - free) * size)
    return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())

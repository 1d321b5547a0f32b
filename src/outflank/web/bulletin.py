"""What server processes tell each other about shared tables: that one has changed.

Only that is told, never what: whoever has a stream there looks into the database, which has the
word. A server alone has nobody to tell.
"""

from collections.abc import Callable
from typing import Protocol

Heard = Callable[[str, str, int | None, int | None], None]
"""Takes who tells, a table, its version or None, how many watch there or None."""


class Bulletin(Protocol):
    """A way to tell other servers; used on the event loop, and ``publish`` from any thread."""

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """From now on listen; ``missed`` is called where something may not have been heard."""

    def publish(self, game: str, version: int | None = None, watchers: int | None = None) -> None:
        """Tell all others."""

    def close(self) -> None:
        """Listen no longer."""


class Alone:
    """The bulletin of a server that is the only one."""

    def start(self, heard: Heard, missed: Callable[[], None]) -> None:
        """Nobody else tells anything."""

    def publish(self, game: str, version: int | None = None, watchers: int | None = None) -> None:
        """Nobody else listens."""

    def close(self) -> None:
        """Nothing to close."""

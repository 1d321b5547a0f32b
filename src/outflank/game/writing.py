"""The registered writer of games.

Formats and pictures depend on games, not the other way around. To make ``game.write("my.ggf")``
possible, the package registers the writer in its ``__init__``.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from outflank.game.game import Game


class Writer(Protocol):
    """Writes games in any format."""

    def written(self, game: "Game", format: str) -> str: ...

    def write_game(self, game: "Game", path: Path) -> None: ...


_find: list[Callable[[], Writer]] = []


def introduce(find: Callable[[], Writer]) -> None:
    """Register a function that returns the writer; it is called on first use."""
    _find[:] = [find]


def writer() -> Writer:
    return _find[0]()

"""How a game reaches the rooms that write it down.

Formats and pictures know games, and games know nothing of them. So that ``game.write("my.ggf")``
works all the same, the package introduces whoever writes games, once, in its ``__init__``.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from outflank.game.game import Game


class Writer(Protocol):
    """Whoever writes games down."""

    def written(self, game: "Game", format: str) -> str: ...

    def write_game(self, game: "Game", path: Path) -> None: ...


_find: list[Callable[[], Writer]] = []


def introduce(find: Callable[[], Writer]) -> None:
    """Say where the writer is; it is looked for when the first game is to be written."""
    _find[:] = [find]


def writer() -> Writer:
    return _find[0]()

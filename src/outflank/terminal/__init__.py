"""The game in a terminal."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.terminal.full_screen import play, play_at
    from outflank.terminal.plain import PlainGame
    from outflank.terminal.plain_distance import DistantLines

__all__ = ["DistantLines", "PlainGame", "play", "play_at"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "full_screen": "play play_at",
            "plain": "PlainGame",
            "plain_distance": "DistantLines",
        },
    )

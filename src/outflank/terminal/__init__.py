"""The game in a terminal."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.terminal.full_screen import play
    from outflank.terminal.plain import PlainGame

__all__ = ["PlainGame", "play"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "full_screen": "play",
            "plain": "PlainGame",
        },
    )

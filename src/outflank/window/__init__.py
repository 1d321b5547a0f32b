"""The game in a desktop window, drawn with turtle graphics."""

from typing import TYPE_CHECKING

from outflank.on_demand import on_demand

if TYPE_CHECKING:
    from outflank.window.opening import NoWindow, play, play_at

__all__ = ["NoWindow", "play", "play_at"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(
        __name__,
        {
            "opening": "NoWindow play play_at",
        },
    )

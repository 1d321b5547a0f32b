"""Run the full-screen game, and always restore the terminal and save the game."""

import os
from collections.abc import Callable

from outflank.play.table import Table
from outflank.storage.files.saves import Saves
from outflank.terminal.app import OutflankApp
from outflank.terminal.looks import speaks_unicode
from outflank.translation import _
from outflank.workers.background import Post


def play(
    open_table: Callable[[Post], Table],
    *,
    saves: Saves,
    ascii_only: bool | None = None,
    light: bool = False,
) -> int:
    """Play or watch until the user quits; return the exit code.

    An unfinished local game is saved in any case.
    """
    if ascii_only is None:  # without colors, letters tell the sides apart
        ascii_only = not speaks_unicode() or bool(os.environ.get("NO_COLOR"))
    app = OutflankApp(open_table, saves=saves, ascii_only=ascii_only, light=light)
    try:
        app.run()
    finally:
        saved = app.table.leave()
        if saved is not None:
            which = "" if saved.startswith("interrupted") else f" {saved!r}"
            command = f"outflank play --load{which}"
            print(_("Saved as {name!r}. `{command}` continues it.", name=saved, command=command))
    return app.return_code or 0

"""Run the full-screen game, and always restore the terminal and save the game."""

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
    ascii_only = not speaks_unicode() if ascii_only is None else ascii_only
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

"""Opens the full-screen game, and leaves the terminal and the game in order whatever happens."""

from outflank.distance import Server, TableView
from outflank.sitting import Arranged, PlayerMaker
from outflank.storage import Saves
from outflank.study import advise
from outflank.terminal.app import DistantApp, FullScreen, OutflankApp
from outflank.terminal.looks import speaks_unicode


def play(
    arranged: Arranged,
    make_player: PlayerMaker,
    *,
    saves: Saves,
    ascii_only: bool | None = None,
    light: bool = False,
) -> int:
    """Play until somebody leaves; 0 if nothing went wrong.

    However it ends, a game that is not over is kept and can be gone on with.
    """
    ascii_only = not speaks_unicode() if ascii_only is None else ascii_only
    return _run(
        OutflankApp(
            arranged, make_player, saves=saves, adviser=advise, ascii_only=ascii_only, light=light
        )
    )


def play_at(
    server: Server,
    view: TableView,
    link: str = "",
    *,
    ascii_only: bool | None = None,
    light: bool = False,
) -> int:
    """Play at a shared table, or watch it, until somebody leaves; 0 if nothing went wrong."""
    ascii_only = not speaks_unicode() if ascii_only is None else ascii_only
    return _run(DistantApp(server, view, link, ascii_only=ascii_only, light=light))


def _run(app: FullScreen) -> int:
    try:
        app.run()
    finally:
        kept = app.leave()
        if kept is not None:
            which = "" if kept.startswith("interrupted") else f" {kept!r}"
            print(f"Kept as {kept!r}; `outflank play --load{which}` goes on.")
    return app.return_code or 0

"""Opens the full-screen game, and leaves the terminal and the game in order whatever happens."""

from outflank.sitting import Arranged, PlayerMaker
from outflank.storage import Saves
from outflank.study import advise
from outflank.terminal.app import OutflankApp
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
    app = OutflankApp(
        arranged,
        make_player,
        saves=saves,
        adviser=advise,
        ascii_only=not speaks_unicode() if ascii_only is None else ascii_only,
        light=light,
    )
    try:
        app.run()
    finally:
        kept = app.table.leave()
        if kept is not None:
            print(f"Kept as {kept!r}; `outflank play --load` goes on.")
    return app.return_code or 0

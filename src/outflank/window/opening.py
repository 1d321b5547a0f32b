"""Open the window, or report what is missing for it."""

from collections.abc import Callable

from outflank.play.table import Table
from outflank.storage.files.saves import Saves
from outflank.translation import N_, _
from outflank.workers.background import Post

ELSEWHERE = N_("Or play in the terminal (outflank play) or in the browser (outflank serve).")


class NoWindow(RuntimeError):
    """No window can be opened; the message says what to install or set."""


def play(open_table: Callable[[Post], Table], *, saves: Saves) -> None:
    """Open the window and play or watch until it is closed."""
    try:
        import tkinter as tk

        from outflank.window.game_window import GameWindow
    except ImportError as error:
        raise NoWindow(
            _(
                "this Python has no Tk ({error}). On Debian or Ubuntu: apt-get install python3-tk; "
                "with pyenv: install tk-dev, then this Python again.",
                error=error,
            )
            + f" {_(ELSEWHERE)}"
        ) from None
    try:
        window = GameWindow(open_table, saves=saves)
    except tk.TclError as error:
        if "display" not in str(error):
            raise
        raise NoWindow(
            _(
                "there is no display for a window ({error}). Set DISPLAY, or log in with ssh -X.",
                error=error,
            )
            + f" {_(ELSEWHERE)}"
        ) from None
    window.run()

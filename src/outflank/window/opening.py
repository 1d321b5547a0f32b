"""Opens the window, or says what is missing for one."""

from collections.abc import Callable

from outflank.play.table import Table
from outflank.storage.files.saves import Saves
from outflank.workers.background import Post

ELSEWHERE = "Or play in the terminal (outflank play) or the browser (outflank serve)."


class NoWindow(RuntimeError):
    """A window cannot be opened here; the sentence says what to install or set."""


def play(open_table: Callable[[Post], Table], *, saves: Saves) -> None:
    """Open the window and play, or watch, until it is closed."""
    try:
        import tkinter as tk

        from outflank.window.game_window import GameWindow
    except ImportError as error:
        raise NoWindow(
            f"this Python has no Tk ({error}). On Debian or Ubuntu: apt-get install python3-tk; "
            f"with pyenv: install tk-dev, then the Python again. {ELSEWHERE}"
        ) from None
    try:
        window = GameWindow(open_table, saves=saves)
    except tk.TclError as error:
        if "display" not in str(error):
            raise
        raise NoWindow(
            f"there is no screen to open a window on ({error}). Set DISPLAY, or log in with "
            f"ssh -X. {ELSEWHERE}"
        ) from None
    window.run()

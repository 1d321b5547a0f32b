"""Opens the window, or says what is missing for one."""

from outflank.sitting import Arranged, PlayerMaker
from outflank.storage import Saves
from outflank.study import advise

ELSEWHERE = "Or play in the terminal (outflank play) or the browser (outflank serve)."


class NoWindow(RuntimeError):
    """A window cannot be opened here; the sentence says what to install or set."""


def play(arranged: Arranged, make_player: PlayerMaker, *, saves: Saves) -> None:
    """Open the window and play until it is closed."""
    try:
        import tkinter as tk
    except ImportError as error:
        raise NoWindow(
            f"this Python has no Tk ({error}). On Debian or Ubuntu: apt-get install python3-tk; "
            f"with pyenv: install tk-dev, then the Python again. {ELSEWHERE}"
        ) from None
    from outflank.window.game_window import GameWindow

    try:
        window = GameWindow(
            arranged,
            make_player,
            saves=saves,
            adviser=advise,
        )
    except tk.TclError as error:
        if "display" not in str(error):
            raise
        raise NoWindow(
            f"there is no screen to open a window on ({error}). Set DISPLAY, or log in with "
            f"ssh -X. {ELSEWHERE}"
        ) from None
    window.run()

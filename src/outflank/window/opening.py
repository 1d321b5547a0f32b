"""Opens the window, or says what is missing for one."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from outflank.distance import Server, TableView
from outflank.sitting import Arranged, PlayerMaker
from outflank.storage import Saves
from outflank.study import advise

if TYPE_CHECKING:
    from outflank.window.board_window import BoardWindow

ELSEWHERE = "Or play in the terminal (outflank play) or the browser (outflank serve)."


class NoWindow(RuntimeError):
    """A window cannot be opened here; the sentence says what to install or set."""


def play(arranged: Arranged, make_player: PlayerMaker, *, saves: Saves) -> None:
    """Open the window and play until it is closed."""

    def game() -> "BoardWindow":
        from outflank.window.game_window import GameWindow

        return GameWindow(arranged, make_player, saves=saves, adviser=advise)

    _opened(game).run()


def play_at(server: Server, view: TableView, link: str = "") -> None:
    """Open a shared table in a window, and play or watch until it is closed."""

    def table() -> "BoardWindow":
        from outflank.window.distant_window import DistantWindow

        return DistantWindow(server, view, link)

    _opened(table).run()


def _opened(make: "Callable[[], BoardWindow]") -> "BoardWindow":
    try:
        import tkinter as tk
    except ImportError as error:
        raise NoWindow(
            f"this Python has no Tk ({error}). On Debian or Ubuntu: apt-get install python3-tk; "
            f"with pyenv: install tk-dev, then the Python again. {ELSEWHERE}"
        ) from None
    try:
        return make()
    except tk.TclError as error:
        if "display" not in str(error):
            raise
        raise NoWindow(
            f"there is no screen to open a window on ({error}). Set DISPLAY, or log in with "
            f"ssh -X. {ELSEWHERE}"
        ) from None

"""The Textual application of the full-screen game."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter

from outflank.play.table import Table
from outflank.storage.files.data_dir import own_cards
from outflank.storage.files.saves import Saves
from outflank.study.controllers.practice import Deck
from outflank.terminal.board_view import BoardView
from outflank.terminal.game_screen import GameScreen
from outflank.terminal.looks import (
    THEMES,
    Look,
    many_colors,
    sixteen_colors,
    theme_name,
    two_hundred_colors,
)
from outflank.terminal.plain_characters import PlainCharacters
from outflank.translation import _
from outflank.workers.background import Post


class OutflankApp(App[None]):
    """A full-screen game in the colors and characters of the terminal."""

    TITLE = "Outflank"
    CSS_PATH = "outflank.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", _("Quit"), show=False)]

    def __init__(
        self,
        open_table: Callable[[Post], Table],
        *,
        saves: Saves,
        ascii_only: bool = False,
        light: bool = False,
        sixteen: bool | None = None,
        open_deck: Callable[[], Deck] = own_cards,
    ) -> None:
        super().__init__()
        self.table = open_table(self.post)
        self._saves = saves
        self._open_deck = open_deck
        self._ascii_only = ascii_only
        self._light = light
        few = self.console.color_system in (None, "standard", "windows")
        self._sixteen = few if sixteen is None else sixteen

    def on_mount(self) -> None:
        for theme in THEMES:
            self.register_theme(theme)
        self._apply_theme()
        self.set_class(self._ascii_only, "-ascii")
        self.push_screen(
            GameScreen(self.table, self._saves, self.look(), self._open_deck, post=self.post)
        )
        if not self.is_headless:
            self._leave_on_signals()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without Unicode, convert all output to ASCII."""
        filters = list(super().get_line_filters())
        return [*filters, PlainCharacters()] if self._ascii_only else filters

    def look(self) -> Look:
        """The board colors that the terminal supports."""
        blocks = not self._ascii_only
        if self._sixteen:
            return sixteen_colors(blocks=blocks, light=self._light)
        if self.console.color_system == "256":
            return two_hundred_colors(blocks=blocks)
        return many_colors(blocks=blocks)

    def action_light_or_dark(self) -> None:
        self._light = not self._light
        self._apply_theme()
        for screen in self.screen_stack:
            for board in screen.query(BoardView):
                board.look = self.look()
                board.refresh()

    def _apply_theme(self) -> None:
        self.theme = theme_name(light=self._light, sixteen=self._sixteen)

    def post(self, function: Callable[[], None]) -> None:
        """Call a function in the app's thread; safe from any thread, even after the end.

        Screens hold a reference to this method, as a removed screen has no app. Calls during
        shutdown are dropped, because widgets are removed one by one.
        """

        def unless_ended() -> None:
            if self.is_running:
                function()

        self.call_later(unless_ended)

    def _leave_on_signals(self) -> None:
        """Quit normally on SIGTERM, or when the terminal is closed."""
        if sys.platform == "win32":  # closing the console ends the process; the game is saved
            return
        loop = asyncio.get_running_loop()
        ended = 128 + signal.SIGTERM  # the exit code of a program killed by this signal
        closed = 128 + signal.SIGHUP
        loop.add_signal_handler(signal.SIGTERM, lambda: self.exit(return_code=ended))
        loop.add_signal_handler(signal.SIGHUP, self._leave_closed_terminal, closed)

    def _leave_closed_terminal(self, code: int) -> None:
        # Exit without restoring the terminal: it is gone, and waiting for it would block forever.
        try:
            self.table.leave()
        finally:
            os._exit(code)

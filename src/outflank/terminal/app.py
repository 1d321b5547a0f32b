"""The Textual application around the full-screen game."""

import asyncio
import os
import signal
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
    """A game on a full screen, in the colors and characters that the terminal has."""

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
        """Without Unicode, everything becomes ASCII on its way to the terminal."""
        filters = list(super().get_line_filters())
        return [*filters, PlainCharacters()] if self._ascii_only else filters

    def look(self) -> Look:
        """The colors of a board, as many as the terminal has."""
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
        """Call something in the screen's own thread; safe from any thread, also after the end.

        Screens are given this one, as a screen that was removed has no app. Calls that come when
        the app ends are dropped, as its widgets are removed one by one.
        """

        def unless_ended() -> None:
            if self.is_running:
                function()

        self.call_later(unless_ended)

    def _leave_on_signals(self) -> None:
        """A polite kill ends the game the way the quit key does; so does a closed terminal."""
        loop = asyncio.get_running_loop()
        ended = 128 + signal.SIGTERM  # what a shell calls a program that was ended so
        loop.add_signal_handler(signal.SIGTERM, lambda: self.exit(return_code=ended))
        loop.add_signal_handler(signal.SIGHUP, self._leave_closed_terminal)

    def _leave_closed_terminal(self) -> None:
        # Nothing can be drawn or restored any more, and waiting for the terminal would never end.
        try:
            self.table.leave()
        finally:
            os._exit(128 + signal.SIGHUP)

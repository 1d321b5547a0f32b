"""The Textual application around the full-screen game."""

import asyncio
import os
import signal
from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.filter import LineFilter
from textual.screen import Screen

from outflank.distance import DistantTable, Server, TableView
from outflank.sitting import USUAL_PACE, Arranged, PlayerMaker
from outflank.storage import Saves, own_cards
from outflank.table import Adviser, Deck, OpenTable
from outflank.terminal.board_view import BoardView
from outflank.terminal.distant_screen import DistantGameScreen
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


class FullScreen(App[None]):
    """A full screen in the colours and characters that the terminal has."""

    TITLE = "Outflank"
    CSS_PATH = "outflank.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "quit", "Quit", show=False)]

    def __init__(
        self, *, ascii_only: bool = False, light: bool = False, sixteen: bool | None = None
    ) -> None:
        super().__init__()
        self._ascii_only = ascii_only
        self._light = light
        few = self.console.color_system in (None, "standard", "windows")
        self._sixteen = few if sixteen is None else sixteen

    def first_screen(self) -> Screen[None]:
        """The screen that is shown when the colours are chosen."""
        raise NotImplementedError

    def leave(self) -> str | None:
        """Put everything in order; the name under which a game was kept."""
        raise NotImplementedError

    def on_mount(self) -> None:
        """Choose the colours and put up the game."""
        for theme in THEMES:
            self.register_theme(theme)
        self._apply_theme()
        self.set_class(self._ascii_only, "-ascii")
        self.push_screen(self.first_screen())
        if not self.is_headless:
            self._leave_on_signals()

    def get_line_filters(self) -> Sequence[LineFilter]:
        """Without Unicode, everything becomes ASCII on its way to the terminal."""
        filters = list(super().get_line_filters())
        return [*filters, PlainCharacters()] if self._ascii_only else filters

    def look(self) -> Look:
        """The colours of a board, as many as the terminal has."""
        blocks = not self._ascii_only
        if self._sixteen:
            return sixteen_colors(blocks=blocks, light=self._light)
        if self.console.color_system == "256":
            return two_hundred_colors(blocks=blocks)
        return many_colors(blocks=blocks)

    def action_light_or_dark(self) -> None:
        """Change between a light and a dark screen."""
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

        Screens are given this one: a screen that has gone does not know its app any more. What is
        still to come when the app ends is not done: the screens are taken down piece by piece.
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
            self.leave()
        finally:
            os._exit(128 + signal.SIGHUP)


class OutflankApp(FullScreen):
    """The game on a full screen."""

    def __init__(
        self,
        arranged: Arranged,
        make_player: PlayerMaker,
        *,
        saves: Saves,
        adviser: Adviser,
        ascii_only: bool = False,
        light: bool = False,
        sixteen: bool | None = None,
        pace: float = USUAL_PACE,
        open_deck: Callable[[], Deck] = own_cards,
    ) -> None:
        super().__init__(ascii_only=ascii_only, light=light, sixteen=sixteen)
        self._saves = saves
        self._open_deck = open_deck
        self.table = OpenTable(
            arranged,
            screen=_NobodyYet(),
            post=self.post,
            make_player=make_player,
            adviser=adviser,
            saves=saves,
            pace=pace,
        )

    def first_screen(self) -> GameScreen:
        """The game."""
        return GameScreen(self.table, self._saves, self.look(), self._open_deck, post=self.post)

    def leave(self) -> str | None:
        """Keep a game that is not over."""
        return self.table.leave()


class DistantApp(FullScreen):
    """A shared table on a full screen."""

    def __init__(
        self,
        server: Server,
        view: TableView,
        link: str = "",
        *,
        ascii_only: bool = False,
        light: bool = False,
        sixteen: bool | None = None,
    ) -> None:
        super().__init__(ascii_only=ascii_only, light=light, sixteen=sixteen)
        self.table = DistantTable(server, view, link=link, screen=_NobodyYet(), post=self.post)

    def first_screen(self) -> DistantGameScreen:
        """The shared table."""
        return DistantGameScreen(self.table, self.look(), post=self.post)

    def leave(self) -> str | None:
        """Stop listening; the game is on the server."""
        self.table.leave()
        return None


class _NobodyYet:
    """Looks at a table before its screen is there."""

    def redraw(self) -> None: ...

    def redraw_values(self) -> None: ...

    def say(self, sentence: str) -> None: ...

    def refuse(self, sentence: str) -> None: ...

    def announce_pass(self, sentence: str) -> None: ...

    def announce_failure(self, sentence: str) -> None: ...

    def announce_end(self, sentence: str, after: str = "") -> None: ...

    def your_turn(self) -> None: ...

    def hand_out(self, link: str) -> None: ...

"""Drives the full-screen game without a terminal, and reads what is on its screen."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from tables import table_opener
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from outflank.board import Color, parse_square
from outflank.game import Game
from outflank.play.local_table import LocalTable
from outflank.play.opponents.seating import PlayerMaker
from outflank.play.remote.client import RemoteServer
from outflank.play.remote.remote_table import RemoteTable
from outflank.play.seat import HUMAN
from outflank.play.view import GameView
from outflank.storage.files.saves import Saves
from outflank.study.hints import Adviser
from outflank.terminal.app import OutflankApp
from outflank.terminal.board_view import BoardView

BLACK, WHITE = Color.BLACK, Color.WHITE
TWO_PEOPLE = {BLACK: HUMAN, WHITE: HUMAN}
PATIENCE = 120.0  # seconds; reached only by a test that fails
Drive: TypeAlias = Callable[["Driver"], Awaitable[None]]


class Keyboard:
    """A person at the keyboard: presses, clicks, waits and looks."""

    def __init__(self, app: OutflankApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def board(self) -> BoardView:
        """The board on the screen of the game."""
        return self.app.screen_stack[1].query_one(BoardView)

    @property
    def text(self) -> str:
        """Everything on the screen, as lines of text."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join(strip.text.rstrip() for strip in strips)

    @property
    def asked(self) -> str:
        """The text of a study beside the board, in one line."""
        place = self.app.screen.query_one("#asked").content_region
        lines = self.text.splitlines()[place.y : place.bottom]
        return " ".join(" ".join(line[place.x : place.right] for line in lines).split())

    async def until_asked_text(self, text: str) -> None:
        """Wait until a study says something beside the board."""
        await self.until(lambda: self.app.screen.query("#asked") and text in self.asked)

    async def settle(self) -> None:
        """Let every message be handled.

        Textual's own pilot waits until the processor is idle, which on a busy machine it never is.
        """
        for _ in range(100):
            await asyncio.sleep(0)
            await self.pilot._wait_for_screen(PATIENCE)
            pumps = [self.app, *self.app.screen_stack, *self.app.screen.walk_children()]
            if all(pump._message_queue.empty() for pump in pumps):
                break
        await self.pilot._wait_for_screen(PATIENCE)
        self.app.screen._on_timer_update()

    async def press(self, *keys: str) -> None:
        """Press keys one after another."""
        for key in keys:
            driver = self.app._driver
            assert driver is not None
            event = events.Key(key, key if len(key) == 1 else None)
            event.set_sender(self.app)
            driver.send_message(event)
            await self.settle()

    async def type_square(self, name: str) -> None:
        """Type the name of a square."""
        await self.press(*name)

    async def click(self, name: str) -> None:
        """Click on a square."""
        await self._mouse(name, events.MouseDown, events.MouseUp, events.Click)

    async def hover(self, name: str) -> None:
        """Point at a square."""
        await self._mouse(name, events.MouseMove)

    async def click_at(self, widget: Widget, x: int, y: int) -> None:
        """Click on a place of a widget."""
        await self._mouse_at(widget, x, y, events.MouseDown, events.MouseUp, events.Click)

    async def _mouse(self, name: str, *kinds: type[events.MouseEvent]) -> None:
        board = self.board
        row, column = divmod(parse_square(name, board.shown.size), board.shown.size)
        (width, height), (left, top) = board.cell_size, board.corner
        x, y = left + column * width + width // 2, top + row * height + height // 2
        await self._mouse_at(board, x, y, *kinds)

    async def _mouse_at(
        self, widget: Widget, x: int, y: int, *kinds: type[events.MouseEvent]
    ) -> None:
        region = widget.region
        for kind in kinds:
            event = kind(
                None, region.x + x, region.y + y, 0, 0, 0 if kind is events.MouseMove else 1,
                False, False, False,
            )  # fmt: skip
            self.app.screen._forward_event(event)
            await self.settle()

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait for something that computers or timers do; two minutes at most."""
        for _ in range(6000):
            if condition():
                await self.settle()
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"waited in vain; the screen shows:\n{self.text}")

    async def until_text(self, text: str) -> None:
        """Wait until a text is on the screen."""
        await self.until(lambda: text in self.text)


class Driver(Keyboard):
    """A person at a game here."""

    def __init__(self, app: OutflankApp, pilot: Pilot[None], saves: Saves) -> None:
        super().__init__(app, pilot)
        self.saves = saves

    @property
    def table(self) -> LocalTable:
        """The table on the screen."""
        assert isinstance(self.app.table, LocalTable)
        return self.app.table

    @property
    def game(self) -> Game:
        """The game on the table."""
        return self.table.game

    async def until_asked(self) -> None:
        """Wait until a person is to move, or the game is over."""
        await self.until(lambda: self.game.is_over or self.table.session.waits_for_human)


def drive(
    steps: Drive,
    folder: Path,
    *,
    game: Game | None = None,
    seats: Mapping[Color, str] = TWO_PEOPLE,
    size: tuple[int, int] = (80, 24),
    make_player: PlayerMaker | None = None,
    adviser: Adviser | None = None,
    pace: float = 0.0,
    **options: Any,
) -> None:
    """Open the full-screen game and let a driver play it."""

    async def run() -> None:
        saves = Saves(folder)
        app = OutflankApp(
            table_opener(saves, seats, game, make_player=make_player, adviser=adviser, pace=pace),
            saves=saves,
            **{"sixteen": False, **options},
        )
        app.animation_level = "none"
        async with app.run_test(size=size, notifications=True) as pilot:
            driver = Driver(app, pilot, saves)
            await driver.until(lambda: "Moves" in driver.text or size[0] < 66)
            await steps(driver)

    asyncio.run(run())


class Visitor(Keyboard):
    """A person at a game on a server."""

    @property
    def table(self) -> RemoteTable:
        """The table on the screen."""
        assert isinstance(self.app.table, RemoteTable)
        return self.app.table


def visit_full_screen(
    server: RemoteServer,
    view: GameView,
    steps: Callable[[Visitor], Awaitable[None]],
    folder: Path,
    *,
    link: str = "",
    size: tuple[int, int] = (80, 24),
) -> None:
    """Open a game on a server on a full screen and let a visitor play it."""

    async def run() -> None:
        app = OutflankApp(
            lambda post: RemoteTable(server, view, link=link, post=post),
            saves=Saves(folder),
            sixteen=False,
        )
        app.animation_level = "none"
        async with app.run_test(size=size, notifications=True) as pilot:
            visitor = Visitor(app, pilot)
            await visitor.until(lambda: len(app.screen_stack) > 1)
            await steps(visitor)
        app.table.leave()

    asyncio.run(run())

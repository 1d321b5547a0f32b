"""The desktop window, with a real mouse and keyboard on a screen without a monitor."""

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from tables import table_opener
from x_screen import (
    Hands,
    board_fits,
    color,
    let_play,
    on_top,
    picture,
    screen_position,
    wait_until,
)

from outflank.board import Board, Color, parse_square
from outflank.game import Game, TimeControl
from outflank.play.local_table import LocalTable
from outflank.play.seat import HUMAN, Seat
from outflank.storage.files.saves import Saves

pytest.importorskip("tkinter")
from tkinter import ttk

from outflank.window.dialogs import NewGameDialog
from outflank.window.game_window import GameWindow

BLACK, WHITE = Color.BLACK, Color.WHITE
TWO_PEOPLE = {BLACK: HUMAN, WHITE: HUMAN}
AGAINST_FIRST = {BLACK: HUMAN, WHITE: "first"}


class Room:
    """A window and somebody in front of it."""

    def __init__(self, display: str, folder: Path, game: Game, seats: Mapping[Color, str]) -> None:
        self.saves = Saves(folder)
        self.window = GameWindow(table_opener(self.saves, seats, game), saves=self.saves)
        self.window.board.animate = False
        self.hands = Hands(display, self.window.root)

    @property
    def game(self) -> Game:
        return self.window.table.game

    def ready(self) -> str:
        window = self.hands.wait_for("^Outflank .")
        wait_until(lambda: board_fits(self.window.board), "the board is not there")
        return window

    def click(self, name: str) -> None:
        self.hands.press_square(self.window.board, parse_square(name, self.game.size))

    def close_box(self, title: str) -> None:
        self.hands.wait_for(title)
        self.hands.keys("Return")
        self.hands.wait_gone(title)

    def is_asked(self) -> bool:
        table = self.window.table
        return table.view.over or (table.view.can.move and not table.busy)

    def until_transcript(self, transcript: str) -> None:
        wait_until(
            lambda: self.game.transcript == transcript,
            f"expected {transcript}, got {self.game.transcript}",
        )

    def until_status(self, text: str) -> None:
        wait_until(lambda: text in self.window.status.get(), f"the status line never said {text!r}")


Open = Callable[..., Room]


@pytest.fixture
def open_room(display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Open:
    monkeypatch.setenv("DISPLAY", display)

    def open_room(game: Game | None = None, seats: Mapping[Color, str] = TWO_PEOPLE) -> Room:
        return Room(display, tmp_path, game or Game(), seats)

    return open_room


def test_a_click_plays_and_the_opponent_answers(open_room: Open, display: str) -> None:
    room = open_room(seats=AGAINST_FIRST)

    def steps() -> None:
        room.ready()
        room.click("f5")
        room.until_transcript("f5f4")
        wait_until(lambda: room.hands.find("Black to move.*3.*3"), "the title does not tell")
        x, y = screen_position(room.window.board, parse_square("f4"))
        image = picture(display, "window")
        red, green, blue = color(image, x, y)
        assert red > 200 > 120 > max(green, blue)  # the mark of the last move
        side = room.window.board.measures.square
        assert min(color(image, x + side // 4, y)) > 200  # on a white disc
        assert max(color(image, x + side // 4, y + side)) < 80  # above a black one
        red, green, blue = color(image, x + side, y)
        assert green > 100 > 90 > max(red, blue)  # beside green

    let_play(room.window, steps)


def test_an_illegal_click_is_told_in_the_status_line_and_changes_nothing(open_room: Open) -> None:
    room = open_room()

    def steps() -> None:
        room.ready()
        room.click("a1")
        room.until_status("Black cannot play a1")
        room.click("f5")
        room.until_transcript("f5")

    let_play(room.window, steps)


def test_a_whole_game_is_played_by_mouse(open_room: Open, display: str) -> None:
    room = open_room(Game(size=6), {BLACK: HUMAN, WHITE: "greedy"})

    def steps() -> None:
        room.ready()
        while not room.window.table.view.over:
            made = room.window.table.view.ply
            square = next(iter(room.window.table.scene.moves))
            room.hands.press_square(room.window.board, square)
            moved = lambda ply=made: room.window.table.view.ply > ply  # noqa: E731
            wait_until(moved, "nobody moved")
            wait_until(room.is_asked, "nobody asks the person to move")
        room.until_status(str(room.game.outcome))
        picture(display, "window-over")

    let_play(room.window, steps)


def test_a_pass_is_in_the_status_line_and_in_a_box_if_that_is_chosen(
    open_room: Open, display: str
) -> None:
    start = Board.from_text("XO-" + "-" * 5 + "-" * 16 + "XOOO----" + "-" * 32 + " X")
    room = open_room(Game(start))

    def steps() -> None:
        room.ready()
        room.click("c1")
        room.until_status("White has no legal move and passes")
        picture(display, "window-pass")
        assert not room.hands.find("^Pass$")
        room.hands.keys("ctrl+z")
        room.until_transcript("")
        room.hands.keys("ctrl+b")
        room.click("c1")
        room.close_box("^Pass$")
        room.until_status("White has no legal move and passes")

    let_play(room.window, steps)


def test_menus_work_by_mouse_and_their_shortcuts_by_keyboard(open_room: Open, display: str) -> None:
    room = open_room()

    def steps() -> None:
        room.ready()
        room.click("f5")
        room.until_transcript("f5")
        room.click("d6")
        room.until_transcript("f5d6")
        root = room.window.root
        # The bar of menus is above the window's contents; Undo is the first line of the second.
        room.hands.click(root.winfo_rootx() + 66, root.winfo_rooty() - 15)
        undo = root.winfo_rootx() + 76, root.winfo_rooty() + 14
        wait_until(lambda: "menu" in on_top(root, *undo), "the menu does not open")
        picture(display, "window-menu")
        room.hands.click(*undo)
        room.until_transcript("f5")
        room.ready()
        room.hands.keys("ctrl+y")
        room.until_transcript("f5d6")
        room.hands.keys("ctrl+z")
        room.until_transcript("f5")
        room.hands.keys("ctrl+z")
        room.until_transcript("")
        room.hands.keys("ctrl+h")
        room.until_status("Greta would play d3.")
        room.hands.keys("ctrl+g")
        room.close_box("^Resign$")  # by its first button, yes
        wait_until(lambda: room.game.is_over, "nobody resigned")
        assert "Black resigned." in str(room.game.outcome)
        room.hands.wait_for("^Outflank .")
        room.hands.keys("ctrl+r")
        wait_until(lambda: not room.game.is_over, "no rematch")

    let_play(room.window, steps)


def test_squares_can_be_typed_and_reached_by_arrows(open_room: Open) -> None:
    room = open_room()

    def steps() -> None:
        room.ready()
        room.hands.keys("f", "5")
        room.until_transcript("f5")
        room.hands.keys("Down", "Return")
        room.until_transcript("f5f6")
        room.hands.keys("Tab", "Return")  # the next legal square
        room.until_transcript("f5f6f7")

    let_play(room.window, steps)


def test_a_game_is_saved_and_opened_under_its_name(open_room: Open, display: str) -> None:
    room = open_room()

    def steps() -> None:
        room.ready()
        room.click("f5")
        room.until_transcript("f5")
        room.hands.keys("ctrl+s")
        room.hands.wait_for("^Save the game$")
        room.hands.type("mine")
        room.hands.keys("Return")
        room.hands.wait_gone("^Save the game$")
        wait_until(lambda: "mine" in room.saves.names(), "nothing was saved")
        room.hands.wait_for("^Outflank .")
        room.hands.keys("ctrl+r")
        room.until_transcript("")
        room.hands.keys("ctrl+o")
        room.hands.wait_for("^Open a game$")
        picture(display, "window-open")
        room.hands.keys("Down", "Return")  # above it is the game that was left for a rematch
        room.until_transcript("f5")
        room.until_status("Loaded 'mine'")

    let_play(room.window, steps)


def new_game_dialog(room: Room) -> NewGameDialog:
    """The dialog, which has the keyboard."""
    room.hands.keys("ctrl+n")
    room.hands.wait_for("^New game$")
    children = room.window.root.winfo_children()
    return next(child for child in children if isinstance(child, NewGameDialog))


def go_to(room: Room, box: ttk.Combobox, *tabs: str) -> None:
    """Go to a field by the keyboard."""
    room.hands.keys(*tabs)
    wait_until(lambda: room.hands.focus() == str(box), "the keyboard is elsewhere")


def choose_below(room: Room, box: ttk.Combobox, steps: int, name: str | None = None) -> None:
    """Choose from the list of a field, so many lines below; with a name, a picture is taken."""
    room.hands.keys("Down")
    wait_until(lambda: room.hands.focus() == f"{box}.popdown.f.l", "no list opens")
    room.hands.keys(*["Down"] * steps)
    if name is not None:
        picture(room.hands.display, name)
    room.hands.keys("Return")
    wait_until(lambda: room.hands.focus() == str(box), "the list stays")


def test_a_new_game_is_arranged_and_wrong_settings_are_told(open_room: Open, display: str) -> None:
    room = open_room()

    def steps() -> None:
        room.ready()
        dialog = new_game_dialog(room)
        choose_below(room, dialog._size, 1)  # 10×10
        white = dialog._seats[WHITE]
        go_to(room, white, "Tab", "Tab")
        choose_below(room, white, 6, "window-opponents")  # a line each
        wait_until(lambda: white.get() == "priority", "the line chosen is no name")
        room.hands.keys("ctrl+a")
        room.hands.type("positional:corner=9999")
        room.hands.keys("Return")
        wait_until(
            lambda: "corner must be from" in dialog._problem.get(),
            "the wrong setting was not told",
        )
        picture(display, "window-new-game")
        room.hands.keys("ctrl+a")
        room.hands.type("first")
        room.hands.keys("Return")
        wait_until(lambda: room.game.size == 10, "the new game did not start")
        assert isinstance(room.window.table, LocalTable)
        assert room.window.table.session.seats == {BLACK: Seat(), WHITE: Seat("first")}
        picture(display, "window-10")

    let_play(room.window, steps)


def test_a_game_begins_at_a_balanced_opening(open_room: Open, display: str) -> None:
    room = open_room()

    def steps() -> None:
        room.ready()
        dialog = new_game_dialog(room)
        dialog._start.set("balanced")
        picture(display, "window-balanced")
        room.hands.keys("Return")
        wait_until(lambda: len(room.game.board.empties) == 52, "the game did not start")

    let_play(room.window, steps)


def test_a_strength_is_not_said_of_another_board(open_room: Open) -> None:
    room = open_room()

    def steps() -> None:
        room.ready()
        dialog = new_game_dialog(room)

        def rated() -> bool:
            return any("rated" in note.cget("text") for note in dialog._notes.values())

        go_to(room, dialog._seats[WHITE], "Tab", "Tab")
        room.hands.keys("ctrl+a")
        room.hands.type("engine:5")
        wait_until(rated, "the strength was not told")
        go_to(room, dialog._size, "shift+Tab", "shift+Tab")
        choose_below(room, dialog._size, 1)  # 10×10
        wait_until(lambda: not rated(), "a strength was told that nobody measured")
        room.hands.keys("Escape")
        room.hands.wait_gone("^New game$")

    let_play(room.window, steps)


def test_resizing_keeps_the_board_square_and_clicks_right(open_room: Open, display: str) -> None:
    room = open_room()

    def steps() -> None:
        window = room.ready()
        before = room.window.board.measures
        room.hands.resize(window, 620, 420)
        wait_until(lambda: room.window.board.measures != before, "the board stayed as it was")
        wait_until(lambda: room.window.root.winfo_width() == 620, "the window stayed as it was")
        room.click("f5")
        room.until_transcript("f5")
        picture(display, "window-small")
        small = room.window.board.measures
        edge = small.square * 8 + 2 * small.margin
        canvas = room.window.board.canvas
        assert edge <= min(canvas.winfo_width(), canvas.winfo_height())

    let_play(room.window, steps)


def test_discs_turn_step_by_step(open_room: Open) -> None:
    room = open_room()
    board = room.window.board
    board.animate = True
    breadths: list[float] = []
    draw = board._draw_disc

    def noting(pen: object, x: float, y: float, r: float, side: Color, breadth: float) -> None:
        breadths.append(round(breadth, 2))
        draw(pen, x, y, r, side, breadth)  # type: ignore[arg-type]

    board._draw_disc = noting  # type: ignore[method-assign,assignment]

    def steps() -> None:
        room.ready()
        room.click("f5")
        # The last one it is drawn at is whole again; the click drew other discs whole before.
        wanted = {0.92, 0.71, 0.38, 0.06}
        wait_until(lambda: wanted <= set(breadths) and breadths[-1] == 1.0, "nothing turned")

    let_play(room.window, steps)


def test_clocks_run_in_the_window(open_room: Open) -> None:
    room = open_room(Game(clock=TimeControl(0.5)))

    def steps() -> None:
        wait_until(lambda: room.window.table.view.over, "the clock does not run")
        assert "ran out of time" in str(room.game.outcome)

    let_play(room.window, steps)


def test_a_mistake_in_the_program_keeps_the_game_and_is_told(
    open_room: Open, capfd: pytest.CaptureFixture[str]
) -> None:
    room = open_room()

    def steps() -> None:
        room.ready()
        room.click("f5")
        room.until_transcript("f5")

        def broken(square: int) -> None:
            raise ZeroDivisionError("a test")

        room.window.board.on_choose = broken
        room.click("d6")
        room.close_box("^Outflank$")
        assert room.saves.load("interrupted").transcript == "f5"

    let_play(room.window, steps)
    assert "ZeroDivisionError: a test" in capfd.readouterr().err


def test_f8_shows_the_value_of_every_move_and_exact_ones_on_plates(
    open_room: Open, display: str
) -> None:
    room = open_room(game=Game(size=4))

    def steps() -> None:
        room.ready()
        room.hands.keys("F8")
        wait_until(
            lambda: "-10 (exact): " in room.window.values.line.cget("text"),
            "the best line never came",
        )
        values = room.window.board.shown.values
        assert [value.text for value in values.values()] == ["[-10]"] * 4
        x, y = screen_position(room.window.board, parse_square("a2", 4))
        side = room.window.board.measures.square
        image = picture(display, "window-values")
        red, green, blue = color(image, x - int(0.34 * side), y + int(0.3 * side))
        assert red > 220 > 160 > max(green, blue)  # the plate of a lost move
        room.hands.keys("F8")
        wait_until(lambda: not room.window.values.winfo_ismapped(), "the best line stays")
        assert not room.window.board.shown.values

    let_play(room.window, steps)

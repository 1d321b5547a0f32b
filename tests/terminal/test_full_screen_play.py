"""The full-screen game is played by keys, by mouse and by typing."""

import threading
from pathlib import Path

import pytest
from pilots import BLACK, TWO_PEOPLE, WHITE, Driver, drive
from textual.widgets import Footer

from outflank.board import Board, parse_square, square_name
from outflank.game import Game, TimeControl
from outflank.play.seat import HUMAN
from outflank.study import words
from outflank.terminal.board_view import BoardView
from outflank.terminal.game_screen import GameScreen
from outflank.terminal.panels import MoveList, SeatPanel

MANY_MOVES = "----------O-------OOO-O-X-OOXXXXXXOOXOX-X--OXX----OOXO-----O---- X"
AGAINST_GREEDY = {BLACK: HUMAN, WHITE: "greedy"}


def first_square(driver: Driver) -> str:
    return square_name(next(iter(driver.table.scene.moves)), driver.game.size)


async def by_keys(driver: Driver) -> None:
    await driver.press("tab", "enter")


async def by_typing(driver: Driver) -> None:
    await driver.type_square(first_square(driver))


async def by_mouse(driver: Driver) -> None:
    await driver.click(first_square(driver))


@pytest.mark.parametrize("way", [by_keys, by_typing, by_mouse])
def test_a_game_against_a_computer_is_played_to_its_end(way: object, tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        while not driver.game.is_over:
            moves = driver.game.ply
            await way(driver)  # type: ignore[operator]
            assert driver.game.ply > moves
            await driver.until_asked()
        assert str(driver.game.outcome) in driver.text

    drive(steps, tmp_path, game=Game(size=4), seats=AGAINST_GREEDY)


def test_the_arrow_keys_move_the_cursor_round_the_board(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        assert square_name(driver.board.cursor) == "d3"
        await driver.press("right", "down", "down", "down")
        assert square_name(driver.board.cursor) == "e6"
        await driver.press("enter")
        assert driver.game.transcript == "e6"
        await driver.press("up", "up", "up", "up", "up", "up")
        assert square_name(driver.board.cursor) == "e8"

    drive(steps, tmp_path)


def test_tab_goes_through_the_legal_squares_both_ways(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        seen = []
        for key in ("tab", "tab", "tab", "tab", "shift+tab", "shift+tab"):
            await driver.press(key)
            seen.append(square_name(driver.board.cursor))
        assert seen == ["c4", "f5", "e6", "d3", "e6", "f5"]

    drive(steps, tmp_path)


def test_capital_letters_are_squares_too(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("F", "5")
        assert driver.game.transcript == "f5"

    drive(steps, tmp_path)


def test_what_was_typed_is_shown_and_can_be_dropped(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("f")
        assert "▸ f_" in driver.text
        await driver.press("escape", "5")
        assert "▸" not in driver.text
        assert driver.game.transcript == ""

    drive(steps, tmp_path)


def test_a_long_message_is_not_cut_at_80_by_24(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.type_square("a1")
        await driver.until(lambda: "it flips no discs." in shown(driver))
        screen = driver.app.screen
        assert isinstance(screen, GameScreen)
        sentence = " ".join(f"word{number}" for number in range(18))
        screen.say(sentence)
        await driver.until(lambda: sentence in shown(driver))

    def shown(driver: Driver) -> str:
        """The words of the lines under the board, whatever the screen breaks them into."""
        return " ".join(line[:44].strip() for line in driver.text.splitlines()[17:]).strip()

    drive(steps, tmp_path, game=Game(Board.from_text(MANY_MOVES)))


def test_on_a_large_board_a_second_digit_is_waited_for(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.type_square("e4")
        assert driver.game.transcript == "e4"
        await driver.type_square("e1")
        assert "▸ e1_" in driver.text
        await driver.press("0")
        assert "White cannot play e10" in driver.text
        await driver.press("e", "1", "enter")
        assert "White cannot play e1:" in driver.text

    drive(steps, tmp_path, game=Game(size=10))


def test_an_illegal_move_is_refused_with_the_way_out(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.type_square("a1")
        assert "Black cannot play a1" in driver.text
        assert "d3" in driver.text
        assert driver.game.transcript == ""

    drive(steps, tmp_path)


def test_a_pass_is_told(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.type_square("c1")
        assert driver.game.history[-1].is_pass
        assert "White has no legal move and passes" in driver.text  # the rest on the next line
        assert "pass" in driver.app.screen.query_one(MoveList).query_one("Static").render().plain  # type: ignore[union-attr]

    start = Board.from_text("XO-" + "-" * 5 + "-" * 16 + "XOOO----" + "-" * 32 + " X")
    drive(steps, tmp_path, game=Game(start))


def test_pointing_at_a_legal_square_shows_what_would_turn(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.hover("f5")
        assert driver.board.flips == {parse_square("e5")}
        await driver.hover("a1")
        assert driver.board.flips == frozenset()

    drive(steps, tmp_path)


def test_undo_and_redo_go_back_and_forth(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.type_square("f5")
        await driver.until_asked()
        await driver.press("u")
        assert driver.game.transcript == ""
        await driver.press("r")
        assert driver.game.transcript == "f5f4"
        await driver.press("u", "u")
        assert "no move to undo" in driver.text

    drive(steps, tmp_path, seats=AGAINST_GREEDY)


def test_brackets_and_clicks_in_the_move_list_look_back(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        for square in ("f5", "d6", "c3"):
            await driver.type_square(square)
        await driver.press("left_square_bracket", "left_square_bracket")
        await driver.until_text("move 1 of 3")
        await driver.press("right_square_bracket")
        await driver.until_text("move 2 of 3")
        await driver.press("escape")
        await driver.pilot.click("#move-text", offset=(6, 0))  # on f5
        await driver.until_text("move 1 of 3")
        assert driver.game.transcript == "f5d6c3"  # nothing of it changes the game

    drive(steps, tmp_path)


def test_swapping_seats_lets_the_computer_play_the_other_side(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("s")
        await driver.until(lambda: driver.game.transcript == "d3")
        assert "Greta" in str(driver.app.screen.query_one("#seat-black", SeatPanel).render())

    drive(steps, tmp_path, seats=AGAINST_GREEDY)


def test_resigning_asks_first(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("x", "n")
        assert not driver.game.is_over
        await driver.press("x", "y")
        assert "Black resigned. White wins" in driver.text

    drive(steps, tmp_path)


def test_a_hint_is_marked_on_the_board(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("t")
        await driver.until_text("Greta would play d3.")
        assert driver.board.shown.hint == parse_square("d3")

    drive(steps, tmp_path)


def test_a_game_between_computers_can_be_paused_and_its_pace_set(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("z")
        await driver.until_text("paused")
        driver.table.pace = 0.0
        made = driver.game.ply
        await driver.press("minus")
        assert "Computers take at least 0.2 s per move." in driver.text
        await driver.press("plus")
        assert "Computers play as fast as they can." in driver.text
        assert driver.game.ply == made
        await driver.press("z")
        await driver.until(lambda: driver.game.is_over)
        await driver.until_text(str(driver.game.outcome))

    drive(steps, tmp_path, game=Game(size=6), seats={BLACK: "random", WHITE: "first"}, pace=4.0)


def test_the_screen_answers_while_a_computer_thinks_and_stops_it(tmp_path: Path) -> None:
    class Endless:
        """Thinks until it is stopped."""

        def __init__(self) -> None:
            self.end = threading.Event()

        def choose(self, board: Board) -> int:
            self.end.wait(240)
            return -1

        def stop(self) -> None:
            self.end.set()

    async def steps(driver: Driver) -> None:
        await driver.type_square("f5")
        await driver.until_text("is thinking… (z: stop)")
        await driver.type_square("f4")
        assert "It is White's turn" in driver.text
        await driver.press("question_mark")
        assert "How to play" in driver.text
        await driver.press("escape", "z")
        await driver.until_text("paused (z: continue)")
        await driver.press("u")
        assert driver.game.transcript == ""

    drive(
        steps,
        tmp_path,
        seats={BLACK: HUMAN, WHITE: "endless"},
        make_player=lambda color, seat, size: Endless(),
    )


def test_a_player_that_fails_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    class Broken:
        def choose(self, board: Board) -> int:
            raise RuntimeError("no idea")

    async def steps(driver: Driver) -> None:
        await driver.type_square("f5")
        await driver.until_text("A player failed")
        assert "no idea" in driver.text
        await driver.press("enter")
        await driver.until_text("The game is paused")
        await driver.press("u")
        assert driver.game.transcript == ""

    drive(
        steps,
        tmp_path,
        seats={BLACK: HUMAN, WHITE: "broken"},
        make_player=lambda color, seat, size: Broken(),
    )


def test_clocks_are_shown_and_run_out(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        panel = driver.app.screen.query_one("#seat-white", SeatPanel)
        assert panel.border_subtitle == "0:00.1"
        await driver.type_square("f5")
        await driver.until(lambda: driver.game.is_over)
        assert "ran out of time" in str(driver.game.outcome)

    drive(steps, tmp_path, game=Game(clock=TimeControl(0.1, 60)))


def test_a_rematch_starts_the_same_game_again(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.type_square("c2")
        await driver.press("ctrl+r")
        assert driver.game.transcript == ""
        assert driver.game.size == 6

    drive(steps, tmp_path, game=Game(size=6), seats=TWO_PEOPLE)


def test_every_command_is_in_the_help(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        screen = driver.app.screen
        tips = (key.tooltip for keys in screen._bindings.key_to_bindings.values() for key in keys)
        wanted = {tip for tip in tips if tip}
        await driver.press("f1")
        assert len(wanted) > 10
        assert sorted(tip for tip in wanted if tip not in driver.text) == []

    drive(steps, tmp_path, size=(100, 50))


def test_the_footer_shows_the_keys_and_the_board_has_the_focus(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.until_text("? Help")
        line = driver.text.splitlines()[-1]
        assert driver.app.screen.query_one(Footer).region.y == 23
        keys = "? Help q Quit ^n New u Undo t Hint ^s Save s Swap x Resign"  # two people: no pause
        assert line.strip() == keys
        await driver.type_square("f5")
        await driver.press("u")
        await driver.until_text("r Redo")
        await driver.press("x", "y")
        await driver.until_text("w Review y Practice ^r Rematch")
        assert "Resign" not in driver.text.splitlines()[-1]
        assert isinstance(driver.app.focused, BoardView)

    drive(steps, tmp_path)


def test_the_title_follows_the_pace(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("z")
        await driver.press("minus")
        await driver.until_text("· 0.2 s per move")
        await driver.press("minus")
        await driver.until_text("· 0.5 s per move")

    drive(steps, tmp_path, seats={BLACK: "first", WHITE: "first"})


def test_quitting_leaves(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("q")
        assert driver.app._exit

    drive(steps, tmp_path)


def test_the_values_of_all_moves_are_shown_and_refined_until_they_are_exact(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("v")
        assert "Best line" in driver.text
        await driver.until_text("-10 (exact): ")
        assert driver.text.count("[-10]") == 4
        assert driver.text.count("LOST") == 4  # in capitals: all are equally good
        await driver.type_square("a2")
        await driver.until_text("(exact): ")
        assert "WON" in driver.text
        await driver.press("v")
        assert "Best line" not in driver.text
        assert "[" not in driver.text.replace("[ and ]", "")

    drive(steps, tmp_path, game=Game(size=4))


def test_estimates_are_bare_numbers_and_the_opening_is_named(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        for square in ("f5", "d6", "c3", "d3", "c4"):
            await driver.type_square(square)
        assert "move 6 · Tiger" in driver.text
        await driver.press("v")
        await driver.until_text("(opening book)")
        await driver.type_square("g6")  # so bad that no book has it
        await driver.until_text("(depth ")

        def all_shown() -> bool:  # they go on changing as the search deepens
            values = driver.table.values.values()
            return bool(values) and all(words.worth(value.score) in driver.text for value in values)

        await driver.until(all_shown)
        assert not any(value.exact for value in driver.table.values.values())
        assert "[" not in driver.text
        driver.table.leave()

    drive(steps, tmp_path)

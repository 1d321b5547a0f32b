"""The dialogs of the full-screen game: new game, save, load."""

from pathlib import Path

from pilots import BLACK, WHITE, Driver, drive
from textual.widgets import Button, Input, OptionList, Select, Static

from outflank.game import Game, TimeControl
from outflank.play.seat import HUMAN, Seat
from outflank.terminal.dialogs import FieldsScreen, LoadScreen
from outflank.terminal.new_game import NewGameScreen


async def open_dialog(driver: Driver, key: str, kind: type) -> None:
    await driver.press(key)
    await driver.until(lambda: isinstance(driver.app.screen, kind))


async def press_button(driver: Driver, selector: str) -> None:
    driver.app.screen.query_one(selector, Button).press()
    await driver.settle()


def test_a_game_is_saved_under_a_typed_name_and_loaded_from_the_list(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.type_square("f5")
        await open_dialog(driver, "ctrl+s", FieldsScreen)
        driver.app.screen.query_one(Input).value = "mine"
        await driver.press("enter")
        await driver.until_text("Saved as 'mine'.")
        assert driver.saves.load("mine").transcript == "f5"
        await driver.press("u")
        await open_dialog(driver, "ctrl+o", LoadScreen)
        await driver.until_text("mine")
        await driver.press("down", "enter")
        await driver.until(lambda: driver.game.transcript == "f5")
        await driver.until_text("Loaded 'mine'.")

    drive(steps, tmp_path)


def test_a_name_no_save_can_have_is_refused(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await open_dialog(driver, "ctrl+s", FieldsScreen)
        driver.app.screen.query_one(Input).value = ""
        await driver.press("enter")
        await driver.until_text("1 to 60")
        assert driver.saves.names() == []

    drive(steps, tmp_path)


def test_a_save_is_deleted_from_the_list(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        driver.saves.save("old", Game())
        await open_dialog(driver, "ctrl+o", LoadScreen)
        await driver.until(
            lambda: driver.app.screen.query_one(OptionList).highlighted_option is not None
        )
        await driver.press("delete")
        assert driver.saves.names() == []
        assert "There are no saved games yet." in driver.text
        await driver.press("escape")
        await driver.until(lambda: not isinstance(driver.app.screen, LoadScreen))

    drive(steps, tmp_path)


def test_a_new_game_is_arranged(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await open_dialog(driver, "ctrl+n", NewGameScreen)
        screen = driver.app.screen
        screen.query_one("#size", Select).value = 6
        screen.query_one("#white-who", Select).value = "positional"
        await driver.until_text("corners")
        screen.query_one("#white-who", Select).expanded = True
        await driver.until_text("random         Plays a random legal")
        screen.query_one("#white-who", Select).expanded = False
        screen.query_one("#white-settings", Input).value = "corner=40"
        screen.query_one("#clock", Input).value = "5+3"
        await press_button(driver, "#start")
        await driver.until(lambda: driver.game.size == 6)
        assert driver.table.session.seats == {
            BLACK: Seat(),
            WHITE: Seat("positional:corner=40"),
        }
        assert driver.game.clock == TimeControl(300, 3)
        assert driver.board.shown.size == 6

    drive(steps, tmp_path)


def test_the_new_game_screen_fits_80_by_24_and_begins_with_the_last_game(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await open_dialog(driver, "ctrl+n", NewGameScreen)
        await driver.until_text("Cancel")
        for words in ("New game", "8 × 8", "A person", "positional", "corner=40", "Start"):
            assert words in driver.text

    drive(steps, tmp_path, seats={BLACK: HUMAN, WHITE: "positional:corner=40"})


def test_what_cannot_be_played_is_told_before_the_game_starts(tmp_path: Path) -> None:
    async def problem_with(driver: Driver, selector: str, value: str) -> str:
        driver.app.screen.query_one(selector, Input).value = value
        await press_button(driver, "#start")
        assert isinstance(driver.app.screen, NewGameScreen)
        return str(driver.app.screen.query_one("#problem", Static).render())

    async def steps(driver: Driver) -> None:
        await open_dialog(driver, "ctrl+n", NewGameScreen)
        driver.app.screen.query_one("#white-who", Select).value = "positional"
        await driver.settle()
        problem = await problem_with(driver, "#white-settings", "corner=9999")
        assert "corner must be from 0.0 to 200.0" in problem
        problem = await problem_with(driver, "#clock", "soon")
        assert "is not a time control" in problem
        driver.app.screen.query_one("#black-who", Select).value = "file"
        await driver.settle()
        driver.app.screen.query_one("#clock", Input).value = ""
        problem = await problem_with(driver, "#black-settings", "./nobody.py")
        assert "here is no file" in problem
        await driver.press("escape")
        await driver.until(lambda: not isinstance(driver.app.screen, NewGameScreen))
        assert driver.table.session.seats == {BLACK: Seat(), WHITE: Seat()}

    drive(steps, tmp_path)


def test_the_strength_of_an_opponent_follows_its_settings(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await open_dialog(driver, "ctrl+n", NewGameScreen)
        driver.app.screen.query_one("#white-who", Select).value = "engine"
        await driver.until_text("Level 16 (champion), rated")
        driver.app.screen.query_one("#white-settings", Input).value = "3"
        await driver.until_text("Level 3 (beginner), rated")

    drive(steps, tmp_path)


def test_a_strength_is_not_said_of_another_board(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await open_dialog(driver, "ctrl+n", NewGameScreen)
        size = driver.app.screen.query_one("#size", Select)
        await driver.until_text("Searches ahead and solves the endgame")
        assert "rated" not in driver.text
        size.value = 8
        await driver.until_text("Level 5 (improver), rated")
        size.value = 4
        await driver.until(lambda: "rated" not in driver.text)

    drive(steps, tmp_path, game=Game(size=6), seats={BLACK: HUMAN, WHITE: "engine:5"})


def test_a_game_begins_at_a_balanced_opening_or_one_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "openings.txt"
    file.write_text("f5d6c3\n")

    async def steps(driver: Driver) -> None:
        await open_dialog(driver, "ctrl+n", NewGameScreen)
        driver.app.screen.query_one("#start-of", Select).value = "balanced"
        await driver.settle()
        await press_button(driver, "#start")
        await driver.until(lambda: len(driver.game.board.empties) == 52)
        await open_dialog(driver, "ctrl+n", NewGameScreen)
        driver.app.screen.query_one("#start-of", Select).value = "file"
        await driver.settle()
        driver.app.screen.query_one("#openings", Input).value = str(file)
        await press_button(driver, "#start")
        await driver.until(lambda: len(driver.game.board.empties) == 57)

    drive(steps, tmp_path)

"""Nothing is lost: reloads, saves, My Games, two visitors apart, two tabs together."""

import json
import re
from pathlib import Path
from typing import Any

from outflank.formats import load_game

HUMANS = {"black": "human", "white": "human"}


def test_coming_back_shows_the_same_game(desktop: Any) -> None:
    desktop.play("f5")
    desktop.my_turn(6)
    labels = [desktop.label(square) for square in ("f5", "e5", "d6", "e4")]
    desktop.page.reload()
    desktop.my_turn(6)
    assert [desktop.label(square) for square in ("f5", "e5", "d6", "e4")] == labels


def test_saving_opening_and_the_keys_are_at_hand_whichever_window_is_in_front(
    new_desktop: Any,
) -> None:
    desktop = new_desktop()
    desktop.start(transcript="f5d6", **HUMANS)
    page = desktop.page
    tasks = desktop.window("game")
    tasks.get_by_role("button", name="Save…").click()
    desktop.answer("Save as", "Cancel")
    tasks.get_by_role("button", name="Open…").click()
    games = desktop.window("my-games")
    games.locator(".file").first.wait_for()
    desktop.shot("tasks")

    games.locator(".file").first.focus()
    page.keyboard.press("F3")
    page.locator(".square.hinted").wait_for()
    page.keyboard.press("Control+s")
    desktop.answer("Save as", "Cancel")
    games.locator("input[type=search]").fill("typed")
    page.keyboard.press("Control+z")  # belongs to who types
    games.locator("input[type=search]").fill("")
    games.locator(".file").first.focus()
    page.keyboard.press("F2")  # belongs to the file
    desktop.answer("Rename", "Cancel")
    assert desktop.discs() == 6
    page.keyboard.press("Control+z")
    desktop.my_turn(5)


def test_a_game_is_saved_loaded_renamed_and_deleted(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(transcript="f5d6", **HUMANS)
    page = desktop.page
    page.keyboard.press("Control+s")
    desktop.box("Save as").locator("input").fill("My opening")
    desktop.box("Save as").locator("button:text-is('Save')").click()
    saved = desktop.page.locator(".window.modal:has-text('is saved as')")
    assert "The game is saved as “My opening”." in saved.inner_text()
    desktop.shot("saved")
    saved.locator("button:text-is('OK')").click()
    desktop.play("c3")
    desktop.wait_for_label("c3", "c3, black")

    page.reload()
    page.wait_for_selector(".square.legal")
    page.keyboard.press("Control+o")
    games = desktop.window("my-games")
    games.locator(".file:has-text('My opening')").wait_for()
    desktop.shot("my-games")
    games.locator(".file:has-text('My opening')").dblclick()
    assert "“My opening”" in desktop.box("Game opened").inner_text()
    desktop.answer("Game opened", "OK")
    desktop.my_turn(6)

    page.locator(".task[data-window='my-games']").click()
    games.locator(".file:has-text('2 moves')").first.click()
    page.keyboard.press("F2")
    desktop.box("Rename").locator("input").fill("Renamed")
    desktop.answer("Rename", "OK")
    games.locator(".file:has-text('Renamed')").wait_for()
    games.locator(".file:has-text('Renamed')").click()
    page.keyboard.press("Delete")
    page.locator(".balloon button:text-is('Undo delete')").click()
    games.locator(".file:has-text('Renamed')").wait_for()
    games.locator("input[type=search]").fill("nothing like that")
    games.locator(".empty").wait_for()
    games.locator("input[type=search]").fill("renam")
    assert games.locator(".file").count() == 1


def test_a_finished_game_that_is_loaded_says_so(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(start="XO-- ---- ---- ---- X", **HUMANS)
    desktop.play("c1")
    desktop.end().get_by_role("button", name="Rematch").click()
    desktop.page.wait_for_selector(".square.legal")
    desktop.page.keyboard.press("Control+o")
    desktop.window("my-games").locator(".file:has-text('Black wins')").dblclick()
    assert "Black wins " in desktop.end().inner_text()
    desktop.play("d4")
    desktop.told("Game over. ")
    assert desktop.page.locator(".window.modal").count() == 0


def test_a_game_is_downloaded_and_uploaded(new_desktop: Any, tmp_path: Path) -> None:
    desktop = new_desktop()
    desktop.start(transcript="f5d6c3", **HUMANS)
    desktop.menu("Game", "Download")
    with desktop.page.expect_download() as waiting:
        desktop.page.locator(".menu [data-label='Saved game']").click()
    file = tmp_path / "game.json"
    waiting.value.save_as(file)
    assert load_game(file.read_text("utf-8")).transcript == "f5d6c3"
    other = new_desktop().open()
    other.page.keyboard.press("Control+o")
    upload = other.window("my-games").locator("input[type=file]")
    upload.set_input_files(file)
    other.answer("Game opened", "OK")
    other.wait_for_label("c3", "c3, black")
    file.write_text(json.dumps({"format": "chess"}))
    upload.set_input_files(file)
    other.answer("Othello", "OK")


THEIRS = {"board": [[0, 0, 0, 0], [0, 2, 1, 0], [0, 1, 1, 1], [0, 0, 0, 0]], "turn": 2}


def test_the_save_of_another_program_is_uploaded_or_pasted(
    new_desktop: Any, tmp_path: Path
) -> None:
    desktop = new_desktop()
    desktop.start(**HUMANS)
    file = tmp_path / "theirs.json"
    file.write_text(json.dumps(THEIRS))
    desktop.page.get_by_role("button", name="Open…").click()
    desktop.window("my-games").locator("input[type=file]").set_input_files(file)
    desktop.answer("Game opened", "OK")
    balloon = desktop.page.locator(".balloon:has-text('How the text was read')")
    assert re.search(r"\b1\b.*\b2\b", balloon.inner_text())  # which is Black, which White
    desktop.wait_for_label("d3", "d3, black")

    desktop.start(**HUMANS)
    desktop.menu("Game", "Paste moves…")
    desktop.box("Paste moves").locator("textarea").fill(json.dumps(THEIRS))
    desktop.answer("Paste moves", "OK")
    desktop.wait_for_label("d3", "d3, black")
    balloon = desktop.page.locator(".balloon:has-text('Pasted: ')")
    assert re.search(r"\b1\b.*\b2\b", balloon.inner_text())  # which is Black, which White
    desktop.shot("their-save")


def test_two_visitors_are_apart(new_desktop: Any) -> None:
    ann, bob = new_desktop().open(), new_desktop().open()
    ann.play("f5")
    ann.my_turn(6)
    assert bob.discs() == 4
    bob.page.keyboard.press("Control+o")
    bob.window("my-games").locator(".places button:has-text('Running games')").click()
    bob.window("my-games").locator(".empty").wait_for()


def test_two_tabs_on_one_game_stay_together(new_desktop: Any, new_context: Any) -> None:
    context = new_context()
    first = new_desktop(context)
    first.start(**HUMANS)
    second = new_desktop(context).open()
    first.play("f5")
    second.wait_for_label("f5", "f5, black")
    second.play("d6")
    first.wait_for_label("d6", "d6, white")
    assert first.discs() == second.discs() == 6


def test_a_tab_that_missed_a_move_is_told_and_shown_it(new_desktop: Any, new_context: Any) -> None:
    context = new_context()
    stale = new_desktop(context)
    stale.start(**HUMANS)
    # A move this tab hears nothing of, as if it came from another device.
    stale.page.evaluate(
        """async () => {
            const game = await (await fetch("/api/games/current")).json();
            await fetch(`/api/games/${game.id}/moves`, {method: "POST",
                body: '{"square": "f5"}', headers: {"Content-Type": "application/json"}});
        }"""
    )
    stale.play("d3")
    stale.page.wait_for_selector(".balloon:has-text('The game has moved on')")
    assert stale.label("f5") == "f5, black, last move"
    assert stale.label("d3") == "d3, empty"


def test_each_tab_keeps_its_own_game(new_desktop: Any, new_context: Any) -> None:
    context = new_context()
    first = new_desktop(context)
    first.start(transcript="f5d6c3", **HUMANS)
    second = new_desktop(context)
    second.start(size=6, **HUMANS)
    first.page.reload()
    first.my_turn(7)
    second.page.reload()
    second.my_turn(4)
    second.page.goto(f"{second.url}/#game=4.lrS@2")  # a link, in the same tab
    second.my_turn(6)
    second.page.go_back()
    second.my_turn(4)
    assert second.page.locator(".square").count() == 36
    second.page.go_forward()
    second.my_turn(6)


def test_a_server_that_is_gone_is_said_so_at_once_and_the_move_is_kept(desktop: Any) -> None:
    page = desktop.page
    page.context.set_offline(True)  # which the browser tells the page
    page.wait_for_selector(".plate:has-text('The server does not answer')")
    desktop.play("f5")
    page.wait_for_selector(".plate:has-text('Your move f5 is kept.')")
    assert desktop.label("f5") == "f5, black, last move"
    desktop.shot("server-gone")
    page.context.set_offline(False)
    desktop.my_turn(6)
    assert not page.locator(".plate").is_visible()
    assert page.locator(".window.modal, .balloon").count() == 0

    # It neither answers nor refuses: that is said after less than a second too.
    silent: list[Any] = []
    page.route("**/moves", lambda route: silent.append(route))
    desktop.play(page.locator(".square.legal").first.get_attribute("data-square"))
    page.wait_for_selector(".plate:has-text('Waiting for the server')")
    assert len(silent) == 1
    silent[0].continue_()
    desktop.my_turn(8)
    assert not page.locator(".plate").is_visible()


def test_a_server_that_is_away_for_a_moment_loses_nothing(desktop: Any) -> None:
    page = desktop.page
    fail = {"left": 1}

    def flaky(route: Any) -> None:
        if fail["left"]:
            fail["left"] -= 1
            # The request arrives, and its answer is lost on the way.
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route("**/moves", flaky)
    desktop.play("f5")
    desktop.my_turn(6)
    assert fail["left"] == 0
    assert desktop.label("f5").startswith("f5, ")


def test_games_are_taken_along_to_another_browser(new_desktop: Any) -> None:
    here, there = new_desktop(), new_desktop()
    here.start(transcript="f5d6c3", **HUMANS)
    there.open()
    for desktop in (here, there):
        desktop.page.locator(".start").click()
        desktop.page.locator(".start-menu").get_by_text("Move to another device").click()
        desktop.window("take-along").wait_for()
    here.window("take-along").get_by_role("button", name="Create code").click()
    code = here.window("take-along").get_by_label("Your code")
    here.page.wait_for_function("field => field.value", arg=code.element_handle())
    here.shot("take-along")
    window = there.window("take-along")
    window.get_by_label("Code from another browser").fill("0" * 20)
    window.get_by_role("button", name="Move games here").click()
    box = there.box("Move to another device")
    box.locator("button:text-is('OK')").click()
    window.get_by_label("Code from another browser").fill(code.input_value())
    window.get_by_role("button", name="Move games here").click()
    there.wait_for_label("c3", "c3, black")

"""Other people's programs as opponents in the real browser: playing, failing, trying again."""

import re
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_programs import GTP, fake_program

RHINO = shutil.which("gtp-rhino") or shutil.which("gtp-rhino", path="/usr/games")


@pytest.fixture
def server(new_server: Callable[..., str], tmp_path: Path) -> str:
    """A server whose owner invited programs: one that we did not write, and one with a trouble."""
    real = (
        f"{RHINO} --level=1"
        if RHINO
        else f"'{sys.executable}' -m outflank engine gtp --player greedy"
    )
    trouble = fake_program(tmp_path, GTP, "crash always")
    return new_server(opponents=(f"GRhino=gtp:{real}", f"Fragile=gtp:{trouble}"))


def choose_white(desktop: Any, name: str) -> Any:
    """The New Game dialog with this opponent chosen for White."""
    desktop.page.keyboard.press("F2")
    dialog = desktop.box("New game")
    dialog.locator("button:text-is('All opponents…')").click()
    dialog.get_by_label("Opponent with White").select_option(name)
    return dialog


@pytest.mark.skipif(RHINO is None, reason="needs gtp-rhino of Debian's package grhino")
def test_a_game_against_a_program_that_we_did_not_write(desktop: Any) -> None:
    dialog = choose_white(desktop, "GRhino")
    dialog.locator(".about", has_text="GTP GRhino").wait_for()
    desktop.shot("invited-new-game")
    dialog.get_by_role("button", name="OK").click()
    desktop.page.get_by_text("You against GRhino - Othello").first.wait_for()
    discs = 4
    for _ in range(4):
        desktop.page.wait_for_selector(".square.legal")
        desktop.page.locator(".square.legal").first.click()
        discs += 2
        desktop.my_turn(discs)
    desktop.shot("invited-playing")
    desktop.page.keyboard.press("Control+z")  # both moves, and it answers from there again
    desktop.my_turn(discs - 2)
    desktop.page.locator(".square.legal").last.click()
    desktop.my_turn(discs)


def test_an_invited_program_is_only_offered_on_its_board(desktop: Any) -> None:
    dialog = choose_white(desktop, "GRhino")
    dialog.get_by_label("Board size:").select_option("6")
    assert dialog.get_by_label("Opponent with White").input_value() == "GRhino"  # no silent change
    assert dialog.get_by_role("button", name="OK").is_disabled()
    told = dialog.get_by_role("alert").inner_text()
    assert told.startswith("GRhino does not play on 6 × 6.")
    desktop.shot("cannot-play")


def test_a_program_that_crashes_is_told_and_may_try_again(desktop: Any, tmp_path: Path) -> None:
    choose_white(desktop, "Fragile").get_by_role("button", name="OK").click()
    desktop.page.get_by_text("You against Fragile - Othello").first.wait_for()
    desktop.play("f5")
    box = desktop.box("Fragile")
    box.get_by_text(re.compile(r"Fragile.*\b1\b")).wait_for()
    assert str(tmp_path) not in box.inner_text()
    desktop.shot("invited-failed")
    assert desktop.discs() == 5
    fake_program(tmp_path, GTP.replace('"crash always"', '"never"'))  # somebody mended it
    box.get_by_role("button", name="Try again").click()
    desktop.my_turn(6)

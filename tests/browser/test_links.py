"""Links and finished games in the real browser: what is only looked at leaves no entry."""

from collections.abc import Callable
from typing import Any

import pytest

HUMANS = {"black": "human", "white": "human"}
WHOLE = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)


@pytest.fixture
def visit(new_desktop: Callable[..., Any], server: str) -> Callable[..., Any]:
    """Somebody new, who opens a link."""

    def go(link: str, **more: Any) -> Any:
        desktop = new_desktop(**more)
        desktop.page.goto(f"{server}/#game={link}")
        desktop.page.wait_for_selector(".window[data-window='game'] .square")
        return desktop

    return go


def kept(desktop: Any) -> tuple[int, int]:
    """How many games the server has for this visitor, and the status of the current one."""
    answer = desktop.page.evaluate(
        """async () => [(await (await fetch("/api/games")).json()).games.length,
            (await fetch("/api/games/current")).status]"""
    )
    return int(answer[0]), int(answer[1])


def address(desktop: Any) -> str:
    """The address as the page knows it; Playwright hears of a change some time later."""
    return str(desktop.page.evaluate("location.href"))


def test_a_link_opens_at_its_ply_and_leaves_no_entry(visit: Callable[..., Any]) -> None:
    desktop = visit("4.lrS@2")
    desktop.wait_for_label("d6", "d6, white")
    assert desktop.discs() == 6
    desktop.page.get_by_text("Use Back and Forward").first.wait_for()
    desktop.shot("link")
    desktop.page.get_by_role("button", name="Forward").click()
    desktop.wait_for_label("c3", "c3, black")
    desktop.page.keyboard.press("Control+z")
    desktop.page.keyboard.press("Control+z")
    desktop.page.wait_for_function("() => document.querySelectorAll('.disc').length === 5")
    assert address(desktop).endswith("#game=4.lrS@1")
    desktop.page.reload()
    desktop.wait_for_label("f5", "f5, black")
    assert desktop.discs() == 5
    desktop.page.keyboard.press("F8")
    desktop.page.wait_for_selector(".value.best")
    desktop.page.keyboard.press("F4")
    panel = desktop.study()
    desktop.page.wait_for_selector("#status:text('move 1 of 3')")
    panel.locator("[data-ply='0']").click()
    desktop.page.wait_for_selector("#status:text('move 0 of 3')")
    desktop.play("f5")
    desktop.play("f6")  # another move of White: a variation that is not kept
    desktop.wait_for_label("f6", "f6, white")
    panel.get_by_role("button", name="Back to the game").click()
    assert kept(desktop) == (0, 204)
    desktop.menu("Game", "Open…")
    shelf = desktop.window("my-games")
    shelf.locator(".statusbar", has_text="0 games").or_(shelf.locator(".empty")).first.wait_for()
    assert shelf.locator(".file").count() == 0


def test_a_game_in_a_link_is_reviewed_without_an_entry(visit: Callable[..., Any]) -> None:
    desktop = visit("3.NTYIBKaZcM@0")
    desktop.page.keyboard.press("F7")
    panel = desktop.study()
    panel.get_by_text("Discs lost: ").wait_for()
    panel.locator(".analysis-review > .buttons .push").first.wait_for(state="hidden")
    assert kept(desktop) == (0, 204)


def test_the_first_move_in_a_link_makes_a_game_of_ones_own(visit: Callable[..., Any]) -> None:
    desktop = visit("4.lrS@2")
    desktop.play("c4")
    desktop.wait_for_label("c4", "c4, black")
    desktop.page.locator(".balloon", has_text="Your own game").wait_for()
    assert kept(desktop) == (1, 200)
    assert "#" not in address(desktop)
    desktop.page.reload()
    desktop.wait_for_label("c4", "c4, black")


def test_a_link_is_kept_when_it_is_saved(visit: Callable[..., Any]) -> None:
    desktop = visit("4.lrS@2")
    desktop.page.get_by_role("button", name="Save…").click()
    box = desktop.box("Save as")
    box.locator("input").fill("From a friend")
    box.get_by_role("button", name="Save", exact=True).click()
    desktop.page.get_by_text("The game is saved as “From a friend”.").wait_for()
    assert kept(desktop) == (1, 204)


def test_a_link_that_cannot_be_read_is_told_and_the_usual_game_is_there(
    visit: Callable[..., Any],
) -> None:
    desktop = visit("4.AA")
    desktop.answer("Broken link", "OK")
    assert desktop.discs() == 4
    assert "#" not in address(desktop)


def test_a_link_on_a_phone(visit: Callable[..., Any]) -> None:
    desktop = visit("4.lrS@2", viewport={"width": 390, "height": 844}, has_touch=True)
    desktop.wait_for_label("d6", "d6, white")
    desktop.shot("link-phone")
    assert desktop.page.get_by_role("button", name="Forward").is_visible()


def test_playing_on_in_a_finished_game_keeps_its_record(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript=WHOLE)
    desktop.page.keyboard.press("F4")
    panel = desktop.study()
    panel.locator(".move[data-ply='2']").click()
    panel.get_by_role("button", name="Play from here").click()
    panel.wait_for(state="detached")
    desktop.my_turn(6)
    desktop.play("c4")
    desktop.wait_for_label("c4", "c4, black")
    desktop.wait_for_games(3, 60)

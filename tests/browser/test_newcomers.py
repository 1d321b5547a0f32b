"""A face for newcomers: the first game, the characters, clocks."""

from collections.abc import Callable
from typing import Any

LESSONS = ["d3", "e5", "a1", "a8", "h8"]  # what is played in each


def test_the_first_visit_offers_a_first_game_that_teaches_the_rules(
    new_desktop: Callable[..., Any],
) -> None:
    desktop = new_desktop().open()
    page = desktop.page
    desktop.shot("first-visit")
    page.locator(".info-bar button:text-is('Show me')").click()
    lesson = desktop.window("game").locator(".lesson")
    for number, square in enumerate(LESSONS, start=1):
        page.wait_for_selector(".lesson:not(.done) .square.legal")
        assert lesson.locator(".lesson-steps .done").count() == number - 1
        if number == 2:  # a square that is not meant is told, and nothing turns
            lesson.locator(".square.legal:not([data-square='e5'])").first.click()
            lesson.get_by_text("There is a square that catches five.").wait_for()
        lesson.locator(f".square[data-square='{square}']").click()
        page.wait_for_selector(".lesson.done")
        if number == 2:
            desktop.shot("lesson")
        lesson.locator("button.default").click()
    lesson.wait_for(state="detached")
    desktop.my_turn(4)
    assert not page.locator(".info-bar").count()


def test_the_first_game_can_be_skipped_and_is_offered_once(
    new_desktop: Callable[..., Any],
) -> None:
    desktop = new_desktop(viewport={"width": 390, "height": 844}).open()
    page = desktop.page
    page.locator(".info-bar button:text-is('Show me')").click()
    page.wait_for_selector(".lesson .square.legal")
    desktop.shot("lesson-phone")
    page.locator(".lesson button:text-is('Skip')").click()
    desktop.my_turn(4)
    desktop.open()
    assert not page.locator(".info-bar").count()

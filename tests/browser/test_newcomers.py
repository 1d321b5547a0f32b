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
    page.locator(".lesson-offer button:text-is('Show me')").click()
    lesson = desktop.window("game").locator(".lesson")
    for number, square in enumerate(LESSONS, start=1):
        page.wait_for_selector(".studying:has(.lesson:not(.done)) .square.legal")
        assert lesson.locator(".lesson-steps .done").count() == number - 1
        if number == 2:  # a square that is not meant is told, and nothing turns
            before = lesson.locator("p").inner_text()
            page.locator(".square.legal:not([data-square='e5'])").first.click()
            page.wait_for_function(
                "before => document.querySelector('.lesson p').textContent !== before", arg=before
            )
        desktop.play(square)
        page.wait_for_selector(".lesson.done")
        if number == 2:
            desktop.shot("lesson")
        lesson.locator("button.default").click()
    lesson.wait_for(state="detached")
    desktop.my_turn(4)
    assert not page.locator(".lesson-offer").count()


def test_the_first_game_can_be_skipped_and_is_offered_once(
    new_desktop: Callable[..., Any],
) -> None:
    desktop = new_desktop(viewport={"width": 390, "height": 844}).open()
    page = desktop.page
    page.locator(".lesson-offer button:text-is('Show me')").click()
    page.wait_for_selector(".studying .square.legal")
    desktop.shot("lesson-phone")
    page.set_viewport_size({"width": 844, "height": 390})
    across = page.locator(".board-frame").bounding_box()
    assert across["height"] >= page.locator(".desktop").bounding_box()["height"] - 1
    words = page.locator(".lesson-words").bounding_box()
    assert words["x"] + words["width"] <= across["x"]
    desktop.shot("lesson-across")
    page.locator(".lesson button:text-is('Skip')").click()
    desktop.my_turn(4)
    desktop.open()
    assert not page.locator(".lesson-offer").count()


def test_a_character_is_chosen_and_the_next_one_proposed(desktop: Any) -> None:
    page = desktop.page
    page.keyboard.press("F2")
    dialog = desktop.box("New game")
    dialog.locator(".character", has_text="Nadia").click()
    dialog.get_by_text("You have not played Nadia yet.").wait_for()
    desktop.shot("characters")
    dialog.locator(".character", has_text="Greta").click()
    dialog.get_by_label("Board size:").select_option("4")
    dialog.get_by_label("Clock:").select_option("5+3")
    dialog.locator("button:text-is('OK')").click()
    page.wait_for_function("() => document.querySelectorAll('.square').length === 16")
    assert page.locator(".seat .face").count() == 1
    clock = page.locator("[data-clock='black']")
    page.wait_for_function(
        "() => /4:5\\d/.test(document.querySelector('[data-clock=black]').innerText)"
    )
    assert clock.get_attribute("class") == "seat-clock running"
    desktop.shot("clock")
    desktop.menu("Game", "Resign")
    desktop.answer("Resign", "Yes")
    bar = page.locator(".end-bar")
    bar.locator("button:text-is('Harder: Milo')").wait_for()
    desktop.shot("next-opponent")
    bar.locator("button:text-is('Easier: Pip')").click()
    desktop.window("game").locator("h2:text('You against Pip')").wait_for()
    assert page.locator("[data-clock='black']").is_visible()
    page.keyboard.press("F2")
    dialog.locator(".character", has_text="Greta").click()
    dialog.get_by_text("You won 0 of 1 game.").wait_for()
    desktop.shot("statistics")


def test_two_people_have_names_and_a_clock_of_their_own_runs_out(desktop: Any) -> None:
    page = desktop.page
    page.keyboard.press("F2")
    dialog = desktop.box("New game")
    dialog.get_by_label("Two people at this screen").check()
    dialog.get_by_label("Black's name").fill("Ann")
    dialog.get_by_label("White's name").fill("Bo")
    dialog.get_by_label("Clock:").select_option("other")
    dialog.get_by_label("Minutes + seconds per move").fill("soon")
    dialog.locator("button:text-is('OK')").click()
    desktop.box("Othello").wait_for()
    page.keyboard.press("Enter")
    dialog.get_by_label("Minutes + seconds per move").fill("0:01")
    dialog.locator("button:text-is('OK')").click()
    desktop.window("game").locator("h2:text('Ann against Bo')").wait_for()
    page.locator(".end-bar:not([hidden])").get_by_text("Bo wins").wait_for()
    desktop.shot("time-out")

"""The opening trainer in the browser: a repertoire on the board, a sitting, a quiz, files."""

from pathlib import Path
from typing import Any

import pytest

HUMANS = {"black": "human", "white": "human"}
COUNTS = "() => document.querySelector('.opening-counts')?.textContent.match(/\\d+/g)?.join(' ')"


def counts(desktop: Any, known: int, due: int, new: int) -> None:
    desktop.page.wait_for_function(
        f"expected => ({COUNTS})() === expected", arg=f"{known} {due} {new}"
    )


def trainer(desktop: Any) -> Any:
    desktop.program("Opening trainer")
    panel = desktop.study()
    panel.locator(".opening-counts:not(:empty)").wait_for()
    return panel


def emptied(desktop: Any) -> Any:
    """The trainer without a repertoire; visitors of other tests have their own."""
    panel = trainer(desktop)
    counts(desktop, 0, 0, 0)
    return panel


def test_moves_played_on_the_board_are_learned_and_trained(desktop: Any) -> None:
    panel = emptied(desktop)
    for move in ("f5", "d6", "c3", "d3", "c4"):
        desktop.page.locator(f".square.legal[data-square={move}]").wait_for()
        desktop.play(move)
        desktop.page.wait_for_function(
            "move => document.querySelector('.opening-trainer .study-note b').textContent"
            ".endsWith(move)",
            arg=move,
        )
    counts(desktop, 0, 0, 2)
    assert panel.locator(".opening-replies li").count() > 2
    desktop.shot("openings-line")

    panel.get_by_role("button", name="Train 5 minutes").click()
    page = desktop.page
    page.locator(".practice .run-clock:not([hidden])").wait_for()
    for answer in ("c3", "c4", "c3", "c4"):
        page.locator(f".square.legal[data-square={answer}]").wait_for()
        desktop.play(answer)
        button = page.locator(".practice button:text-is('Next'):enabled")
        button.wait_for()
        assert page.evaluate("document.activeElement.textContent") == "Next"
        page.keyboard.press("Enter")
    desktop.shot("openings-trained")
    desktop.answer("Opening trainer", "OK")
    counts(desktop, 2, 0, 0)


def test_an_opening_is_added_by_name_and_carried_away(new_desktop: Any, tmp_path: Path) -> None:
    desktop = new_desktop().open()
    panel = emptied(desktop)
    option = panel.get_by_role("combobox", name="Opening").locator("option[value='Tiger']")
    option.wait_for(state="attached")
    assert [int(word) for word in option.text_content().replace(")", "").split() if word.isdigit()]
    panel.get_by_role("combobox", name="Opening").select_option("Tiger")
    panel.get_by_role("combobox", name="Style").select_option("few")
    panel.get_by_role("button", name="Add", exact=True).click()
    panel.locator(".note:not(:empty)").wait_for()
    panel.get_by_role("button", name="Next move").click()
    panel.locator(".opening-replies li").nth(1).wait_for()
    desktop.shot("openings-tiger")

    with desktop.page.expect_download() as download:
        panel.get_by_role("combobox", name="Export").select_option("sgf")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.read_text("utf-8").startswith("(;")
    panel.get_by_role("combobox", name="Export").select_option("link")
    link = desktop.box("Opening trainer").get_by_label("Link").input_value()
    desktop.answer("Opening trainer", "OK")
    before = desktop.page.evaluate(f"({COUNTS})()")

    other = new_desktop()
    other.page.goto(link)
    other.page.wait_for_function(
        f"expected => document.querySelector('.opening-counts') && ({COUNTS})() === expected",
        arg=before,
    )
    panel = other.study()
    bad = tmp_path / "bad.json"
    bad.write_text("{}")
    panel.locator("input[type=file]").set_input_files(bad)
    other.page.wait_for_function(
        "() => document.querySelector('.opening-trainer .note').textContent.includes('kind')"
    )
    panel.get_by_role("button", name="Clear").click()
    other.answer("Opening trainer", "Remove")
    counts(other, 0, 0, 0)


def test_names_are_asked_by_keyboard(desktop: Any) -> None:
    panel = emptied(desktop)
    panel.get_by_role("button", name="Quiz of names").click()
    page = desktop.page
    page.locator(".quiz-choices button").nth(3).wait_for()
    page.locator(".quiz-choices button").first.focus()
    page.keyboard.press("Enter")
    page.locator(".quiz-choices :is(.right, .wrong)").wait_for()
    desktop.shot("openings-quiz")
    assert page.evaluate("document.activeElement.textContent") == "Next"
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.quiz-choices :is(.right, .wrong)')")
    assert page.evaluate("document.activeElement.closest('.quiz-choices') !== null")


@pytest.mark.parametrize("viewport", [{"width": 390, "height": 800}])
def test_the_trainer_fits_a_phone(new_desktop: Any, viewport: dict[str, int]) -> None:
    desktop = new_desktop(viewport=viewport)
    desktop.open()
    desktop.page.locator(".start").click()
    panel = trainer_on_phone(desktop)
    panel.get_by_role("button", name="Add", exact=True).click()
    panel.locator(".note:not(:empty)").wait_for()
    desktop.shot("openings-phone")
    wide = desktop.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= viewport["width"]


def trainer_on_phone(desktop: Any) -> Any:
    desktop.page.keyboard.press("Escape")
    return trainer(desktop)


def test_a_review_says_who_left_the_repertoire_and_adds_the_position(desktop: Any) -> None:
    panel = emptied(desktop)
    panel.locator("input[type=file]").set_input_files(
        {
            "name": "tiger.sgf",
            "mimeType": "text/plain",
            "buffer": b"(;FF[4]GM[2]SZ[8];B[f5];W[d6];B[c3];W[d3];B[c4];W[f4];B[f6])",
        }
    )
    counts(desktop, 0, 0, 3)
    desktop.start(**HUMANS, transcript="f5d6c3d3c4b3d2")
    desktop.page.keyboard.press("F7")
    left = desktop.page.locator(".review-departures p").first
    left.wait_for()
    assert {"White", "6,", "b3."} <= set(left.inner_text().split())
    desktop.shot("openings-left")
    left.get_by_role("button").first.click()
    left.locator("button:disabled").wait_for()
    left.get_by_role("button").last.click()
    counts(desktop, 0, 0, 4)
    assert "b3" in desktop.study().locator(".study-note b").inner_text()


def test_a_balanced_opening_and_one_for_the_computer_take_two_clicks(desktop: Any) -> None:
    page = desktop.page
    desktop.start(black="human", white="human")
    page.keyboard.press("F2")
    box = desktop.box("New game")
    pick = box.get_by_label("Opening:")
    pick.select_option("balanced")
    desktop.shot("openings-new-game")
    box.get_by_role("button", name="OK").click()
    page.wait_for_function("() => document.querySelectorAll('.disc').length === 12")

    page.keyboard.press("F2")
    box.get_by_text("Against the computer").click()
    box.get_by_text("Nadia", exact=True).first.click()
    box.get_by_label("Your color").select_option("white")
    pick.locator("option[value='tiger']").wait_for(state="attached")
    pick.select_option("tiger")
    box.get_by_role("button", name="OK").click()
    page.wait_for_function("() => document.querySelectorAll('.disc').length === 5")
    assert "Tiger" in page.locator(".details").inner_text()
    assert "Tiger" in page.locator(".statusbar").inner_text()
    assert "Nadia" in page.locator(".game-pane").inner_text()
    desktop.shot("openings-forced")

"""The board for other pages: one file, the core's rules, keyboard and names for screen readers."""

import gzip
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from outflank.board import Color
from outflank.game import Game
from outflank.web.page.page import STATIC

SCRIPT = STATIC / "js" / "embed" / "othello_board.js"
STATE = """() => [...document.querySelector("othello-board").shadowRoot.querySelectorAll(".square")]
  .map((one) => one.ariaLabel)"""


@pytest.fixture
def show(new_context: Any) -> Any:
    page = new_context().new_page()

    def show(attributes: str) -> Any:
        page.set_content(
            f'<html lang="en"><title>Game</title><body><main><h1>Game</h1>'
            f"<othello-board {attributes}></othello-board></main></body></html>"
        )
        page.add_script_tag(path=SCRIPT, type="module")
        return page

    return show


def labels(game: Game) -> list[str]:
    found = []
    for square, color in game.board:
        name = "abcdefgh"[square % 8] + str(square // 8 + 1)
        what = "empty" if color is None else "black" if color is Color.BLACK else "white"
        found.append(f"{name}, {what}" + ", legal" * (square in game.board.legal_moves))
    return found


def test_it_is_small() -> None:
    assert len(gzip.compress(SCRIPT.read_bytes())) < 35_000


def test_it_plays_whole_games_as_the_core_does(show: Any) -> None:
    dice = Random(5)
    for _ in range(5):
        game = Game()
        while not game.is_over:
            game.play(dice.choice(list(game.board.legal_moves)))
        page = show(f'moves="{game.transcript}"')
        page.locator(".square").first.wait_for()
        assert page.evaluate(STATE) == labels(game)
        game.go_to(game.ply // 2)
        moves = len(game.transcript) // 2
        page.evaluate("at => document.querySelector('othello-board').setAttribute('at', at)", moves)
        assert page.evaluate(STATE) == labels(game)


def test_it_is_played_with_keys_and_refuses_what_does_not_solve(show: Any) -> None:
    page = show('puzzle="f5" try="Where does Black play?"')
    status = page.locator("[role=status]")
    assert status.inner_text().startswith("Where does Black play?")
    page.locator("[aria-label^='d4']").focus()
    for key in ("ArrowLeft", "Enter"):  # c4
        page.keyboard.press(key)
    assert status.inner_text().startswith("c4 is not the solution.")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert status.inner_text().startswith("f5 is right.")
    assert not Axe().run(page).response["violations"]
    page.get_by_role("button", name="Back").click()
    page.locator("[aria-label='f5, empty, legal']").wait_for()


def test_a_wrong_attribute_is_explained(show: Any) -> None:
    page = show('moves="f5f5"')
    page.locator("othello-board", has_text="move 2, f5, is illegal").wait_for()

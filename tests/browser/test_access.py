"""For everybody: keyboard alone, names that are read out, and axe-core's rules."""

from collections.abc import Callable
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT

# All rules in the first theme, those about colours in the others; of the page or a part of it.
LOOK = """async ([part, themes]) => {
  const found = [];
  for (const theme of themes) {
    document.documentElement.dataset.theme = theme;
    const rules = theme === themes[0] ? {} : { runOnly: ["color-contrast"] };
    const options = { resultTypes: ["violations"], ...rules };
    const { violations } = await axe.run(part ?? document, options);
    for (const { id, nodes } of violations) {
      found.push([theme, id, ...nodes.slice(0, 4).map((node) => node.html.slice(0, 160))]);
    }
  }
  return found;
}"""
THEMES = ["blue", "olive", "silver", "classic", "contrast"]


def test_a_whole_game_by_keyboard_alone(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(size=4)
    page = desktop.page
    while True:
        page.wait_for_selector(".board:not(.waiting) .square.legal, .end-bar:not([hidden])")
        if desktop.page.locator(".end-bar").is_visible():
            break
        before = desktop.discs()
        square = page.locator(".square.legal").last.get_attribute("data-square")
        page.keyboard.press(square[0])
        page.keyboard.press(square[1])
        assert page.evaluate("document.activeElement.dataset.square") == square
        page.keyboard.press("Enter")
        page.wait_for_function(
            "n => document.querySelectorAll('.disc').length > n",
            arg=before,
        )
    desktop.told("Game over")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Rematch"
    page.keyboard.press("F2")
    desktop.box("New Game").wait_for()
    page.keyboard.press("Escape")
    desktop.box("New Game").wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "Rematch"
    for key, discs in (("Home", 4), ("ArrowRight", 5), ("ArrowRight", 6), ("ArrowLeft", 5)):
        page.keyboard.press(key)  # not on the board, so they go through the game
        page.wait_for_function("n => document.querySelectorAll('.disc').length === n", arg=discs)
    page.keyboard.press("End")
    desktop.end()


def test_the_board_is_a_grid_whose_squares_say_what_they_are(desktop: Any) -> None:
    grid = desktop.page.get_by_role("grid", name="Othello board, 8 by 8")
    assert grid.get_by_role("row").count() == 8
    assert grid.get_by_role("gridcell").count() == 64
    assert desktop.label("d3") == "d3, empty, legal, flips 1"
    assert desktop.label("d4") == "d4, white"
    assert desktop.label("a1") == "a1, empty"
    assert desktop.page.locator(".square[tabindex='0']").count() == 1


def test_arrows_letters_and_digits_walk_the_board(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(size=12, black="human", white="human")
    page = desktop.page

    def here() -> str:
        return str(page.evaluate("document.activeElement.dataset.square"))

    page.keyboard.press("Control+Home")
    assert here() == "a1"
    for keys, square in (
        ("ArrowRight", "b1"),
        ("ArrowDown", "b2"),
        ("End", "l2"),
        ("ArrowRight", "l2"),
        ("c", "c2"),
        ("7", "c7"),
        ("Control+End", "l12"),
        ("Home", "a12"),
    ):
        page.keyboard.press(keys)
        assert here() == square
    page.keyboard.type("e12")
    assert here() == "e12"


def test_moves_are_told_in_the_live_region(desktop: Any) -> None:
    desktop.play("f5")
    desktop.my_turn(6)
    desktop.told("White played")
    desktop.told("Your move (Black)")


def test_moves_and_questions_can_be_typed(desktop: Any) -> None:
    page = desktop.page
    page.keyboard.press("/")
    run = desktop.window("run")

    def ask(text: str) -> str:
        run.locator("input").fill(text)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "() => document.querySelector('.window[data-window=run] input').value === ''"
        )
        return str(run.locator(".answer").inner_text())

    assert ask("count") == "Black 2, White 2, 60 empty."
    assert ask("legal") == "d3 turns 1, c4 turns 1, f5 turns 1, e6 turns 1"
    assert ask("row 4") == "Row 4: d4 white, e4 black."
    assert ask("nonsense").startswith("“nonsense” is no move or command.")
    desktop.shot("run")
    ask("f5")
    desktop.my_turn(6)
    assert ask("column f").startswith("Column f: f")


def test_axe_finds_nothing_in_any_window_or_menu_in_any_theme(new_desktop: Any) -> None:
    desktop = new_desktop(viewport={"width": 1500, "height": 900})
    desktop.start(size=4, black="human", white="human")
    page = desktop.page
    page.evaluate(AXE_SCRIPT)
    found: list[tuple[str, ...]] = []

    def look(scene: str, part: str | None = None) -> None:
        found.extend((scene, *problem) for problem in page.evaluate(LOOK, [part, THEMES]))

    def start(entry: str) -> None:
        page.locator(".start").click()
        page.locator(f".start-menu [role=menuitem]:has-text('{entry}')").first.click()

    look("the game")
    page.locator(".menubar button[data-label='View']").click()
    page.locator(".menu [data-label='Board']").hover()
    look("menus", ".taskbar")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.locator(".start").click()
    page.locator(".all-programs").hover()
    look("the start menu and all programs", ".taskbar")
    assert not page.evaluate("axe.run({ runOnly: ['region'] }).then((seen) => seen.violations)")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    opening: dict[str, Callable[[], None]] = {
        "moves": lambda: page.keyboard.press("F4"),
        "run": lambda: page.keyboard.press("/"),
        "help": lambda: page.keyboard.press("F1"),
        "my-games": lambda: start("My Games"),
        "display": lambda: start("Display"),
        "accounts": lambda: start("User Accounts"),
        "date-time": lambda: page.locator(".tray .clock").click(),
    }
    for name, act in opening.items():
        act()
        window = desktop.window(name)
        window.wait_for()
        look(name, f".window[data-window='{name}']")
        window.locator(".close").click()
    for title, key in (("New Game", "F2"), ("Resign", "F9")):
        page.keyboard.press(key)
        desktop.box(title).wait_for()
        look(title, ".window.modal")
        page.keyboard.press("Escape")
        desktop.box(title).wait_for(state="detached")
    assert found == []

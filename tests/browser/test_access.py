"""For everybody: keyboard alone, names that are read out, and axe-core's rules."""

from itertools import cycle
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT


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
    desktop.box("New game").wait_for()
    page.keyboard.press("Escape")
    desktop.box("New game").wait_for(state="detached")
    assert page.evaluate("document.activeElement.textContent") == "Rematch"
    for key, discs in (("Home", 4), ("ArrowRight", 5), ("ArrowRight", 6), ("ArrowLeft", 5)):
        page.keyboard.press(key)  # not on the board, so they go through the game
        page.wait_for_function("n => document.querySelectorAll('.disc').length === n", arg=discs)
    page.keyboard.press("End")
    page.keyboard.press("Escape")
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
    desktop.page.locator(".lesson-offer", has_text="New to Othello?").wait_for()
    desktop.play("f5")
    desktop.my_turn(6)
    assert not desktop.page.locator(".lesson-offer").count()  # who moves knows how
    desktop.told("White plays")
    desktop.told("Your move.")


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
    assert ask("legal") == "d3 flips 1 disc. c4 flips 1 disc. f5 flips 1 disc. e6 flips 1 disc."
    assert ask("row 4") == "Row 4: d4 white, e4 black."
    assert "nonsense" in ask("nonsense")
    desktop.shot("run")
    ask("f5")
    desktop.my_turn(6)
    assert ask("column f").startswith("Column f: f")


# axe looks at one part of the page: by all its rules in one theme, by those about colours in the
# others. What a window lays out is the same in all of them.
LOOK = """async ([part, themes]) => {
  const found = [];
  const options = { resultTypes: ["violations"], preload: false, iframes: false };
  for (const theme of themes) {
    document.documentElement.dataset.theme = theme;
    const rules = theme === "blue" ? {} : { runOnly: ["color-contrast"] };
    const { violations } = await axe.run(part ?? document, { ...options, ...rules });
    for (const { id, nodes } of violations)
      found.push([theme, id, ...nodes.slice(0, 4).map(({ html }) => html.slice(0, 160))].join(" "));
  }
  document.documentElement.dataset.theme = "blue";
  return found;
}"""
THEMES = ["blue", "olive", "silver", "classic", "dark", "contrast"]
IN_TURN = [["blue", theme] for theme in THEMES[1:]]
# Programs that have no window of their own, and where they are seen instead; and windows that are
# worth a look only when what they ask the server for is there.
SEEN = {
    "Learn the rules": ".studying:has(.lesson) .square.legal",
    "Log off": ".welcome[role=dialog]",
    "Analyze": ".study-panel:has([aria-valuenow]:not([aria-valuenow='0']))",
    "Opening explorer": ".study-panel .openings td",
    "Play it out": ".study-panel .push",
    "Opening trainer": ".opening-trainer .opening-counts:not(:empty)",
    "Puzzles": ".study-panel .push",
    "Variations": ".study-panel .analysis-notes",
    "Archive": ".archive-drop b",
    "Course": ".course-lesson",
    "My Games": ".file",
    "Saved games": ".files p",
}
# Programs whose window another one opens as well, with other things of the same kind in it.
SAME = {
    "Othello",
    "Keyboard shortcuts",
    "Move list",
    "Puzzle of the day",
    "Swindle",
    "Three-minute run",
    "Recycle Bin",
    "Search",
}
FRONT = ".window.active"
STUDIES = ["Analyze", "Opening explorer", "Variations", "Learn the rules", "Puzzles", "Play it out"]
STUDIES.append("Opening trainer")
PART = {**dict.fromkeys(STUDIES, ".study-panel"), "Log off": ".welcome"}
LEAVE = {
    **dict.fromkeys(STUDIES[:3], ".study-close"),
    **dict.fromkeys(STUDIES[4:], ".study-panel button:text('Back to the game')"),
    "Learn the rules": ".lesson button:text('Skip')",
    "Log off": ".welcome-user",
    "Turn off computer": ".turn-off button:text('Cancel')",
}


@pytest.mark.parametrize(
    "themes_of_windows", [IN_TURN, pytest.param([THEMES], marks=pytest.mark.slow)]
)
def test_axe_finds_nothing_in_any_window_or_menu_in_any_theme(
    themes_of_windows: list[list[str]], new_desktop: Any
) -> None:
    desktop = new_desktop(viewport={"width": 1500, "height": 900})
    desktop.start(black="human", white="human", transcript="f5d6c3d3c4f4f6")
    page = desktop.page
    page.evaluate(AXE_SCRIPT)
    found: dict[str, list[str]] = {}

    in_turn = cycle(themes_of_windows)

    def look(scene: str, part: str | None = None, themes: list[str] = THEMES) -> None:
        if violations := page.evaluate(LOOK, [part, themes]):
            found[scene] = violations

    page.keyboard.press("F8")
    page.wait_for_selector(".value.best")
    look("the whole page")
    page.locator(".menubar button[data-label='View']").click()
    page.locator(".menu [data-label='Board']").hover()
    look("menus of the game", ".taskbar")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    for place in (".desktop-icon >> nth=0", ".desktop"):
        page.locator(place).click(button="right", position={"x": 20, "y": 20})
        look(f"the menu of {place}", ".menu")
        page.keyboard.press("Escape")

    names = [name for topic in desktop.programs().values() for name in topic]
    assert set(names) > SAME
    look("the start menu and all programs", ".taskbar")
    assert not page.evaluate("axe.run({ runOnly: ['region'] }).then((all) => all.violations)")
    for _ in range(3):
        page.keyboard.press("Escape")
    for name in names:
        if name in SAME:
            continue
        desktop.program(name)
        page.wait_for_selector(SEEN.get(name, f"{FRONT}:not([data-window='game'])"))
        look(name, PART.get(name, FRONT), next(in_turn))
        page.locator(LEAVE.get(name, f"{FRONT} .close")).click()
        page.wait_for_selector(f"{FRONT}[data-window='game']:not(:has(.study-panel))")
    page.locator(".tray .clock").click()
    desktop.window("date-time").wait_for()
    look("date and time", FRONT)
    page.keyboard.press("Escape")
    page.keyboard.press("F9")
    desktop.box("Resign").wait_for()
    look("Resign", FRONT)
    desktop.answer("Resign", "Yes")
    desktop.end()
    look("the end of the game", "[data-window='game']")
    assert found == {}

"""The page in another language: everything visible is translated, and visitors choose.

The pseudo language of tools/catalogues.py puts brackets around every message, so text outside of
brackets is English that was not translated, or data.
"""

import importlib.util
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, expect
from servers import running

from outflank import translation
from outflank.web.app import close_app, create_app
from outflank.web.page import page as page_module
from outflank.web.settings import Settings

Desktop = Any
LEISURELY: dict[str, Any] = {"thinkers": 1, "waiting": 20, "thinking_seconds": 240}
PSEUDO = "en_XA"
TOOL = Path(__file__).parents[2] / "tools" / "catalogues.py"
HUMANS = {"black": "human", "white": "human"}
# Names, keys and formats, which are the same in all languages.
NAMES = r"Outflank|Ctrl|Alt|Shift|Esc|Del|Home|End|Enter|Pause|GGF|SGF|EN|Elo|UTC|Etc|AM|PM"
SQUARE = r"[A-Pa-p]\d+"
VISIBLE = """() => {
  const skipped = "code, kbd, script, style, svg, .clock, .calendar, .clock-box, textarea, #boot";
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    const option = parent.closest("option");
    const whole = parent.closest(":has(> u)"); // a label with its underlined letter
    if (!parent.closest(skipped) && (option ?? parent).checkVisibility())
      texts.push(whole ? whole.textContent : node.data);
  }
  for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"])
    for (const node of document.querySelectorAll(`[${name}]`))
      if (!node.closest(skipped) && node.checkVisibility()) texts.push(node.getAttribute(name));
  return texts;
}"""


OPEN = ".study-panel, .welcome[role=dialog], .window.active:not([data-window=game])"
LEAVE = {
    **dict.fromkeys(
        ("Analyze", "Move list", "Opening explorer", "Variations"), ".study-panel .study-close"
    ),
    **dict.fromkeys(
        (
            "Learn the rules",
            "Play it out",
            "Puzzle of the day",
            "Puzzles",
            "Swindle",
            "Three-minute run",
        ),
        ".study-panel .buttons button >> nth=-1",
    ),
    "Learn the rules": ".study-panel .buttons button",
    "Log off": ".welcome-user",
    "Turn off computer": ".turn-off .push",
}


@pytest.fixture(scope="module")
def pseudo_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that has the pseudo language besides English."""
    spec = importlib.util.spec_from_file_location("catalogues", TOOL)
    assert spec is not None
    assert spec.loader is not None
    tool = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("locale")
        for module in (tool, translation, page_module):
            patch.setattr(module, "FOLDER", folder)
        tool.pseudo()
        page_module.put_together.cache_clear()
        app = create_app(
            Settings(folder=tmp_path_factory.mktemp("pseudo"), local_saves=True, **LEISURELY)
        )
        with running(app) as (_, url):
            yield url
        close_app(app)
    page_module.put_together.cache_clear()


class Words:
    """What a page shows, without what is translated and what the server sent."""

    def __init__(self, desktop: Desktop) -> None:
        self.desktop = desktop
        self.served: set[str] = set()
        self.left: set[str] = set()
        desktop.page.on("response", self._received)

    def _received(self, response: Any) -> None:
        if "/api/" in response.url and "json" in response.headers.get("content-type", ""):
            with suppress(Error):  # the page has gone on, and shows nothing of it
                self._collect(response.json())

    def _collect(self, value: Any) -> None:
        if isinstance(value, str):
            self.served.add(value)
        elif isinstance(value, list | dict):
            for one in value.values() if isinstance(value, dict) else value:
                self._collect(one)

    def fetch_game(self) -> None:
        """Know what the stream of a shared game sent."""
        game = self.desktop.page.evaluate("history.state.game")
        self._collect(self.desktop.page.request.get(f"{self.desktop.url}/api/games/{game}").json())

    def look(self) -> None:
        """Remember every English word that is visible now."""
        texts = self.desktop.page.evaluate(VISIBLE)
        served = sorted((one for one in self.served if len(one) > 1), key=len, reverse=True)
        for text in texts:
            rest = text
            while (shorter := re.sub(r"\[[^][]*\]", " ", rest)) != rest:
                rest = shorter
            if not re.search(r"[A-Za-z]{2}", rest):
                continue
            for one in served:
                rest = rest.replace(one, " ")
            if re.search(r"[A-Za-z]{2}", re.sub(rf"\b({NAMES}|{SQUARE})\b", " ", rest)):
                self.left.add(text)


@pytest.fixture
def pseudo(new_context: Callable[..., Any], new_desktop: Any, pseudo_server: str) -> Desktop:
    context = new_context(viewport={"width": 1180, "height": 800})
    context.add_cookies([{"name": "language", "value": PSEUDO, "url": pseudo_server}])
    desktop: Desktop = new_desktop(context, url=pseudo_server)
    return desktop


def test_no_english_is_left_in_menus_and_windows(pseudo: Desktop) -> None:
    words, page = Words(pseudo), pseudo.page
    pseudo.start(**HUMANS, transcript="f5d6c3d3c4f4f6")
    words.look()
    pseudo.shot("language-game")
    for bar in page.locator(".menubar button").all():
        bar.click()
        words.look()
        for entry in page.locator(".menu [aria-haspopup]").all():
            entry.hover()
            words.look()
        if bar.get_attribute("data-label") == "View":
            pseudo.shot("language-menu")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
    for place in (".desktop-icon >> nth=0", ".desktop", ".taskbar .tasks", ".task"):
        page.locator(place).last.click(button="right", position={"x": 20, "y": 20})
        words.look()
        page.keyboard.press("Escape")
    page.locator(".tray .sound").click()
    words.look()
    page.keyboard.press("Escape")
    page.locator(".tray .clock").click()
    words.look()
    page.locator(".window.active .close").click()
    page.locator(".start").click()
    words.look()
    page.locator(".start").click()
    labels = [label for topic in pseudo.programs().values() for label in topic]
    words.look()
    assert {"Othello", "Analyze", "Help and support"} <= set(labels)  # in English for tests
    pseudo.shot("language-start")
    for _ in range(3):
        page.keyboard.press("Escape")
    for label in labels:
        pseudo.program(label)
        if label != "Othello":
            page.wait_for_selector(OPEN)
        page.wait_for_load_state("networkidle")
        for tab in page.locator(".window.active [role=tab]").all():
            tab.click()
            words.look()
        words.look()
        pseudo.shot(f"language-{label.lower().replace(' ', '-').rstrip('…')}")
        if label != "Othello":
            page.locator(LEAVE.get(label, ".window.active .close")).first.click()
    assert sorted(words.left) == []


def test_no_english_is_left_while_one_plays(pseudo: Desktop) -> None:
    words, page = Words(pseudo), pseudo.page
    pseudo.open()
    words.look()  # with the offer of a lesson
    pseudo.play("a1")
    words.look()
    pseudo.square("f5").hover()
    words.look()
    pseudo.play("f5")
    pseudo.my_turn(6)
    words.look()
    for key in ("F3", "F8"):
        page.keyboard.press(key)
        page.wait_for_selector(".hinted" if key == "F3" else ".value.best")
        words.look()
    page.keyboard.press("F4")
    pseudo.study()
    for tab in page.locator(".study-panel [role=tab]").all():
        tab.click()
        words.look()
    page.keyboard.press("Escape")
    page.keyboard.press("F2")
    page.locator(".new-game").wait_for()
    words.look()
    pseudo.shot("language-new-game")
    page.locator(".new-game .buttons button").first.click()
    words.look()
    pseudo.shot("language-all-opponents")
    page.keyboard.press("Escape")
    pseudo.menu("Game", "Save as…")
    words.look()
    page.keyboard.press("Escape")
    pseudo.menu("Game", "Paste moves…")
    words.look()
    page.keyboard.press("Escape")
    pseudo.menu("Game", "Resign")
    words.look()
    page.locator(".window.modal .default").click()
    pseudo.end()
    words.look()
    pseudo.shot("language-end")
    assert sorted(words.left) == []


def test_a_language_is_chosen_in_the_tray_and_in_display_properties(pseudo: Desktop) -> None:
    page = pseudo.open().page
    assert page.locator("html").get_attribute("lang") == "en-XA"

    def chosen() -> list[str]:
        return [one["value"] for one in page.context.cookies() if one["name"] == "language"]

    page.locator(".tray .language").click()
    checked = page.locator(".menu [aria-checked='true']")
    assert str(checked.inner_text()).startswith("[")  # its own name in itself
    pseudo.shot("language-choice")
    pseudo.begins_anew(lambda: page.locator(".menu [data-label='English']").last.click())
    assert (page.locator("html").get_attribute("lang"), chosen()) == ("en", ["en"])
    assert page.locator(".menubar button").first.inner_text() == "Game"

    pseudo.menu("View", "Display Properties…")
    display = pseudo.window("display")
    display.get_by_role("tab", name="Appearance").click()
    language = display.get_by_label("Language:")
    expect(language).to_have_value("en")
    language.select_option(PSEUDO)
    pseudo.begins_anew(lambda: display.get_by_role("button", name="OK").click())
    assert chosen() == [PSEUDO]
    page.locator(".tray .language").click()
    pseudo.begins_anew(lambda: page.locator(".menu [data-label='Browser language']").click())
    assert chosen() == []


def test_no_english_is_left_with_others(
    pseudo: Desktop, new_context: Callable[..., Any], new_desktop: Any, pseudo_server: str
) -> None:
    context = new_context()
    context.add_cookies([{"name": "language", "value": PSEUDO, "url": pseudo_server}])
    other = new_desktop(context, url=pseudo_server)
    ann, ben = Words(pseudo), Words(other)
    pseudo.open()
    pseudo.menu("Game", "Play with a friend…")
    pseudo.window("friend").locator("input[type=text]").first.fill("Ann")
    pseudo.window("friend").locator("select").first.select_option("black")
    pseudo.window("friend").locator("button[type=submit]").click()
    link = pseudo.window("invitation").locator("input")
    link.wait_for()
    ann.look()
    pseudo.shot("language-invitation")
    ben.served.add("Ann")
    other.page.goto(link.input_value())
    other.window("join").locator("input").fill("Ben")
    ben.look()
    other.shot("language-join")
    other.window("join").locator("button[type=submit]").click()
    pseudo.my_turn(4)
    pseudo.play("f5")
    other.my_turn(5)
    for words in (ann, ben):
        words.served |= {"Ann", "Ben"}
        words.fetch_game()
        words.look()
    pseudo.shot("language-together")
    pseudo.page.locator(".shared-tools button").first.click()
    ann.look()
    pseudo.page.keyboard.press("Escape")
    pseudo.menu("Game", "Resign")
    pseudo.page.locator(".window.modal .default").click()
    for desktop, words in ((pseudo, ann), (other, ben)):
        desktop.end()
        words.fetch_game()
        words.look()

    pseudo.menu("Game", "Club…")
    club = pseudo.window("club")
    club.locator(".club-me .push").click()
    pseudo.window("club-form").locator("input[type=text]").fill("Ann Pseudo")
    ann.look()
    pseudo.window("club-form").locator("button[type=submit]").click()
    pseudo.window("club-form").wait_for(state="detached")
    ann.served.add("Ann Pseudo")
    club.locator(".club-ask .push").last.click()
    ann.look()
    pseudo.shot("language-club-form")
    pseudo.page.keyboard.press("Escape")
    club.locator(".club-people button").click()
    pseudo.window("player").wait_for()
    ann.look()
    pseudo.window("player").locator(".close").click()
    club.locator("button.link").last.click()
    pseudo.window("programs").locator(".default").click()
    pseudo.window("programs").locator(".new-token input").first.wait_for()
    ann.look()
    pseudo.shot("language-programs")
    assert [sorted(ann.left), sorted(ben.left)] == [[], []]


def test_every_sentence_of_the_page_can_be_extracted() -> None:
    """Babel does not look into template strings."""
    scripts = Path(page_module.STATIC, "js").rglob("*.js")
    assert [one.name for one in scripts if re.search(r"\$\{(_|ngettext)\(", one.read_text())] == []

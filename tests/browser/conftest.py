"""A real server and a real browser: Debian's Chromium, driven by Playwright."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from servers import running

from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # The address bar, which nobody sees, is two pages more for each of ours, a third of all work;
    # the rest is what Playwright turns off itself, as of this flag only the last counts.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,AimEnabled,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,"
    "HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,NetworkTimeServiceQuerying,"
    "OptimizationHints,PaintHolding,PreconnectToSearch,ThirdPartyStoragePartitioning",
]
SCREENSHOTS = Path(__file__).parents[2] / "artifacts" / "screenshots"
# ms: on a busy machine everything takes its time, and nothing is asserted about it.
PATIENCE = 1000 * int(os.environ.get("PATIENCE", "120"))
expect.set_options(timeout=PATIENCE)  # which is five seconds otherwise
LEISURELY: dict[str, Any] = {"thinkers": 1, "waiting": 20, "thinking_seconds": 240}
# What leaves by itself after some seconds may have gone before a busy machine looks at it.
LONG_BALLOONS = """
const wait = window.setTimeout;
window.setTimeout = (act, ms, ...more) => wait(act, ms > 2000 ? 100 * ms : ms, ...more);
"""
# Where computers think: here is for the tests of that, as each page would fetch five megabytes.
THINKING = """
if (location.protocol === "http:") {
  const known = JSON.parse(localStorage["outflank.settings"] ?? "{}");
  localStorage["outflank.settings"] = JSON.stringify({ ...known, thinking: "PLACE" });
}
"""


class Desktop:
    """The page as a person uses it: squares, menus, windows and message boxes by their names."""

    def __init__(self, page: Page, url: str, thinking: str = "server") -> None:
        self.page = page
        self.url = url
        self.errors: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.add_init_script(LONG_BALLOONS)
        page.add_init_script(THINKING.replace("PLACE", thinking))
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)

    def _console(self, message: Any) -> None:
        # A refused move is a 4xx answer, which browsers also write to the console.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def open(self) -> "Desktop":
        self.page.goto(self.url)
        self._opened()
        return self

    def _opened(self) -> None:
        self.page.wait_for_selector(".papered .window[data-window='game'] .square")

    def begins_anew(self, act: Callable[[], None]) -> None:
        """Do what makes the page load itself again, and wait until it has.

        A change of the address is a navigation too, so the old page is told from the new by a mark.
        """
        self.page.evaluate("document.documentElement.dataset.old = ''")
        act()
        self.page.wait_for_selector("html:not([data-old])", state="attached")
        self._opened()

    def start(self, **wanted: Any) -> None:
        """Start a game over the API, and come back to it as after a reload."""
        self.page.goto("about:blank")  # what a page still says as it is left comes first
        answer = self.page.request.post(f"{self.url}/api/games", data=wanted, timeout=PATIENCE)
        assert answer.ok, answer.text()
        self.open()

    def square(self, name: str) -> Any:
        return self.page.locator(f".square[data-square='{name}']")

    def play(self, name: str) -> None:
        self.square(name).click()

    def label(self, name: str) -> str:
        return str(self.square(name).get_attribute("aria-label"))

    def wait_for_label(self, name: str, text: str) -> None:
        self.page.wait_for_selector(f".square[data-square='{name}'][aria-label^='{text}']")

    def my_turn(self, discs: int) -> None:
        """Wait until so many discs lie on the board, it is a person's turn and nobody thinks."""
        self.page.wait_for_function(
            """discs => document.querySelectorAll(".disc").length === discs
                && document.querySelector(".square.legal")""",
            arg=discs,
        )

    def wait_for_games(self, *moves: int) -> None:
        """Wait until the server has games of so many moves; the page shows a move at once."""
        self.page.wait_for_function(
            """async (moves) => {
              const { games } = await (await fetch("/api/games")).json();
              return games.map((game) => game.moves).sort((a, b) => a - b).join() === moves;
            }""",
            arg=",".join(map(str, sorted(moves))),
        )

    def discs(self) -> int:
        return self.page.locator(".disc").count()

    def menu(self, bar: str, entry: str) -> None:
        self.page.locator(f".menubar button[data-label='{bar}']").click()
        self.page.locator(f".menu [data-label='{entry}']").click()

    def window(self, id_: str) -> Any:
        return self.page.locator(f".window[data-window='{id_}']")

    def study(self) -> Any:
        """The panel of the study that has the board; it is waited for."""
        panel = self.page.locator(".study-panel")
        panel.wait_for()
        return panel

    def programs(self) -> dict[str, list[str]]:
        """Open All Programs; return the programs of each submenu."""
        self.page.locator(".start").click()
        self.page.locator(".all-programs").click()
        found = {}
        topics = self.page.locator(".menu").first.locator("[role=menuitem]")
        topics.first.wait_for()
        for topic in topics.evaluate_all("all => all.map((one) => one.dataset.label)"):
            inside = self._unfold(topic).locator("[role=menuitem]")
            found[topic] = inside.evaluate_all("all => all.map((one) => one.dataset.label)")
        return found

    def _unfold(self, topic: str) -> Any:
        head = self.page.locator(f".menu >> nth=0 >> [data-label='{topic}']")
        head.hover()
        head.and_(self.page.locator("[aria-expanded=true]")).wait_for()
        return self.page.locator(".menu").nth(1)

    def program(self, label: str) -> None:
        """Open a program from the Start menu."""
        topic = next(topic for topic, labels in self.programs().items() if label in labels)
        self._unfold(topic).locator(f"[data-label='{label}']").click()

    def box(self, title: str) -> Any:
        """A message box or dialog with this title."""
        return self.page.locator(".window.modal", has=self.page.locator(f"h2:text-is('{title}')"))

    def answer(self, title: str, button: str) -> None:
        box = self.box(title)
        box.locator(f"button:text-is('{button}')").click()
        box.wait_for(state="detached")

    def end(self) -> Any:
        """Where the end of the game is told; it is waited for."""
        bar = self.page.locator(".end-bar")
        bar.wait_for()
        return bar

    def drag(self, start: tuple[float, float], by: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move(start[0] + by[0] / 2, start[1] + by[1] / 2)
        mouse.move(start[0] + by[0], start[1] + by[1])
        mouse.up()

    def status(self) -> str:
        return self.page.locator("#status").inner_text()

    def told(self, text: str) -> None:
        """Wait until those who listen to the page are told this."""
        self.page.wait_for_function(
            "text => document.getElementById('live').innerText.includes(text)", arg=text
        )

    def shot(self, name: str, *, still: bool = True) -> None:
        """Keep a picture for people to look at; what moves is at its end, or as it is now."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        end: Any = "disabled" if still else "allow"
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png", animations=end)


@pytest.fixture(scope="session")
def data_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the server keeps everything."""
    return tmp_path_factory.mktemp("browser")


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """A server on this machine, as `outflank serve` runs it."""
    app = create_app(settings)
    with running(app) as (_, url):
        yield url
    close_app(app)


@pytest.fixture(scope="session")
def data_of_other_servers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where servers with settings of their own keep everything."""
    return tmp_path_factory.mktemp("other-servers")


@pytest.fixture(scope="session")
def new_server(data_of_other_servers: Path) -> Iterator[Callable[..., str]]:
    """Servers with settings of their own."""
    with ExitStack() as running:

        def start(**more: Any) -> str:
            settings = Settings(folder=data_of_other_servers, **LEISURELY, **more)
            return running.enter_context(serving(settings))

        yield start


@pytest.fixture(scope="session")
def server(data_folder: Path) -> Iterator[str]:
    """The server that most tests visit."""
    with serving(Settings(folder=data_folder, local_saves=True, **LEISURELY)) as url:
        yield url


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("there is no Chromium here: apt-get install chromium")
    with sync_playwright() as playwright:
        # Not closed: `close()` waits for ever for a browser that hangs as it ends. Playwright's own
        # end closes it too, and kills it after half a minute.
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE)


@pytest.fixture
def new_context(chromium: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Visitors: each context has cookies of its own."""
    contexts: list[BrowserContext] = []

    def make(**more: Any) -> BrowserContext:
        settings = {"viewport": {"width": 1024, "height": 700}, "reduced_motion": "reduce", **more}
        contexts.append(chromium.new_context(**settings))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def no_saves(data_folder: Path, data_of_other_servers: Path) -> Iterator[None]:
    """Named saves belong to everybody on a computer, so each test leaves none to the next."""
    yield
    for data in (data_folder, data_of_other_servers):
        shutil.rmtree(data / "saves", ignore_errors=True)


@pytest.fixture
def new_desktop(
    new_context: Callable[..., BrowserContext], server: str, no_saves: None
) -> Iterator[Callable[..., Desktop]]:
    made: list[Desktop] = []

    def make(
        context: BrowserContext | None = None, thinking: str = "server", url: str = "", **more: Any
    ) -> Desktop:
        page = (context or new_context(**more)).new_page()
        made.append(Desktop(page, url or server, thinking))
        return made[-1]

    yield make
    for desktop in made:
        assert desktop.errors == []


@pytest.fixture
def desktop(new_desktop: Callable[..., Desktop]) -> Desktop:
    return new_desktop().open()

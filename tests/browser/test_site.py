"""The game as files: without a server, without a network, in several tabs."""

import functools
import os
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import build_site
import pytest
from playwright.sync_api import BrowserContext
from recorded_events import events
from servers import free_port

from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

pytestmark = pytest.mark.slow  # building takes a minute, and each visit starts Python

GAMES = 75  # in the recorded suite: a thousand events
PLACE = "school/othello"  # any path
# The worker alone, on a page without the game.
WORKER = """async (address) => {
  const html = new DOMParser().parseFromString(await (await fetch(address)).text(), "text/html");
  const about = JSON.parse(html.documentElement.dataset.offline);
  const absolute = (path) => new URL(path, address).href;
  const worker = new Worker(absolute(about.worker), { type: "module" });
  const { packed, sizes } = about;
  const waiting = new Map();
  await new Promise((ready, broken) => {
    worker.onmessage = ({ data }) => {
      if (data.ready) ready();
      if (data.broken) broken(new Error(data.broken));
      if (data.id) waiting.get(data.id)(data);
    };
    const start = { python: absolute(about.files), packed, sizes, extras: {}, catalogue: "" };
    worker.postMessage({ start });
  });
  let count = 0;
  window.ask = async ([method, path, body]) => {
    const id = ++count;
    const headers = body === null ? {} : { "content-type": "application/json" };
    const answered = new Promise((done) => waiting.set(id, done));
    const sent = body === null ? "" : JSON.stringify(body);
    worker.postMessage({ id, method, path, headers, body: sent });
    const { status, content } = await answered;
    return [status, new TextDecoder().decode(content)];
  };
}"""
INSTALLED = "navigator.serviceWorker.ready.then((one) => one.active.state === 'activated')"
DAMAGE = """async () => {
  const cache = await caches.open("outflank-python");
  const keys = await cache.keys();
  for (const { url } of keys) await cache.put(url, new Response("damaged"));
  return keys.length;
}"""


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None: ...


class Host:
    """A static host that can go away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / PLACE
        handler = functools.partial(QuietHandler, directory=str(folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/{PLACE}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def leave(self) -> None:
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("host")
    if built := os.environ.get("SITE"):  # for repeated runs: one that `make site` built
        shutil.copytree(built, root / PLACE)
    else:
        build_site.build(root / PLACE)
    return root


@pytest.fixture
def host(folder: Path) -> Iterator[Host]:
    host = Host(folder)
    yield host
    host.leave()


@pytest.fixture
def site(new_desktop: Any, host: Host) -> Callable[..., Any]:
    def visit(context: BrowserContext | None = None) -> Any:
        return new_desktop(context, thinking="here", url=host.url)

    return visit


def python_answers(desktop: Any) -> None:
    """Wait until a request that only Python can answer is answered."""
    desktop.program("My Games")
    desktop.window("my-games").locator(".status-bar").wait_for()
    desktop.page.wait_for_function("localStorage['outflank.last']")


def play(desktop: Any) -> None:
    """Make a move, and wait for the reply."""
    before = desktop.discs()
    desktop.page.locator(".square.legal").first.click()
    desktop.page.wait_for_function(
        """before => document.querySelectorAll(".disc").length >= before + 2
            && document.querySelector(".square.legal")""",
        arg=before,
    )


def position(desktop: Any) -> list[str]:
    return [
        str(one)
        for one in desktop.page.locator(".square").evaluate_all(
            "all => all.map((one) => one.getAttribute('aria-label').split(',')[0])"
        )
    ]


def test_after_one_visit_it_plays_without_a_network(
    site: Any, host: Host, new_context: Any
) -> None:
    visitor = new_context()
    desktop = site(visitor).open()
    for _ in range(5):  # more than are prepared
        play(desktop)
    desktop.page.wait_for_function(INSTALLED)
    seen = position(desktop)
    desktop.page.close()
    host.leave()
    again = site(visitor).open()
    assert position(again) == seen
    play(again)
    assert again.page.evaluate("crossOriginIsolated")  # by the headers of the service worker
    again.shot("site-offline")


def test_without_storage_the_games_last_as_long_as_the_page(site: Any, new_context: Any) -> None:
    visitor = new_context()
    refuse = "indexedDB.open = () => { throw new Error('refused'); };\n"

    def refused(route: Any) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=refuse + response.text())

    visitor.route("**/python_worker.js", refused)
    desktop = site(visitor).open()
    for _ in range(4):
        play(desktop)
    desktop.page.locator(".balloon", has_text="does not store").wait_for()


def test_openings_are_trained_without_a_server(site: Any) -> None:
    desktop = site().open()
    desktop.program("Opening trainer")
    panel = desktop.study()
    panel.get_by_role("combobox", name="Opening").locator("option").nth(100).wait_for(
        state="attached"
    )
    panel.get_by_role("combobox", name="Opening").select_option("Tiger")
    panel.get_by_role("button", name="Add", exact=True).click()
    panel.locator(".note:not(:empty)").wait_for()
    panel.get_by_role("button", name="Train 5 minutes").click()
    desktop.page.locator(".practice .study-note p:not(:empty)").wait_for()
    desktop.play("c3")
    desktop.page.locator(".practice button:text-is('Next'):enabled").wait_for()


def test_two_tabs_share_one_python_and_one_takes_over(site: Any, new_context: Any) -> None:
    visitor = new_context()
    first = site(visitor).open()
    for _ in range(4):
        play(first)
    second = site(visitor).open()
    assert position(second) == position(first)
    play(second)
    first.page.wait_for_function(
        "count => document.querySelectorAll('.disc').length === count", arg=second.discs()
    )
    assert len(first.page.workers) > len(second.page.workers)
    first.page.close()
    play(second)


def test_an_update_is_offered_and_waits(site: Any, host: Host, new_context: Any) -> None:
    visitor = new_context()
    desktop = site(visitor).open()
    desktop.page.wait_for_function(INSTALLED)
    desktop.page.reload()
    for _ in range(4):
        play(desktop)
    script = host.folder / "service_worker.js"
    script.write_text(script.read_text().replace('"version": "', '"version": "next-', 1))
    desktop.page.evaluate("navigator.serviceWorker.ready.then((one) => one.update())")
    offer = desktop.page.locator(".balloon", has_text="new version")
    offer.wait_for()
    play(desktop)
    seen = position(desktop)
    desktop.begins_anew(lambda: offer.locator("button.link").click())
    assert position(desktop) == seen
    names = desktop.page.evaluate("caches.keys()")
    assert any("next-" in name for name in names)


def test_a_damaged_cache_is_fetched_again(site: Any, new_context: Any) -> None:
    visitor = new_context()
    desktop = site(visitor).open()
    for _ in range(4):
        play(desktop)
    assert desktop.page.evaluate(DAMAGE) > 2
    desktop.begins_anew(desktop.page.reload)
    play(desktop)
    desktop.errors.clear()  # what the browser says of the damaged files


@contextmanager
def served(port: int, data: Path, site: Path) -> Iterator[str]:
    """`outflank serve` in a process that is killed at the end."""
    command = [sys.executable, "-m", "outflank", "serve", "--no-open", "--port", str(port)]
    database = f"sqlite:///{data}/games.sqlite3"
    process = subprocess.Popen(
        [*command, "--site", str(site), "--database", database],
        env={**os.environ, "OUTFLANK_DATA": str(data)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        while process.poll() is None and not answers(url):
            time.sleep(0.1)
        yield url
    finally:
        process.kill()
        process.wait()


def answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}/api/opponents")
    except OSError:
        return False
    return True


def test_a_page_goes_on_without_its_server_and_brings_its_game_back(
    new_desktop: Any, new_context: Any, folder: Path, tmp_path: Path
) -> None:
    visitor = new_context()
    port = free_port()
    with served(port, tmp_path, folder / PLACE) as url:
        desktop = new_desktop(visitor, url=url)
        fetched: list[str] = []
        desktop.page.on("request", lambda request: fetched.append(request.url))
        desktop.open()
        play(desktop)
        assert not any("/site/" in address for address in fetched)
        desktop.program("Play without the server…")
        desktop.answer("Play without the server", "Download")
        desktop.page.locator(".balloon", has_text="while the server is away").wait_for()
    for _ in range(3):
        play(desktop)
    seen = position(desktop)
    with served(port, tmp_path, folder / PLACE):
        desktop.page.locator(".balloon", has_text="The server is back").wait_for()
        assert position(desktop) == seen
        games = desktop.page.request.get(f"{url}/api/games").json()["games"]
        assert sorted(game["moves"] for game in games) == [2, 8]  # the server's, and ours


def test_python_in_the_page_answers_as_the_server_does(
    host: Host, new_context: Any, tmp_path: Path
) -> None:
    app = create_app(Settings(folder=tmp_path, thinkers=1, budgets=0))
    client = app.test_client()

    def server(method: str, path: str, body: Any) -> tuple[int, bytes]:
        found = client.open(path, method=method, **({} if body is None else {"json": body}))
        return found.status_code, found.get_data()

    page = new_context().new_page()
    page.goto(f"{host.url}engine.json")
    page.evaluate(WORKER, host.url)

    def here(method: str, path: str, body: Any) -> tuple[int, bytes]:
        status, text = page.evaluate("(asked) => window.ask(asked)", [method, path, body])
        return status, text.encode()

    wanted = events(server, GAMES)
    close_app(app)
    assert len(wanted) >= 1000
    for mine, theirs in zip(events(here, GAMES), wanted, strict=True):
        assert mine == theirs

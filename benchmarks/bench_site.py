"""The site without a server: download, time to playable and to Python, time per move, memory.

Visits build/site (``make site``) in Chromium: a first visit, a return visit, and a first visit at
10 Mbit/s. The page itself is measured by bench_page.py.

    python benchmarks/bench_site.py [--visits 3]
"""

import argparse
import statistics
import threading
import time
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench_page import CHROMIUM, PLAYABLE

SITE = Path(__file__).parent.parent / "build" / "site"
RATE = 10_000_000 / 8  # bytes per second
MOVES = 12


@dataclass(frozen=True)
class SiteVisit:
    """The measurements of a visit."""

    playable: float  # seconds
    python: float  # seconds until Python answers
    move: float  # seconds from a click to the opponent's reply, with the animations
    megabytes: float  # downloaded until then
    memory: float  # resident megabytes of the page's process


class CountingHandler(SimpleHTTPRequestHandler):
    """Serves files and counts their bytes."""

    sent = 0

    def send_header(self, keyword: str, value: str) -> None:
        if keyword == "Content-Length" and self.command == "GET":
            CountingHandler.sent += int(value)
        super().send_header(keyword, value)

    def log_message(self, *_: object) -> None: ...


def look(context: BrowserContext, url: str, *, slow: bool) -> SiteVisit:
    page = context.new_page()
    if slow:
        limits = {"offline": False, "latency": 30, "downloadThroughput": RATE}
        session = context.new_cdp_session(page)
        session.send("Network.emulateNetworkConditions", limits | {"uploadThroughput": RATE})
    CountingHandler.sent = 0
    began = time.monotonic()
    page.goto(url)
    page.wait_for_function("() => window.playable", timeout=120_000)
    playable: float = page.evaluate("window.playable") / 1000
    page.wait_for_function(
        "() => performance.getEntriesByName('python-ready').length", timeout=300_000
    )
    python = time.monotonic() - began
    moves = [_move(page) for _ in range(MOVES)]
    found = SiteVisit(
        playable, python, statistics.median(moves), CountingHandler.sent / 1e6, _memory(context)
    )
    page.wait_for_function(
        "navigator.serviceWorker.ready.then((one) => one.active.state === 'activated')",
        timeout=300_000,
    )
    page.close()
    return found


def _move(page: Page) -> float:
    before = page.locator(".disc").count()
    began = time.monotonic()
    page.locator(".square.legal").first.click()
    page.wait_for_function(
        "before => document.querySelectorAll('.disc').length >= before + 2 "
        "&& document.querySelector('.square.legal')",
        arg=before,
    )
    return time.monotonic() - began


def _memory(context: BrowserContext) -> float:
    """Return the largest resident size of a process with a page."""
    assert context.browser is not None
    session = context.browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    sizes: list[float] = [0.0]
    for process in processes:
        if process["type"] == "renderer":
            status = Path(f"/proc/{process['id']}/status").read_text("ascii")
            sizes += [int(line.split()[1]) / 1e3 for line in status.splitlines() if "VmRSS" in line]
    return max(sizes)


def visits(browser: Browser, url: str, *, slow: bool) -> list[SiteVisit]:
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.add_init_script(PLAYABLE)
    found = [look(context, url, slow=slow) for _ in range(2)]
    context.close()
    return found


def report(what: str, found: list[SiteVisit]) -> None:
    def middle(field: str) -> float:
        return float(statistics.median(getattr(one, field) for one in found))

    print(
        f"{what:<26} playable {middle('playable'):5.2f} s   Python {middle('python'):5.2f} s   "
        f"move {middle('move'):5.2f} s   {middle('megabytes'):5.1f} MB   "
        f"memory {middle('memory'):4.0f} MB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=3)
    args = parser.parse_args()
    if CHROMIUM is None or not SITE.exists():
        print("site: needs Chromium (apt-get install chromium) and build/site (make site)")
        return
    handler = partial(CountingHandler, directory=str(SITE))
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}/"
    with sync_playwright() as playwright:
        flags = ["--headless", "--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        for line, slow in (("this machine", False), ("10 Mbit/s", True)):
            both = [visits(browser, url, slow=slow) for _ in range(args.visits)]
            report(f"first visit, {line}", [first for first, _ in both])
            report(f"coming back, {line}", [second for _, second in both])
        browser.close()
    server.shutdown()


if __name__ == "__main__":
    main()

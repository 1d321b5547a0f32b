"""Page load: requests, bytes and the time until the first move is possible, in Chromium.

A new visitor opens the page, and the browser's clock runs until the board shows a legal square.
This is measured on a local connection, as a return visit, and on a throttled connection with 300 ms
latency and 1.6 Mbit/s. The median of several visits is printed.

    python benchmarks/bench_page.py [--visits 5]
"""

import argparse
import os
import shutil
import statistics
import tempfile
from dataclasses import dataclass

from playwright.sync_api import Browser, Page, sync_playwright

from bench_server import server

CHROMIUM = os.environ.get("CHROMIUM") or shutil.which("chromium")
LATENCY = 300  # ms
RATE = 1_600_000 / 8  # bytes per second
PLAYABLE = """
new MutationObserver((_, watching) => {
  if (!document.querySelector(".board .square.legal")) return;
  watching.disconnect();
  requestAnimationFrame(() => { window.playable = performance.now(); });
}).observe(document, { subtree: true, childList: true, attributes: true });
"""


@dataclass(frozen=True)
class Visit:
    """The measurements of a visit."""

    seconds: float
    requests: int
    bytes: int


def look(page: Page, url: str) -> Visit:
    """Open the page and wait until a move is possible."""
    done = []
    page.on("requestfinished", lambda request: done.append(request))
    page.goto(url)
    page.wait_for_function("() => window.playable")
    page.wait_for_load_state("networkidle")
    sizes = [request.sizes() for request in done]
    return Visit(
        page.evaluate("window.playable") / 1000,
        len(done),
        sum(one["responseHeadersSize"] + one["responseBodySize"] for one in sizes),
    )


def visits(browser: Browser, url: str, *, slow: bool) -> list[Visit]:
    """Measure a first and a second visit of a new visitor."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.add_init_script(PLAYABLE)
    found = []
    for _ in range(2):
        page = context.new_page()
        if slow:
            context.new_cdp_session(page).send(
                "Network.emulateNetworkConditions",
                {
                    "offline": False,
                    "latency": LATENCY,
                    "downloadThroughput": RATE,
                    "uploadThroughput": RATE,
                },
            )
        found.append(look(page, url))
        page.close()
    context.close()
    return found


def report(what: str, found: list[Visit]) -> None:
    seconds = statistics.median(one.seconds for one in found)
    most = max(one.requests for one in found), max(one.bytes for one in found)
    print(
        f"{what:<34} playable in {seconds:5.2f} s   {most[0]:3} requests {most[1] / 1000:7.1f} kB"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--visits", type=int, default=5)
    args = parser.parse_args()
    if CHROMIUM is None:
        print("page: Chromium is not installed: apt-get install chromium")
        return
    with (
        tempfile.TemporaryDirectory() as folder,
        server(folder, "") as (_, port),
        sync_playwright() as playwright,
    ):
        url = f"http://127.0.0.1:{port}/"
        flags = ["--headless", "--no-sandbox", "--disable-gpu"]
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=flags)
        visits(browser, url, slow=False)  # warm up the browser
        for line, slow in (("this machine", False), ("300 ms, 1.6 Mbit/s", True)):
            both = [visits(browser, url, slow=slow) for _ in range(args.visits)]
            report(f"first visit, {line}", [first for first, _ in both])
            report(f"coming back, {line}", [second for _, second in both])
        browser.close()


if __name__ == "__main__":
    main()

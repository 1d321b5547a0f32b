"""The engine on the visitor's own machine, in a real browser: it answers, and where it cannot the
server does."""

from collections.abc import Callable
from typing import Any

NewDesktop = Callable[..., Any]
AGAINST_ENGINE = {"black": "human", "white": "engine:14"}


def asked(desktop: Any) -> list[str]:
    """What the page asks the server from now on, by the last word of each address."""
    words: list[str] = []
    desktop.page.on("request", lambda request: words.append(request.url.rsplit("/", 1)[-1]))
    return words


def tray_says(desktop: Any, text: str) -> None:
    desktop.page.wait_for_selector(f".tray .engine[title*='{text}']")


def think(desktop: Any, where: str) -> None:
    desktop.menu("View", "Engine")
    desktop.page.locator(f".menu [data-label='{where}']").click()


def goes_on_without_the_server(desktop: Any) -> None:
    """The line breaks: the move made stays, values are of the position after it, and later it is
    played."""
    desktop.page.context.set_offline(True)
    mine = desktop.page.eval_on_selector_all(
        ".square.legal", "all => all.map(one => one.dataset.square)"
    )
    desktop.play(mine[0])
    desktop.page.wait_for_selector(f".plate:has-text('Your move {mine[0]} is kept.')")
    desktop.page.wait_for_function(
        "mine => [...document.querySelectorAll('.square:has(.value)')]"
        ".some(one => !mine.includes(one.dataset.square))",
        arg=mine,
    )
    assert "last move" in desktop.label(mine[0])
    desktop.shot("own-engine-offline")
    desktop.page.context.set_offline(False)
    desktop.my_turn(10)
    desktop.page.wait_for_selector(".square.legal .value")


def test_the_page_thinks_by_itself_once_the_engine_is_there(new_desktop: NewDesktop) -> None:
    desktop = new_desktop(thinking="here")
    desktop.start(**AGAINST_ENGINE)
    assert desktop.page.evaluate("crossOriginIsolated")
    desktop.play("f5")
    desktop.my_turn(6)
    tray_says(desktop, "runs on this computer")
    words = asked(desktop)
    desktop.page.locator(".square.legal").first.click()
    desktop.my_turn(8)
    desktop.page.keyboard.press("F8")
    desktop.page.wait_for_selector(".square .value")
    assert words == ["moves", "answer"]
    goes_on_without_the_server(desktop)
    words.clear()
    desktop.page.keyboard.press("F3")
    desktop.page.wait_for_selector(".square.hinted")
    assert words == ["hint"]  # which has a reason
    think(desktop, "On the server")
    tray_says(desktop, "You chose this")
    think(desktop, "On this computer")
    tray_says(desktop, "runs on this computer")
    words.clear()
    desktop.page.keyboard.press("F7")
    desktop.told("The analysis is complete.")
    engines = [one for one in desktop.page.workers if "worker" in one.url]
    assert len(engines) == 2, "a review has a worker more where the page is isolated"
    assert {"review", "about"} >= {word for word in words if word in ("review", "about", "reply")}
    desktop.shot("own-engine")
    desktop.start(**AGAINST_ENGINE, clock="5+3")
    desktop.play("f5")
    desktop.my_turn(6)
    tray_says(desktop, "runs on this computer")
    words.clear()
    desktop.page.locator(".square.legal").first.click()
    desktop.my_turn(8)
    assert "answer" in words, "with a clock too"
    assert "reply" not in words


STOP_ANOTHER = """
async () => {
  const files = await (await fetch("/api/engine")).json();
  const worker = new Worker(files.worker, { type: "module" });
  const stops = new Int32Array(new SharedArrayBuffer(4 * 64));
  const ask = (id, question) => new Promise((done) => {
    worker.addEventListener("message", ({ data }) => data.id === id && data.done && done(data));
    worker.postMessage({ id, ...question });
  });
  await ask(1, { ask: "load", files, light: true, megabytes: 4, stops });
  const board = "---------------------------OX------XO---------------------------";
  const position = { size: 8, board, turn: "black" };
  const to = (depth) => ({ ask: "analyse", position, limit: { depth, exact_from: 0 }, lines: 1 });
  let first; // answered before the last one, or never
  ask(2, to(13)).then((answer) => { first = answer; });
  ask(3, to(40));
  Atomics.store(stops, 3, 3);
  worker.postMessage({ stop: 3 });
  const last = await ask(4, to(3));
  worker.terminate();
  return [first?.results[0].depth, last.results[0].depth];
}
"""


def test_who_stops_a_question_stops_no_other(new_desktop: NewDesktop) -> None:
    """A review goes on to its depth while values of the game are no longer wanted."""
    desktop = new_desktop(thinking="server")
    desktop.start(**AGAINST_ENGINE)
    assert desktop.page.evaluate(STOP_ANOTHER) == [13, 3]


WORKER, WEIGHTS = "**/worker.js", "**/engine/*.weights"


def before(first: str) -> Callable[[Any], None]:
    """The worker with a line before its own."""
    return lambda route: route.fulfill(response=(got := route.fetch()), body=first + got.text())


def damaged(route: Any) -> None:
    body = bytearray(route.fetch().body())
    body[len(body) // 2] ^= 255
    route.fulfill(body=bytes(body), content_type="application/octet-stream")


def test_whatever_breaks_is_said_and_the_server_thinks(new_desktop: NewDesktop) -> None:
    """One page, an engine that fails in another way each time it is wanted again."""
    desktop = new_desktop(thinking="server")
    desktop.start(**AGAINST_ENGINE)
    words = asked(desktop)
    refused = (
        "WebAssembly.Instance = class { constructor() { throw new RangeError('no memory'); } };"
    )
    dies = "setTimeout(() => { throw new Error('it died'); });"
    failures: list[tuple[str, Callable[[Any], None], str]] = [
        (WEIGHTS, damaged, "(a file is damaged)"),
        (WEIGHTS, lambda route: route.abort(), "(the download was interrupted)"),
        (WEIGHTS, lambda route: route.fulfill(status=502), "(HTTP 502)"),
        (WORKER, before(refused), "(no memory)"),
        (WORKER, before(dies), "(Uncaught Error: it died)"),
        (WORKER, lambda route: route.fulfill(status=500), "(The worker could not start.)"),
    ]
    for number, (address, failure, sentence) in enumerate(failures):
        desktop.page.context.route(address, failure)
        think(desktop, "On this computer")
        tray_says(desktop, sentence)
        told = desktop.page.locator(".balloon")
        told.get_by_text(sentence).wait_for()  # also where the tray has no room for it
        told.get_by_role("button", name="Try again on this computer").wait_for()
        desktop.page.context.unroute(address)
        think(desktop, "On the server")
        if number == 0:
            desktop.play("f5")
            desktop.my_turn(6)
    assert "reply" in words
    assert "answer" not in words
    desktop.page.context.route(WEIGHTS, damaged, times=1)  # one that the browser has kept
    think(desktop, "On this computer")
    tray_says(desktop, "runs on this computer")


def test_smaller_weights_serve_until_the_full_ones_are_there(new_desktop: NewDesktop) -> None:
    desktop = new_desktop(thinking="here", user_agent="Mobile Mobi", locale="en-GB")
    held: list[Any] = []
    desktop.page.context.route("**/engine/evaluation-*", lambda route: held.append(route))
    desktop.start(**AGAINST_ENGINE)
    desktop.play("f5")
    tray_says(desktop, "with its smaller weights")
    desktop.my_turn(6)
    held.pop().continue_()
    tray_says(desktop, "runs on this computer.")
    desktop.page.context.unroute("**/engine/evaluation-*")
    words = asked(desktop)
    think(desktop, "On this computer (small download)")
    tray_says(desktop, "with its smaller weights")
    assert not [word for word in words if word.startswith("evaluation")]

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


def test_the_page_thinks_by_itself_once_the_engine_is_there(new_desktop: NewDesktop) -> None:
    desktop = new_desktop(thinking="here")
    desktop.start(**AGAINST_ENGINE)
    assert desktop.page.evaluate("crossOriginIsolated")
    desktop.play("f5")
    desktop.my_turn(6)
    tray_says(desktop, "thinks on this machine")
    words = asked(desktop)
    desktop.page.locator(".square.legal").first.click()
    desktop.my_turn(8)
    desktop.page.keyboard.press("F8")
    desktop.page.wait_for_selector(".square .value")
    desktop.page.keyboard.press("F3")
    desktop.page.wait_for_selector(".square.hinted")
    assert words == ["moves", "answer"]
    desktop.page.locator(".menubar button[data-label='View']").click()
    desktop.page.locator(".menu [data-label='Computers think']").click()
    desktop.page.locator(".menu [data-label='On the server']").click()
    tray_says(desktop, "that is your setting")
    desktop.menu("View", "Computers think")
    desktop.page.locator(".menu [data-label='On this machine']").click()
    tray_says(desktop, "thinks on this machine")
    words.clear()
    desktop.page.keyboard.press("F7")
    desktop.told("The review is complete.")
    assert set(words) <= {"review", "about"}
    desktop.shot("own-engine")


def test_what_is_damaged_is_said_and_the_server_thinks(new_desktop: NewDesktop) -> None:
    desktop = new_desktop(thinking="here")

    def damaged(route: Any) -> None:
        body = bytearray(route.fetch().body())
        body[len(body) // 2] ^= 255
        route.fulfill(body=bytes(body), content_type="application/octet-stream")

    desktop.page.context.route("**/engine/*.weights", damaged)
    desktop.start(**AGAINST_ENGINE)
    words = asked(desktop)
    desktop.play("f5")
    tray_says(desktop, "the engine did not start here")
    desktop.my_turn(6)
    assert "reply" in words
    assert "answer" not in words

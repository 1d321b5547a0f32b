"""Two friends at one table, each in a browser of their own, and others who watch."""

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

Desktop = Any
HOUR_LATE = """
const now = Date.now;
Date.now = () => now() + 3_600_000;
"""


TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...more) {
  window.tones += 1;
  return start.apply(this, more);
};
"""


def host(desktop: Desktop, **chosen: str) -> str:
    """Set a table up by the menu; the link for the friend."""
    desktop.menu("Game", "Play with a friend…")
    friend = desktop.window("friend")
    friend.get_by_label("Your name:").fill("Ann")
    friend.get_by_label("Your color:").select_option("black")
    for label, value in chosen.items():
        friend.get_by_label(label).select_option(value)
    friend.get_by_role("button", name="Create link").click()
    invitation = desktop.window("invitation")
    expect(invitation.locator(".qr-code")).to_be_visible()
    link: str = invitation.get_by_role("textbox", name="Link").input_value()
    return link


def join(desktop: Desktop, link: str, name: str, *, hesitates: bool = False) -> None:
    desktop.page.goto(link)
    window = desktop.window("join")
    expect(window).to_have_class(re.compile(r"\bactive\b"))  # in front of the game
    if hesitates:
        window.get_by_role("button", name="Watch").click()
        press(desktop, "Join…")
    expect(window).to_contain_text("You play White")
    window.get_by_label("Your name:").fill(name)
    window.get_by_role("button", name="Join game").click()
    window.wait_for(state="detached")


def bar(desktop: Desktop) -> Any:
    return desktop.page.locator(".shared-bar")


def press(desktop: Desktop, button: str) -> None:
    bar(desktop).get_by_role("button", name=button).click()


def test_two_friends_play_take_back_talk_and_play_again(
    new_desktop: Callable[..., Desktop],
) -> None:
    ann, ben = new_desktop().open(), new_desktop()
    ben.page.add_init_script(TONES)
    link = host(ann)
    expect(ann.page).not_to_have_title(re.compile("^Your move"))  # alone at the table
    join(ben, link, "Ben", hesitates=True)
    assert "join" not in ben.page.url  # the token is not left in the address
    ann.window("invitation").wait_for(state="detached")
    expect(ann.page).to_have_title("Your move - Othello")
    expect(ben.page).to_have_title("Ann (guest) to move - Othello")
    task = ben.page.locator(".taskbar").get_by_role("button", name="Ann (guest) against You")
    task.click()  # minimised: looks elsewhere
    quiet = ben.page.evaluate("tones")
    ann.play("f5")
    expect(ben.page).to_have_title("Your move - Othello")
    expect(task).to_have_class(re.compile(r"\balert\b"))  # flashes orange
    ben.page.wait_for_function("before => tones > before", arg=quiet)  # and is heard
    task.click()
    expect(task).not_to_have_class(re.compile(r"\balert\b"))
    ben.wait_for_label("f5", "f5, black")
    ben.play("d6")
    ann.my_turn(6)
    ann.shot("together")

    press(ben, "Propose undo")
    expect(bar(ann)).to_contain_text("Ben")
    press(ann, "Accept")
    ben.my_turn(5)
    ben.play("f6")
    ann.my_turn(6)
    bar(ben).get_by_role("button", name="Say…").click()
    ben.page.locator(".menu [data-label='Well played']").click()
    ann.told("Ben (guest): Well played")

    ann.menu("Game", "Resign")
    ann.answer("Resign", "Yes")
    assert "You win" in ben.end().inner_text()
    ann.end().get_by_role("button", name="Rematch").click()
    expect(bar(ben)).to_contain_text("Ann")
    press(ben, "Accept")
    expect(ben.page).to_have_title("Your move - Othello")  # with the other colour
    expect(ann.page).to_have_title("Ben (guest) to move - Othello")
    ben.play("d3")
    ann.wait_for_label("d3", "d3, black")


def test_who_comes_by_the_plain_address_comes_back_to_the_game(
    new_desktop: Callable[..., Desktop], server: str
) -> None:
    ann, ben = new_desktop().open(), new_desktop(viewport={"width": 844, "height": 390})
    join(ben, host(ann), "Ben")
    ann.play("f5")
    ben.wait_for_label("f5", "f5, black")
    ben.page.goto("about:blank")
    ben.page.goto(server)
    ben.wait_for_label("f5", "f5, black")
    expect(bar(ben)).to_be_visible()
    ann.menu("Game", "Resign")
    ann.answer("Resign", "Yes")
    assert "You win" in ben.end().inner_text()
    # All of it beside the board, which reaches down to the taskbar.
    place = ben.page.locator(".play-area").bounding_box()
    taskbar = ben.page.locator(".taskbar").bounding_box()
    assert abs(place["y"] + place["height"] - taskbar["y"]) <= 1
    ben.shot("together-end-across")
    ben.page.goto("about:blank")
    ben.page.goto(server)  # where nothing goes on any more: a game of one's own
    ben.page.wait_for_selector(".papered .window[data-window='game'] .square")
    expect(bar(ben)).to_be_hidden()


def slow(page: Page) -> None:
    """A line as over a poor telephone."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send(
        "Network.emulateNetworkConditions",
        {
            "offline": False,
            "latency": 150,
            "downloadThroughput": 50_000,
            "uploadThroughput": 20_000,
        },
    )


def test_five_browsers_see_one_game(new_desktop: Callable[..., Desktop]) -> None:
    """One on a slow line, one with its clock an hour off, one reloaded in the middle."""
    ann, ben, eve, fay, gus = (new_desktop() for _ in range(5))
    ben.page.add_init_script(HOUR_LATE)
    ann.open()
    link = host(ann, **{"Clock:": "5+3"})
    join(ben, link, "Ben")
    for watcher in (eve, fay, gus):
        watcher.page.goto(link)  # which is taken: they watch
        watcher.page.wait_for_selector(".shared-bar:not([hidden])")
    slow(fay.page)
    expect(bar(ann)).to_contain_text("3 viewers")
    expect(bar(eve)).to_contain_text("You are watching")
    for player, square in ((ann, "f5"), (ben, "d6"), (ann, "c3")):
        player.square(square).and_(player.page.locator(".legal")).click()
    gus.page.reload()
    ben.page.context.set_offline(True)  # asleep
    eve.wait_for_label("c3", "c3, black")
    ben.page.context.set_offline(False)
    ben.square("d3").and_(ben.page.locator(".legal")).click()
    for everybody in (ann, ben, eve, fay, gus):
        everybody.wait_for_label("d3", "d3, white")
    clock = "[data-clock='white']"
    assert ben.page.locator(clock).inner_text()[:2] in (
        "5:",
        "4:",
    )  # the server's, not the browser's
    eve.page.keyboard.press("F4")  # a watcher looks back, for herself alone
    eve.study().get_by_role("button", name="First position").click()
    eve.page.wait_for_function("() => document.querySelectorAll('.disc').length === 4")
    ann.square("c4").and_(ann.page.locator(".legal")).click()
    eve.study().locator(".move:has-text('c4')").wait_for()  # the game goes on beside it
    assert eve.discs() == 4
    eve.study().get_by_role("button", name="Back to the game").click()
    for everybody in (ben, eve, fay, gus):
        everybody.wait_for_label("c4", "c4, black")
    assert not eve.page.locator(".square.legal").count()

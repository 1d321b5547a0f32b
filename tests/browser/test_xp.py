"""What somebody who loved Windows XP tries first: menus, icons, Start, the clock, dialogs."""

from collections.abc import Callable
from typing import Any


def place(thing: Any) -> dict[str, float]:
    box: dict[str, float] = thing.bounding_box()
    return box


def focused(desktop: Any, expression: str) -> Any:
    return desktop.page.evaluate(f"document.activeElement.{expression}")


def test_a_menu_opened_with_the_mouse_has_nothing_chosen(desktop: Any) -> None:
    page = desktop.page
    page.locator(".menubar button[data-label='View']").click()
    assert page.locator(".menu [role^=menuitem]:focus").count() == 0
    page.locator(".menu [data-label='Board']").hover()
    assert focused(desktop, "dataset.label") == "Board"  # the menu beside it is open, and quiet
    assert page.locator(".menu").count() == 2
    desktop.shot("menu-by-mouse")
    page.keyboard.press("ArrowRight")
    assert focused(desktop, "dataset.label") == "Green felt"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.locator(".menu").count() == 0
    page.keyboard.press("Alt+v")
    assert page.locator(".menu [role^=menuitem]:focus").count() == 1
    page.keyboard.press("Escape")
    page.locator(".start").click()
    assert focused(desktop, "className") == "start-menu"
    page.keyboard.press("Escape")
    page.locator(".start").focus()
    page.keyboard.press("Enter")
    assert focused(desktop, "getAttribute('role')") == "menuitem"


def test_icons_are_dragged_snap_stay_and_have_a_menu(desktop: Any) -> None:
    page = desktop.page
    page.locator(".quick button[title='Show desktop']").click()
    help_ = page.locator("[data-icon='help']")
    others = [page.locator(f"[data-icon='{name}']") for name in ("game", "club", "puzzles")]
    before, rest = place(help_), [place(one) for one in others]
    desktop.drag((before["x"] + 30, before["y"] + 20), (310, 95))
    after = place(help_)
    assert after["x"] > before["x"] + 250
    assert [place(one) for one in others] == rest  # nobody moves up into the gap
    desktop.drag((after["x"] + 30, after["y"] + 20), (20, 10))
    assert place(help_) == after  # less than half a cell: it snaps back
    desktop.drag((after["x"] + 30, after["y"] + 20), (rest[0]["x"] - after["x"], -after["y"]))
    assert place(help_) not in [place(one) for one in others]  # never two on one place
    page.keyboard.press("Control+ArrowRight")
    last = place(help_)
    assert last["x"] > before["x"]
    help_.click(button="right")
    assert page.locator(".menu").get_attribute("aria-label") == "Help and support"
    desktop.shot("icon-menu")
    page.locator(".menu [data-label='Remove from Quick Launch']").click()
    assert page.locator(".quick [data-quick='help']").count() == 0
    page.reload()
    page.wait_for_selector("[data-window='game']")
    assert place(page.locator("[data-icon='help']")) == last
    assert page.locator(".quick button").count() == 3
    page.set_viewport_size({"width": 400, "height": 360})
    page.set_viewport_size({"width": 1024, "height": 700})
    page.locator(".desktop").click(button="right", position={"x": 900, "y": 5})
    page.locator(".menu [data-label='Arrange icons by']").click()
    page.locator(".menu [data-label='Usual order']").click()
    assert place(page.locator("[data-icon='help']")) == before


def test_all_programs_the_clock_and_the_chevrons(desktop: Any) -> None:
    page = desktop.page
    topics = desktop.programs()
    assert list(topics) == ["Play", "Learn", "Analyze", "People", "Settings"]
    desktop.shot("all-programs")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    desktop.program("Move list")
    panel = desktop.study()
    assert page.locator(".start-menu, .menu").count() == 0
    panel.get_by_role("button", name="Back to the game").click()

    page.locator(".tray .clock").click()
    clock = desktop.window("date-time")
    today = page.evaluate("String(new Date().getDate())")
    assert clock.locator("td[aria-current=date]").inner_text() == today
    clock.locator("[aria-label=Year]").fill("2001")
    clock.locator("select").select_option("9")
    assert clock.locator("td").nth(1).inner_text() == "1"  # the first of October 2001: a Monday
    desktop.shot("date-time")
    page.keyboard.press("Escape")
    clock.wait_for(state="detached")

    details = desktop.window("game").locator(".card.details")
    assert details.locator("dl").is_visible()
    details.locator("h3 button").click()
    assert not details.locator("dl").is_visible()
    desktop.shot("folded")
    page.reload()
    page.wait_for_selector("[data-window='game']")
    assert details.locator("h3 button").get_attribute("aria-expanded") == "false"


def test_a_window_comes_back_wholly_within_reach(desktop: Any) -> None:
    page = desktop.page
    game = desktop.window("game")
    at = place(game)
    desktop.drag((at["x"] + 150, at["y"] + 12), (3000, 3000))
    assert place(game)["x"] > 900
    page.reload()
    page.wait_for_selector("[data-window='game']")
    back = place(desktop.window("game"))
    assert back["x"] + back["width"] <= 1024
    assert back["y"] + back["height"] <= 700 - place(page.locator(".taskbar"))["height"]


def test_a_modal_box_takes_the_focus_and_keeps_it(desktop: Any) -> None:
    page = desktop.page
    page.keyboard.press("F2")
    box = desktop.box("New game")
    box.wait_for()
    page.evaluate("document.querySelector('.square[tabindex=\"0\"]').focus()")  # as a late answer
    assert focused(desktop, "closest('.modal') !== null")
    page.evaluate("document.activeElement.blur()")  # what had the focus is gone
    page.keyboard.press("Tab")
    assert focused(desktop, "closest('.modal') !== null")
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    box.wait_for(state="detached")
    assert focused(desktop, "getAttribute('role')") == "gridcell"


def test_the_page_boots_welcomes_and_logs_off(new_desktop: Any) -> None:
    desktop = new_desktop()
    page = desktop.page
    held: list[Any] = []
    page.route("**/js/main.js", lambda route: held.append(route))
    page.route("**/api/games/current", lambda route: held.append(route))
    page.goto(desktop.url, wait_until="commit")
    page.locator("#boot").wait_for()
    desktop.shot("boot")
    held.pop().continue_()
    page.locator(".welcome:has-text('Player')").wait_for()
    assert page.locator("#boot").count() == 0
    desktop.shot("welcome")
    held.pop().continue_()
    page.locator(".square.legal").first.wait_for()
    page.locator(".welcome").wait_for(state="detached")

    def start(entry: str) -> None:
        page.locator(".start").click()
        page.locator(f".start-menu [role=menuitem]:has-text('{entry}')").click()

    start("User accounts")
    page.keyboard.type("Ada")
    page.locator("[aria-label='Duck']").check(force=True)
    desktop.shot("accounts")
    page.keyboard.press("Enter")
    start("Log off")
    assert "Ada" in page.locator(".welcome").inner_text()
    assert page.locator(".welcome use[href='#i-duck']").count() == 1
    desktop.shot("log-off")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".welcome").wait_for(state="detached")
    page.locator(".start").click()
    assert page.locator(".start-menu header").inner_text() == "Ada"


def test_display_properties_apply_or_cancel(desktop: Any) -> None:
    page = desktop.page
    display = desktop.window("display")

    def shown(name: str) -> str:
        return str(page.evaluate(f"document.documentElement.dataset.{name}"))

    def push(label: str) -> Any:
        return display.locator(f"button:text-is('{label}')")

    def choose(wallpaper: str) -> None:
        if not display.count():
            desktop.menu("View", "Display Properties…")
        display.locator("[data-setting=wallpaper]").select_option(wallpaper)

    choose("shore")
    assert display.locator(".model").get_attribute("data-wallpaper") == "shore"
    assert shown("wallpaper") == "hill"  # not before it is applied
    desktop.shot("display")
    ways: list[Callable[[], Any]] = [
        lambda: page.keyboard.press("Escape"),
        lambda: display.locator(".close").click(),
        lambda: push("Cancel").click(),
    ]
    for cancel in ways:
        choose("shore")
        cancel()
        display.wait_for(state="detached")
        assert shown("wallpaper") == "hill"
    choose("discs")
    push("Apply").click()
    assert shown("wallpaper") == "discs"
    assert push("Apply").is_disabled()
    display.locator("[role=tab]:text-is('Board')").click()
    desktop.shot("display-board")
    boxes = display.locator("[data-setting^=show]")
    lefts = {place(boxes.nth(i))["x"] for i in range(boxes.count())}
    assert len(lefts) == 1  # in a column, each before its words
    label = display.locator("label:has([data-setting=showFlips])")
    words = place(label.locator("span"))
    assert words["x"] > lefts.pop()
    label.click()
    push("OK").click()
    display.wait_for(state="detached")
    assert page.evaluate("JSON.parse(localStorage['outflank.settings']).showFlips") is False


def test_messages_appear_as_boxes_when_that_is_chosen(desktop: Any) -> None:
    desktop.start(start="XO-- ---- ---- XO-- X", white="first")
    desktop.page.evaluate(
        "localStorage['outflank.settings'] = JSON.stringify({ messages: 'boxes' })"
    )
    desktop.begins_anew(desktop.page.reload)
    desktop.play("d4")  # where nothing would be flipped
    assert "d4" in desktop.box("Othello").inner_text()
    desktop.shot("message-box")
    desktop.answer("Othello", "OK")
    desktop.play("c1")
    desktop.answer("Othello", "OK")  # White passes
    desktop.play("c4")
    assert "16–0" in desktop.box("Othello").inner_text()
    desktop.answer("Othello", "OK")
    desktop.play("d2")
    desktop.answer("Othello", "OK")  # the game is over

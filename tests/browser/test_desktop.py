"""The desktop: windows moved, sized, minimised; menus; themes; small screens."""

from typing import Any

import pytest


def place(window: Any) -> dict[str, float]:
    box: dict[str, float] = window.bounding_box()
    return box


def test_windows_are_dragged_and_remember_their_place(desktop: Any) -> None:
    game = desktop.window("game")
    before = place(game)
    desktop.drag((before["x"] + 150, before["y"] + 12), (60, 40))
    after = place(game)
    assert (after["x"] - before["x"], after["y"] - before["y"]) == (60, 40)
    desktop.page.reload()
    desktop.page.wait_for_selector("[data-window='game']")
    assert place(desktop.window("game")) == after


def test_windows_are_sized_and_never_lost_outside(desktop: Any) -> None:
    game = desktop.window("game")
    before = place(game)
    desktop.drag((before["x"] + before["width"] - 2, before["y"] + before["height"] - 2), (50, 30))
    after = place(game)
    assert after["width"] - before["width"] == pytest.approx(50, abs=1)
    assert after["height"] - before["height"] == pytest.approx(30, abs=1)
    desktop.drag((after["x"] + 150, after["y"] + 12), (3000, 3000))
    lost = place(game)
    assert lost["x"] <= 1024 - 60
    assert lost["y"] <= 700 - 28


def test_windows_are_minimised_maximised_and_brought_to_the_front(desktop: Any) -> None:
    page = desktop.page
    game = desktop.window("game")
    game.locator(".minimise").click()
    assert not game.is_visible()
    page.locator(".task[data-window='game']").click()
    assert game.is_visible()
    before = place(game)
    game.locator(".caption-text").dblclick()
    assert place(game)["width"] >= 1024
    desktop.shot("maximised")
    game.locator(".maximise").click()
    assert place(game) == before
    page.keyboard.press("F1")
    help_ = desktop.window("help")
    assert "active" in help_.get_attribute("class")
    page.keyboard.press("F6")
    assert "active" in game.get_attribute("class")
    page.locator(".task[data-window='help']").click()
    assert "active" in help_.get_attribute("class")
    help_.locator(".close").click()
    assert help_.count() == 0


def test_a_window_is_moved_and_sized_by_keyboard(desktop: Any) -> None:
    page = desktop.page
    game = desktop.window("game")
    before = place(game)
    game.locator(".caption-menu").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("m")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert place(game)["x"] - before["x"] == 30
    page.keyboard.press("Shift+F10")
    page.keyboard.press("s")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    assert place(game)["height"] == before["height"]


def test_the_menus_work_by_keyboard_alone(desktop: Any) -> None:
    page = desktop.page
    page.keyboard.press("F10")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.locator(".menu").get_attribute("aria-label") == "View"
    desktop.shot("menu")
    page.keyboard.press("ArrowLeft")
    assert page.locator(".menu").get_attribute("aria-label") == "Game"
    page.keyboard.press("Escape")
    assert page.locator(".menu").count() == 0
    page.keyboard.press("Alt+v")
    page.keyboard.press("b")
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    assert page.evaluate("document.documentElement.dataset.board") == "slate"


def test_the_start_menu_opens_things(desktop: Any) -> None:
    page = desktop.page
    usual = page.viewport_size
    page.set_viewport_size({"width": 1024, "height": 700})
    page.locator(".start").click()
    menu = page.locator(".start-menu")
    assert menu.evaluate("menu => menu.scrollHeight <= menu.clientHeight")  # all seen
    assert menu.bounding_box()["y"] >= 0
    desktop.shot("start-menu")
    page.set_viewport_size(usual)
    page.locator(".start-menu [role=menuitem]:has-text('Help and support')").click()
    desktop.window("help").wait_for()
    page.keyboard.press("Alt+s")
    page.keyboard.press("Escape")
    assert page.locator(".start-menu").count() == 0
    assert page.evaluate("document.activeElement.className") == "start"


def test_a_message_box_comes_first_and_flashes(desktop: Any) -> None:
    desktop.page.keyboard.press("F9")
    box = desktop.box("Resign")
    box.wait_for()
    desktop.page.mouse.click(500, 400)
    desktop.page.mouse.click(40, 40)
    assert "flash" in box.get_attribute("class")
    assert desktop.page.evaluate("!!document.activeElement.closest('.modal')")
    for _ in range(4):
        desktop.page.keyboard.press("Tab")
        assert desktop.page.evaluate("!!document.activeElement.closest('.modal')")
    desktop.page.keyboard.press("Escape")
    box.wait_for(state="detached")


@pytest.mark.parametrize("theme", ["olive", "silver", "classic", "dark", "contrast"])
def test_the_themes_are_kept(desktop: Any, theme: str) -> None:
    page = desktop.page
    desktop.program("Display")
    desktop.window("display").locator("[data-setting='theme']").select_option(theme)
    desktop.window("display").locator("button:text-is('Apply')").click()
    desktop.shot(f"theme-{theme}")
    page.reload()
    page.wait_for_selector("[data-window='game']")
    assert page.evaluate("document.documentElement.dataset.theme") == theme


def test_large_text_makes_everything_larger(desktop: Any) -> None:
    page = desktop.page
    before = page.locator(".taskbar").bounding_box()["height"]
    desktop.menu("View", "Display Properties…")
    desktop.window("display").locator("[role=tab]:text-is('Appearance')").click()
    desktop.window("display").locator("[data-setting='text']").select_option("larger")
    desktop.window("display").locator("button:text-is('Apply')").click()
    assert page.locator(".taskbar").bounding_box()["height"] > before * 1.4
    desktop.shot("large-text")


def test_a_system_that_wants_more_contrast_gets_it(new_desktop: Any) -> None:
    desktop = new_desktop(contrast="more").open()
    assert desktop.page.evaluate("document.documentElement.dataset.theme") == "contrast"


def test_turning_off_keeps_the_game(desktop: Any) -> None:
    page = desktop.page
    desktop.play("f5")
    desktop.my_turn(6)
    page.locator(".start").click()
    page.locator(".start-menu [role=menuitem]:has-text('Turn off')").click()
    desktop.shot("turn-off")
    page.locator(".turn-off button:has-text('Turn off')").click()
    assert "It is now safe to close this tab." in page.locator(".asleep").inner_text()
    page.keyboard.press("Enter")
    desktop.my_turn(6)


def test_a_phone_plays_a_whole_game_by_touch(new_desktop: Any) -> None:
    phone = new_desktop(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    phone.start(size=4)
    page = phone.page
    assert phone.window("game").bounding_box()["width"] == 390
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    phone.shot("phone")
    while True:
        page.wait_for_selector(".board:not(.waiting) .square.legal, .end-bar:not([hidden])")
        if page.locator(".end-bar").is_visible():
            break
        before = phone.discs()
        page.locator(".square.legal").first.tap()
        page.wait_for_function(
            "n => document.querySelectorAll('.disc').length > n",
            arg=before,
        )
    assert "You " in phone.end().inner_text() or "Draw" in phone.end().inner_text()
    phone.shot("phone-result")
    page.locator(".start").tap()
    phone.shot("phone-start")


def test_small_windows_and_big_boards_fit(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(size=16, black="human", white="human")
    board = desktop.page.locator(".board").bounding_box()
    assert board["width"] == pytest.approx(board["height"], abs=2)
    area = desktop.page.locator(".play-area").bounding_box()
    assert board["height"] <= area["height"]
    desktop.shot("sixteen")


@pytest.mark.parametrize(("module", "bundled"), [("main.js", True), ("game/run_box.js", False)])
def test_a_page_that_cannot_start_says_so(
    new_desktop: Any, new_server: Any, module: str, bundled: bool
) -> None:
    desktop = new_desktop()
    if not bundled:  # as for who changes the page: a file a request
        desktop.url = new_server(bundled=False)
        desktop.open()
    desktop.page.route(f"**/js/{module}", lambda route: route.fulfill(status=404))
    desktop.page.goto(desktop.url)
    note = desktop.page.get_by_role("alert")
    note.wait_for()
    assert "could not start" in note.inner_text()
    assert module in note.inner_text()
    assert len(desktop.errors) == 1
    desktop.errors.clear()


def test_a_first_visit_takes_few_requests_and_little(new_desktop: Any) -> None:
    desktop = new_desktop()
    asked: list[Any] = []
    desktop.page.on("requestfinished", lambda request: asked.append(request))
    desktop.open()
    desktop.page.wait_for_load_state("networkidle")
    sizes = {request.url: request.sizes() for request in asked}
    total = sum(one["responseHeadersSize"] + one["responseBodySize"] for one in sizes.values())
    assert len(asked) <= 7, list(sizes)
    assert total <= 125_000, sizes

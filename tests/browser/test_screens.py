"""The board is every screen's centre: large, upright, across, zoomed, touched, in every theme."""

from typing import Any

import pytest

HUMANS = {"black": "human", "white": "human"}
MOVES = "f5d6c3d3c4f4c5b3c2e3d2c6b4"
TOUCH = {"has_touch": True, "is_mobile": True}
UPRIGHT, TABLET, ACROSS = (390, 844), (820, 1180), (844, 390)
SMALL_ONES = [(768, 1024), (360, 640), (320, 568)]  # an old tablet, old phones
ZOOMED = [(320, 256), (360, 225), (480, 300)]
TOO_SMALL_TO_TOUCH = """() => [...document.querySelectorAll(
        "button, select, input, [role^=menuitem], .square")]
    .filter((one) => one.getClientRects().length && one.type !== "range"
        && getComputedStyle(one).visibility === "visible")
    .map((one) => [one, (one.closest("label.choice") ?? one).getBoundingClientRect()])
    .filter(([, box]) => Math.min(box.width, box.height) < 39.9)
    .map(([one, box]) => [one.className, one.textContent.slice(0, 20), box.width, box.height])"""
# The contrast of two colours as WCAG has it, for the dot of a legal square on the board's cloth.
DOT_CONTRAST = """() => {
    const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const light = (color) => {
        paint.fillStyle = color;
        paint.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...paint.getImageData(0, 0, 1, 1).data].map((part) =>
            part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
    };
    const look = (one, part) => getComputedStyle(document.querySelector(one), part).backgroundColor;
    const [a, b] = [light(look(".square.legal", "::before")), light(look(".board"))];
    return Math.max(a, b) / Math.min(a, b);
}"""


def resized(desktop: Any, size: tuple[int, int]) -> None:
    desktop.page.set_viewport_size({"width": size[0], "height": size[1]})


def box(desktop: Any, selector: str) -> dict[str, float]:
    found: dict[str, float] = desktop.page.locator(selector).bounding_box()
    return found


def test_the_first_window_takes_most_of_the_height_and_a_larger_board_more(
    new_desktop: Any,
) -> None:
    desktop = new_desktop(viewport={"width": 1440, "height": 900})
    desktop.start(transcript=MOVES, **HUMANS)
    free = box(desktop, ".desktop")["height"]
    assert box(desktop, ".window")["height"] == pytest.approx(0.86 * free, abs=2)
    board = box(desktop, ".board-frame")
    assert board["width"] == board["height"] > 0.68 * free
    star = "getComputedStyle(document.querySelector('.star'), '::after').width"
    wide = float(desktop.page.evaluate(star)[:-2])
    desktop.shot("screen-wide")
    desktop.start(size=16, **HUMANS)
    assert box(desktop, ".window")["height"] == pytest.approx(0.97 * free, abs=2)
    assert box(desktop, ".board-frame")["width"] > board["width"]
    narrow = float(desktop.page.evaluate(star)[:-2])
    assert narrow < wide / 1.5  # star points are as small as the squares


def test_on_a_large_board_the_first_tap_brings_small_squares_near(new_desktop: Any) -> None:
    desktop = new_desktop(viewport={"width": 390, "height": 844}, **TOUCH)
    desktop.start(size=16, **HUMANS)
    page, frame = desktop.page, desktop.page.locator(".board-frame")
    first = page.locator(".square.legal").first
    assert first.bounding_box()["width"] < 40
    first.tap()
    page.wait_for_selector(".board-frame.near")
    assert first.bounding_box()["width"] > 40
    assert desktop.discs() == 4
    desktop.shot("screen-near")
    page.locator(".square:not(.legal)", has=page.locator(".disc")).first.tap()  # only back again
    page.wait_for_selector(".board-frame:not(.near)")
    assert desktop.discs() == 4
    first.tap()
    page.wait_for_selector(".board-frame.near")
    page.locator(".square.legal").last.tap()
    desktop.my_turn(5)
    assert "near" not in str(frame.get_attribute("class"))


def test_upright_and_across_the_board_fills_the_screen_and_a_review_stands_by(
    new_desktop: Any,
) -> None:
    desktop = new_desktop(viewport={"width": 820, "height": 1180}, **TOUCH)
    desktop.start(transcript=MOVES, **HUMANS)
    page = desktop.page
    page.get_by_role("button", name="No, thanks").tap()  # the offer to teach the rules

    for size in (TABLET, UPRIGHT, *SMALL_ONES):
        resized(desktop, size)
        assert box(desktop, ".board-frame")["width"] == size[0]
        assert page.evaluate(TOO_SMALL_TO_TOUCH) == []  # squares too
        desktop.shot(f"screen-{size[0]}x{size[1]}")
    for size in ((640, 360), ACROSS):
        resized(desktop, size)
        assert box(desktop, ".board-frame")["height"] == box(desktop, ".desktop")["height"]
        assert page.evaluate(TOO_SMALL_TO_TOUCH) == []
        desktop.shot(f"screen-{size[0]}x{size[1]}")

    for name in ("Game", "View"):
        bar = page.locator(f".menubar button[data-label='{name}']")
        bar.tap()
        menu, button = box(desktop, ".menu"), bar.bounding_box()
        assert menu["y"] >= button["y"] + button["height"] - 1  # not under the finger
        assert menu["y"] + menu["height"] <= ACROSS[1]
        assert page.locator(".menu").get_attribute("aria-label") == name
        page.locator(".menu [role^=menuitem]").last.scroll_into_view_if_needed()
        assert page.evaluate(TOO_SMALL_TO_TOUCH) == []
        bar.tap()
        assert page.locator(".menu").count() == 0
    page.locator(".start").tap()
    start = box(desktop, ".start-menu")
    assert start["y"] >= 0
    last = page.locator(".start-menu [role=menuitem]").last
    last.scroll_into_view_if_needed()
    assert last.bounding_box()["y"] + 40 <= ACROSS[1]
    assert page.evaluate(TOO_SMALL_TO_TOUCH) == []
    page.keyboard.press("Escape")

    page.locator(".task-link:has-text('Analyze')").tap()
    panel = desktop.study()
    panel.get_by_text("Discs lost: ").wait_for()
    board, beside = box(desktop, ".board-frame"), panel.bounding_box()
    assert board["height"] == box(desktop, ".desktop")["height"]
    assert beside["x"] + beside["width"] <= board["x"]
    desktop.shot("review-across")
    for size in (UPRIGHT, TABLET, *SMALL_ONES):
        resized(desktop, size)
        page.evaluate("document.querySelector('.explorer').scrollTo(0, 0)")
        board, below = box(desktop, ".board-frame"), panel.bounding_box()
        assert board["width"] > 0.9 * size[0]
        assert below["y"] >= board["y"] + board["height"]
        desktop.shot(f"review-{size[0]}x{size[1]}")


def test_at_four_hundred_percent_everything_can_be_reached(new_desktop: Any) -> None:
    desktop = new_desktop(viewport={"width": 320, "height": 256})
    desktop.start(**HUMANS)
    page = desktop.page
    desktop.shot("screen-320x256")
    for (width, height), square in zip(ZOOMED, ("f5", "d6", "c3"), strict=True):
        resized(desktop, (width, height))
        assert page.evaluate("document.documentElement.scrollWidth") == width
        desktop.play(square)  # which scrolls there, as a person would
        desktop.wait_for_label(square, f"{square}, ")
        page.wait_for_selector(".board:not(.waiting)")
        for part in (".seat", ".task-link:visible", ".square"):
            last = page.locator(part).last
            last.scroll_into_view_if_needed()
            seen = last.bounding_box()
            assert seen["y"] >= 0
            assert seen["y"] + seen["height"] <= height
            assert seen["x"] + seen["width"] <= width
        page.keyboard.press("F2")
        desktop.answer("New game", "Cancel")

    # The panel of a study stands below the board, on one long page.
    resized(desktop, ZOOMED[0])
    page.keyboard.press("F7")
    panel = desktop.study()
    panel.get_by_text("Discs lost: ").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == ZOOMED[0][0]
    for part in (".review-graph", ".review-result .note", ".study-panel .tool", ".square"):
        last = page.locator(part).last
        last.scroll_into_view_if_needed()
        seen = last.bounding_box()
        assert seen["y"] >= 0
        assert seen["y"] + seen["height"] <= ZOOMED[0][1]
    board, below = box(desktop, ".board-frame"), panel.bounding_box()
    assert board["width"] == ZOOMED[0][0]
    assert below["y"] >= board["y"] + board["height"]
    desktop.shot("review-320x256")


def test_legal_squares_are_seen_in_every_theme(desktop: Any) -> None:
    page = desktop.page
    faint = {}
    for theme in ("blue", "olive", "silver", "classic", "contrast"):
        for board in ("green", "blue", "wood", "slate"):
            page.evaluate(
                "chosen => Object.assign(document.documentElement.dataset, chosen)",
                {"theme": theme, "board": board},
            )
            contrast = page.evaluate(DOT_CONTRAST)
            if contrast < 3:
                faint[theme, board] = contrast
    assert faint == {}


def test_what_a_review_points_at_has_a_shape_as_well_as_a_colour(desktop: Any) -> None:
    shapes = desktop.page.evaluate(
        """() => ["best", "played", "why"].map((mark) => {
            const badge = document.createElement("span");
            badge.className = `badge ${mark}`;
            document.querySelector(".square").append(badge);
            const look = getComputedStyle(badge);
            return `${look.borderRadius} ${look.clipPath}`;
        })"""
    )
    assert len(set(shapes)) == 3


@pytest.mark.parametrize("text", ["usual", "large", "larger"])
def test_the_clock_beside_a_player_is_never_cut(new_desktop: Any, text: str) -> None:
    desktop = new_desktop()
    desktop.start(**HUMANS, clock="30+0")
    page = desktop.page
    page.evaluate("text => document.documentElement.dataset.text = text", text)
    page.wait_for_selector(".seat-clock.running")
    for count in page.locator(".seat output").all():
        count.evaluate("one => one.textContent = '33'")  # as later in a game
    desktop.shot(f"clock-{text}")
    cut = page.evaluate(
        """() => [...document.querySelectorAll(".seat-clock")].filter((clock) => {
            const [inner, outer] = [clock, clock.parentElement]
                .map((one) => one.getBoundingClientRect());
            return inner.right > outer.right + 0.5 || inner.bottom > outer.bottom + 0.5;
        }).map((clock) => clock.textContent)"""
    )
    assert cut == []

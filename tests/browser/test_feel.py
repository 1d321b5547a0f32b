"""How a move feels: at once on a slow line, in depth and in order, still where that is wished."""

from io import BytesIO
from typing import Any

from PIL import Image

HUMANS = {"black": "human", "white": "human"}
MOVING = {"reduced_motion": "no-preference"}
SLOW_LINE = {
    "offline": False,
    "latency": 600,
    "downloadThroughput": 200_000,
    "uploadThroughput": 200_000,
}
ALONG = "OXXX---- -------- -------- ---OX--- ---XO--- -------- -------- -------- O"  # White: e1


def test_a_move_is_drawn_in_the_frame_of_the_click_on_a_slow_line(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(**HUMANS)
    page = desktop.page
    line = page.context.new_cdp_session(page)
    line.send("Network.emulateNetworkConditions", SLOW_LINE)
    sent: list[str] = []

    def note(request: Any) -> None:
        if request.method == "POST":
            sent.append(request.url.rsplit("/", 1)[-1])

    page.on("request", note)
    drawn = page.evaluate(
        """() => {
            const square = (name) => document.querySelector(`.square[data-square="${name}"]`);
            // Neither a second click nor one elsewhere means anything while the move is on its way.
            for (const name of ["f5", "f5", "d6"]) square(name).click();
            return [square("f5").ariaLabel, square("e5").ariaLabel,
                document.querySelector(".seat output").textContent,
                document.getElementById("status").textContent];
        }"""
    )
    assert drawn == ["f5, black, last move", "e5, black", "4", "White to move."]
    page.wait_for_selector(".square.legal[data-square='d6']")
    assert sent == ["moves"]
    line.send("Network.emulateNetworkConditions", {**SLOW_LINE, "latency": 0})
    desktop.square("d6").dblclick()
    page.wait_for_selector(".square.legal[data-square='c3']")
    assert sent == ["moves", "moves"]
    assert page.locator(".balloon, .window.modal, .refused").count() == 0


def test_a_refused_move_is_taken_back_with_the_reason(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(**HUMANS)
    problem = {"error": "The server has no room for moves.", "code": "refused"}
    desktop.page.route("**/moves", lambda route: route.fulfill(status=409, json=problem))
    desktop.play("f5")
    assert "The server has no room for moves." in desktop.box("Othello").inner_text()
    assert [desktop.label("f5"), desktop.label("e5")] == ["f5, empty, legal, flips 1", "e5, white"]


def test_an_illegal_square_shakes_and_says_why(desktop: Any) -> None:
    for square, reason in (
        ("a1", "Black cannot play a1: it flips no discs."),
        ("d4", "d4 is already occupied."),
    ):
        desktop.play(square)
        assert desktop.page.locator(".refused").last.get_attribute("data-square") == square
        assert desktop.status() == reason
        desktop.told(reason)
    assert desktop.page.locator(".window.modal").count() == 0
    desktop.square("f5").hover()
    assert desktop.status() == "f5 flips 1 disc."


def frozen_after(desktop: Any, square: str) -> dict[str, float]:
    """Play there and stop all motion in that frame: how long each disc waits to turn over."""
    waits = desktop.page.evaluate(
        """square => {
            const board = document.querySelector(".board");
            document.querySelector(`.square[data-square="${square}"]`).click();
            board.getAnimations({ subtree: true }).forEach((one) => one.pause());
            return [...document.querySelectorAll(".disc.turning")].map((disc) => [
                disc.parentElement.dataset.square,
                disc.querySelector("b").getAnimations()[0].effect.getTiming().delay,
            ]);
        }""",
        square,
    )
    return dict(waits)


def each(desktop: Any, act: str) -> None:
    """Do something to everything that moves on the board."""
    desktop.page.locator(".board").evaluate(
        f"board => board.getAnimations({{ subtree: true }}).forEach((one) => {{ {act} }})"
    )


def light_at(desktop: Any, square: str, ms: float) -> float:
    """How light a square is left of its middle, so long after a move began."""
    each(desktop, f"one.currentTime = {ms}")
    picture = Image.open(BytesIO(desktop.square(square).screenshot())).convert("L")
    return float(picture.tobytes()[picture.height // 2 * picture.width + picture.width // 4])


def finish(desktop: Any) -> None:
    """Let whatever moves come to its end."""
    each(desktop, "one.finish()")
    desktop.page.wait_for_function("() => !document.querySelector('.turning')")


def test_discs_fall_in_their_colour_and_turn_over_one_after_another(new_desktop: Any) -> None:
    desktop = new_desktop(**MOVING)
    desktop.start(start=ALONG, **HUMANS)
    page = desktop.page
    waits = frozen_after(desktop, "e1")
    assert waits["d1"] < waits["c1"] < waits["b1"]
    felt = light_at(desktop, "h8", 1)
    assert all(light_at(desktop, "e1", ms) > felt + 30 for ms in (1, 40, 90, 125))  # never black
    assert light_at(desktop, "d1", 1) < 110
    light_at(desktop, "d1", 330)
    desktop.shot("turning", still=False)
    finish(desktop)
    assert light_at(desktop, "d1", 0) > 150

    def again(speed: str) -> dict[str, float]:
        desktop.menu("View", "Animation")
        page.locator(f".menu [data-label='{speed}']").click()
        page.keyboard.press("Control+z")
        page.wait_for_selector(".square.legal[data-square='e1']")
        finish(desktop)
        return frozen_after(desktop, "e1")

    assert again("Slow") == {square: 2 * wait for square, wait in waits.items()}
    finish(desktop)
    assert again("Off") == {}


def test_a_system_that_wants_no_motion_gets_none(desktop: Any) -> None:
    desktop.play("f5")
    assert desktop.page.locator(".turning").count() == 0
    assert desktop.label("e5") == "e5, black"


def test_the_last_discs_turn_over_before_the_end_is_told(new_desktop: Any) -> None:
    desktop = new_desktop(**MOVING)
    desktop.start(start="XO-- ---- ---- ---- X", **HUMANS)
    page = desktop.page
    page.evaluate(
        """() => {
            const board = document.querySelector(".board");
            document.querySelector(".square[data-square=c1]").click();
            board.getAnimations({ subtree: true }).forEach((one) => one.pause());
        }"""
    )
    page.wait_for_function("() => document.title.startsWith('Black wins 3–0')")  # the server's word
    assert not page.locator(".end-bar").is_visible()
    finish(desktop)
    assert "13" in desktop.end().inner_text()

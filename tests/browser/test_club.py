"""The Club window: a name, a seat with one click, an opponent in seconds, boards that move."""

from collections.abc import Callable
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

Desktop = Any
LOOK = """async (part) => {
  const { violations } = await axe.run(part, { preload: false, iframes: false });
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 160))].join(" "));
}"""  # noqa: E501


def club(desktop: Desktop) -> Any:
    desktop.menu("Game", "Club…")
    window = desktop.window("club")
    expect(window.get_by_role("heading", name="Here now")).to_be_visible()
    return window


def take_name(desktop: Desktop, name: str, picture: str) -> None:
    desktop.window("club").get_by_role("button", name="Take a name…").click()
    form = desktop.window("club-form")
    form.get_by_label("Name:").fill(name)
    form.get_by_label(picture).check()
    form.get_by_role("button", name="Take it").click()


def test_members_meet_by_a_seat_and_by_asking_and_a_third_looks_on(
    new_desktop: Callable[..., Desktop],
) -> None:
    ann, ben = new_desktop().open(), new_desktop().open()
    eve = new_desktop(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True).open()
    first, second, third = club(ann), club(ben), club(eve)
    take_name(ann, "Ann Club", "Duck")
    expect(first).to_contain_text("No rated game yet")
    take_name(ben, "ann club", "Football")
    form = ben.window("club-form")
    expect(form).to_contain_text("Somebody else here is called 'ann club'; choose another name.")
    form.get_by_label("Name:").fill("Ben Club")
    form.get_by_role("button", name="Take it").click()
    expect(third).to_contain_text("Ben Club")  # live, in somebody else's window

    first.get_by_role("button", name="Open a table…").click()
    form = ann.window("club-form")
    form.get_by_label("Your colour:").select_option("black")
    form.get_by_label("Rated").check()
    form.get_by_role("button", name="Open", exact=True).click()
    second.get_by_role("button", name="Sit down with Ann Club").click()
    ann.my_turn(4)
    ann.play("f5")
    ben.my_turn(5)
    board = third.get_by_role("button", name="Watch Ann Club against Ben Club")
    expect(board.locator("circle")).to_have_count(5)
    eve.shot("club-phone")
    ben.play("d6")
    expect(board.locator("circle")).to_have_count(6)
    assert ann.page.locator(".seat-picture .face use").first.get_attribute("href") == "#i-duck"
    ben.menu("Game", "Resign")
    ben.answer("Resign", "Yes")
    third.get_by_role("tab", name="Results").click()
    expect(third).to_contain_text("Black wins by resignation")
    third.get_by_role("tab", name="Ladder").click()
    expect(third.locator(".club-ladder tbody tr")).to_have_count(2)

    # Both ask: they are paired, and each board comes by itself.
    for who in (ann, ben):
        club(who).get_by_role("button", name="Find an opponent").click()
    for who in (ann, ben):
        expect(who.page.get_by_role("button", name="Call off")).to_be_visible()
        expect(who.page.locator(".board .disc")).to_have_count(4)

    # The picture: what a guest sees at a desk, with the page of a member beside it.
    desk = new_desktop(viewport={"width": 1180, "height": 700}).open()
    window = club(desk)
    expect(window.get_by_role("button", name="Watch")).to_have_count(1)
    window.locator(".club-people").get_by_role("button", name="Ann Club").click()
    player = desk.window("player")
    expect(player).to_contain_text("1 won, 0 drawn, 0 lost")
    expect(player.locator(".rating-curve")).to_be_visible()
    desk.page.evaluate(AXE_SCRIPT)
    for part in ("[data-window='player']", "[data-window='club']"):
        assert desk.page.evaluate(LOOK, part) == []
    desk.shot("club")

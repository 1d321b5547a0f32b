"""The Club window: a name, a seat with one click, an opponent in seconds, boards that move."""

from collections.abc import Callable, Iterable
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from outflank.board import Color
from outflank.game import Game

Desktop = Any
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LOOK = """async (part) => {
  const { violations } = await axe.run(part, { preload: false, iframes: false });
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 160))].join(" "));
}"""  # noqa: E501


def club(desktop: Desktop) -> Any:
    desktop.menu("Game", "Club…")
    window = desktop.window("club")
    expect(window.get_by_role("heading", name="Online now")).to_be_visible()
    return window


def play_on(
    path: str, black: Desktop, white: Desktop, played: Iterable[str], *, moves: int
) -> None:
    """Continue the game of both visitors over the API; ``path`` takes the moves."""
    game = Game()
    for square in played:
        game.play(square)
    while game.moves_recorded < moves:
        square = game.board.legal_moves.names[0]
        mover = black if game.turn is Color.BLACK else white
        answer = mover.page.request.post(path, data={"square": square})
        assert answer.ok, answer.text()
        game.play(square)


def take_name(desktop: Desktop, name: str, picture: str) -> None:
    desktop.window("club").get_by_role("button", name="Choose a name…").click()
    form = desktop.window("club-form")
    form.get_by_label("Name:").fill(name)
    form.get_by_label(picture).check()
    form.get_by_role("button", name="Choose name").click()


def test_members_meet_by_a_seat_and_by_asking_and_a_third_looks_on(
    new_desktop: Callable[..., Desktop],
) -> None:
    ann, ben = new_desktop().open(), new_desktop().open()
    eve = new_desktop(**PHONE).open()
    first, second, third = club(ann), club(ben), club(eve)
    take_name(ann, "Ann Club", "Duck")
    expect(first).to_contain_text("No rated games yet")
    take_name(ben, "ann club", "Football")
    form = ben.window("club-form")
    expect(form).to_contain_text("ann club")
    form.get_by_label("Name:").fill("Ben Club")
    form.get_by_role("button", name="Choose name").click()
    expect(third).to_contain_text("Ben Club")  # live, in somebody else's window

    first.get_by_role("button", name="Create a game…").click()
    form = ann.window("club-form")
    form.get_by_label("Your color:").select_option("black")
    form.get_by_label("Rated").check()
    form.get_by_role("button", name="Create", exact=True).click()
    second.get_by_role("button", name="Play against Ann Club").click()
    ann.my_turn(4)
    with ann.page.expect_response("**/moves") as moved:
        ann.play("f5")
    ben.my_turn(5)
    board = third.get_by_role("button", name="Watch Ann Club against Ben Club")
    expect(board.locator("circle")).to_have_count(5)
    eve.shot("club-phone")
    ben.play("d6")
    expect(board.locator("circle")).to_have_count(6)
    assert ann.page.locator(".seat-picture .face use").first.get_attribute("href") == "#i-duck"
    play_on(
        moved.value.url, ann, ben, ["f5", "d6"], moves=20
    )  # a rated game that is given up earlier does not count
    ann.my_turn(24)
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
        expect(who.page.get_by_role("button", name="Abort game")).to_be_visible()
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


def test_members_challenge_each_other_and_invite_programs(
    new_desktop: Callable[..., Desktop],
) -> None:
    ann, ben = new_desktop().open(), new_desktop(**PHONE).open()
    mine, theirs = club(ann), club(ben)
    take_name(ann, "Ann Asks", "Duck")
    take_name(ben, "Ben Hears", "Football")
    expect(theirs).to_contain_text("Ann Asks")

    def challenge() -> None:
        mine.locator(".club-people").get_by_role("button", name="Ben Hears").click()
        ann.window("player").get_by_role("button", name="Challenge…").click()
        form = ann.window("club-form")
        form.get_by_label("Your color:").select_option("black")
        form.get_by_label("Rated").check()
        ann.shot("challenge")
        form.get_by_role("button", name="Challenge", exact=True).click()

    asked = ben.page.get_by_role("alertdialog", name="Challenge")
    challenge()
    expect(asked).to_contain_text("Ann Asks")
    expect(asked).to_contain_text("You play White · 8 × 8 · Clock 5+3 · Rated")
    ben.shot("challenged-phone")
    asked.get_by_role("button", name="Decline").click()
    ann.told("Ben Hears declined")
    challenge()
    asked.get_by_role("button", name="Play").click()
    ann.my_turn(4)
    expect(ann.page.locator(".shared-facts")).to_contain_text("Rated")
    ann.play("f5")
    ben.wait_for_label("f5", "f5, black")
    expect(mine).to_contain_text("Your games")

    # A friend's game can be rated between members.
    ann.menu("Game", "Play with a friend…")
    form = ann.window("friend")
    form.get_by_label("Rated").check()
    expect(form.get_by_label("Allow undo")).to_be_disabled()
    ann.shot("friend-rated")
    form.get_by_role("button", name="Cancel").click()

    # A program: a token that is shown once, then listed, then revoked.
    club(ann).get_by_role("button", name="Invite your program…").click()
    window = ann.window("programs")
    expect(window.locator("li button")).to_have_count(0)
    window.get_by_role("button", name="Create token").click()
    token = window.get_by_role("textbox", name="Token")
    assert token.input_value().startswith("outflank-")
    expect(window.get_by_role("textbox", name="Command")).to_have_value(
        f'outflank join {ann.page.evaluate("location.origin")}/ ./mybot.py --name "Cautious"'
    )
    ann.page.evaluate(AXE_SCRIPT)
    assert ann.page.evaluate(LOOK, "[data-window='programs']") == []
    ann.shot("invite-a-program")
    window.get_by_role("button", name="Revoke the token of Not signed in yet").click()
    ann.answer("Invite a program", "Revoke")
    expect(window.locator("li button")).to_have_count(0)
    expect(token).to_have_count(0)
    club(ben).get_by_role("button", name="Invite your program…").click()
    ben.window("programs").get_by_role("button", name="Create token").click()
    expect(ben.window("programs").get_by_role("textbox", name="Token")).to_be_visible()
    ben.shot("invite-a-program-phone")


def test_a_member_signs_in_from_another_browser_where_the_host_lets_them(
    new_desktop: Callable[..., Desktop], new_server: Callable[..., str]
) -> None:
    ann, other = new_desktop(), new_desktop(**PHONE)
    ann.url = other.url = new_server(sign_in=True)
    window = club(ann.open())
    take_name(ann, "Ann Signed", "Duck")
    window.get_by_role("button", name="Password…").click()
    form = ann.window("sign-in")
    form.get_by_label("New password").fill("correct horse 8")
    ann.shot("club-password")
    form.get_by_role("button", name="OK").click()
    expect(form).to_have_count(0)

    window = club(other.open())
    window.get_by_role("button", name="Sign in…").click()
    form = other.window("sign-in")
    form.get_by_label("Name").fill("Ann Signed")
    form.get_by_label("Password").fill("wrong horse 88")
    form.get_by_role("button", name="OK").click()
    box = other.box("Sign in")
    expect(box).to_be_visible()
    other.answer("Sign in", "OK")
    other.shot("club-sign-in-phone")
    form.get_by_label("Password").fill("correct horse 8")
    other.begins_anew(lambda: form.get_by_role("button", name="OK").click())
    expect(club(other)).to_contain_text("Ann Signed")

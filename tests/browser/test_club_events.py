"""Events of the club in the page: the host makes one, a person enters and plays, all see it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import expect

from outflank.play.remote.client import RemoteServer
from outflank.storage.club.members import Club
from outflank.storage.database import Database, file_url

Desktop = Any
TABLE = "Class cup"
LOOK = """async (part) => {
  const { violations } = await axe.run(part, { preload: false, iframes: false });
  return violations.map(({ id, nodes }) => [id, ...nodes.map(({ html }) => html.slice(0, 160))].join(" "));
}"""  # noqa: E501


def test_a_host_makes_an_event_a_person_plays_and_a_projector_shows_it(
    new_desktop: Callable[..., Desktop], server: str, data_folder: Path
) -> None:
    database = Database(file_url(data_folder / "games.sqlite3"))
    key = Club(database).make_key()
    database.close()

    # The host's window, for whoever has the key.
    host = new_desktop().open()
    host.page.evaluate("key => sessionStorage.setItem('outflank.host-key', key)", key)
    host.program("Host the club")
    window = host.window("host")
    window.get_by_role("tab", name="Events").click()
    window.get_by_role("button", name="New event…").click()
    form = host.window("event-form")
    form.get_by_label("Name:").fill(TABLE)
    form.get_by_label("Format:").select_option("swiss")
    form.get_by_role("button", name="Create").click()
    stage = host.window("event")
    expect(stage).to_contain_text("outflank join")
    event = stage.locator("code").inner_text().partition("#event=")[2].partition("'")[0]

    # Programs enter over the API, and a person with a click.
    others = [RemoteServer(f"{server}/") for _ in range(4)]
    for number, one in enumerate(others):
        one.post(f"/api/club/events/{event}/entry", name=f"Program {number}", program=True)
    ann = new_desktop()
    ann.page.goto(f"{server}/#event={event}")
    ann.window("event").get_by_role("button", name="Enter").click()
    ann.window("club-form").get_by_label("Name:").fill("Ann Event")
    ann.window("club-form").get_by_role("button", name="Choose name").click()
    expect(stage).to_contain_text("Ann Event")  # live, in the host's window
    host.shot("event-open")

    stage.get_by_role("button", name="Start").click()
    expect(stage.locator(".theatre-board")).to_have_count(2)
    expect(stage).to_contain_text("Round 1 of 3")
    host.page.evaluate(AXE_SCRIPT)
    assert host.page.evaluate(LOOK, ".theatre") == []
    host.page.set_viewport_size({"width": 1920, "height": 1080})
    stage.get_by_role("button", name="Full screen").click()
    stage.get_by_role("button", name="Exit full screen").wait_for()
    host.shot("theatre")
    host.page.set_viewport_size({"width": 1024, "height": 768})
    host.shot("theatre-small")

    # Whoever plays is brought to the table by itself; others sit out.
    sits_out = host.page.locator(".theatre-side").get_by_role("listitem")
    if "Ann Event" not in sits_out.all_inner_texts():
        expect(ann.page.locator(".board .disc")).not_to_have_count(4)  # an opening was made
    ann.shot("event-player")
    ann.window("event").get_by_role("button", name="Leave event").dispatch_event("click")
    ann.answer("Leave event", "Leave event")
    expect(stage.locator(".theatre-side tr.left")).to_have_count(1)
    host.page.get_by_role("button", name="Exit full screen").click()
    stage.get_by_role("button", name="Expel…").click()
    host.box("Expel").get_by_role("textbox").fill("program 0")
    host.answer("Expel", "Expel")
    expect(stage.locator(".theatre-side tr.left")).to_have_count(2)
    host.page.locator(".task[data-window='host']").click()
    window.get_by_role("tab", name="Members").click()
    expect(window.get_by_role("button", name="Ban: Ann Event")).to_be_visible()
    RemoteServer(f"{server}/").post("/api/club/you", name="Late Comer")  # who is seen at once
    expect(window.get_by_role("button", name="Ban: Late Comer")).to_be_visible()
    window.get_by_role("button", name="Code: Late Comer").click()
    host.answer("Code for Late Comer", "Create code")
    code = host.box("The code is created").get_by_role("textbox").input_value()
    assert len(code) == 23
    host.answer("The code is created", "OK")
    host.shot("host")
    assert host.page.evaluate(LOOK, "[data-window='host']") == []
    window.get_by_role("tab", name="Events").click()
    window.get_by_role("button", name="Close", exact=True).last.click()
    expect(stage).to_contain_text("Closed")

"""Studying in the browser: values, reviews, pasting and links, as a person sees them."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from archives import fill

HUMANS = {"black": "human", "white": "human"}
WHOLE = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)


def test_values_stand_on_every_legal_square_and_exact_ones_are_framed(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript="f5d6c3")
    desktop.page.keyboard.press("F8")
    desktop.page.wait_for_function("() => document.querySelectorAll('.value').length === 4")
    assert desktop.page.locator(".value.exact").count() == 0
    assert "Tiger family" in desktop.page.locator(".details").inner_text()
    assert "about" in desktop.label("d3")
    desktop.page.wait_for_function(
        "() => /, (depth 14|book)/.test(document.getElementById('status').textContent)"
    )
    desktop.shot("values")
    desktop.start(**HUMANS, transcript=WHOLE[:-12])
    desktop.page.keyboard.press("F8")
    desktop.page.wait_for_selector(".value.exact.best")
    assert desktop.page.locator(".value").count() == desktop.page.locator(".value.exact").count()
    spilled = desktop.page.locator(".value").evaluate_all(
        """all => all.filter((one) => {
          const words = document.createRange();  // without the mark at the corner
          words.selectNodeContents(one);
          return words.getBoundingClientRect().width > one.clientWidth;
        }).map((one) => one.textContent)"""
    )
    assert spilled == []  # +18 stands within its frame
    desktop.shot("values-exact")
    desktop.page.keyboard.press("F8")
    desktop.page.wait_for_function("() => !document.querySelector('.value')")


def test_a_hint_stays_with_its_line_until_the_next_move(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript="f5d6")
    desktop.page.keyboard.press("F3")
    desktop.page.wait_for_selector(".square.hinted")
    hinted = desktop.page.locator(".square.hinted").get_attribute("data-square")
    said = desktop.status()
    assert hinted in said  # the move with its reason
    facts = desktop.page.locator(".details").inner_text()
    assert re.search(rf"\b{hinted} [+−=]", facts)  # its value and line are beside the board
    desktop.shot("hint")
    desktop.page.keyboard.press("ArrowDown")  # pointing somewhere else does not take it away
    assert desktop.status() == said
    desktop.play(hinted)
    desktop.page.wait_for_function(
        "said => document.getElementById('status').textContent !== said", arg=said
    )


def test_values_wait_for_a_busy_server(desktop: Any) -> None:
    asked = []

    def busy_once(route: Any) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
            return
        route.fulfill(
            status=503,
            headers={"Retry-After": "1"},
            json={"error": "Many positions are being studied.", "code": "busy"},
        )

    # Before the page is opened, so that no request of it can slip through.
    desktop.page.route("**/values", busy_once)
    desktop.start(**HUMANS, transcript="f5d6")
    desktop.page.keyboard.press("F8")
    desktop.page.wait_for_function("() => document.querySelectorAll('.value').length === 5")
    assert len(asked) > 1
    assert desktop.page.locator(".window.modal").count() == 0


def test_a_review_fills_its_graph_and_its_list_and_leads_to_the_position(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript=WHOLE)
    desktop.menu("Game", "Analyze")
    panel = desktop.study()
    complete(panel)
    assert "Tiger family" in panel.inner_text()
    scales = panel.locator(".review-graph text").all_text_contents()
    assert {"+32", "+16", "0", "−16", "−32"} <= set(scales)  # this game fills the graph
    assert {"10", "60"} <= set(scales)  # moves
    lost = panel.locator(".review-graph .loss-scale").all_text_contents()
    assert [int(lost[0]), 2 * int(lost[1])] == [0, int(lost[2])]  # discs lost, half-way and in all
    assert "discs lost by White" in panel.locator(".review-legend").inner_text()
    panel.locator(".review-move[data-ply='54']").click()
    desktop.page.wait_for_selector(".square[data-square='a2'] .badge.best")
    assert desktop.page.locator(".square[data-square='a7'] .badge.played").count() == 1
    assert desktop.page.locator(".square[data-square='a8'] .badge.why").count() == 1
    assert panel.locator(".move[data-ply='55'] .move-mark").inner_text()  # marks are in the list
    desktop.shot("review")
    before = desktop.discs()
    panel.locator(".review-graph").focus()
    desktop.page.keyboard.press("ArrowLeft")
    discs_are(desktop, before - 1)
    with desktop.page.expect_download() as report:
        panel.get_by_role("button", name="Report").click()
        desktop.page.get_by_role("menuitem", name="Save as image").click()
    assert report.value.path().read_bytes()[:4] == b"\x89PNG"
    row = panel.locator("li", has=desktop.page.locator("[data-ply='54']"))
    row.get_by_role("button", name="Show line").click()
    discs_are(desktop, before + 1)
    desktop.page.keyboard.press("ArrowRight")
    discs_are(desktop, before + 2)
    desktop.shot("line-of-a-reason")


def complete(panel: Any) -> None:
    """Wait until the engine has gone through the whole game."""
    panel.locator(".analysis-review > .buttons .push").first.wait_for(state="hidden")


def discs_are(desktop: Any, count: int) -> None:
    desktop.page.wait_for_function(
        "count => document.querySelectorAll('.disc').length === count", arg=count
    )


def test_a_game_is_walked_through_and_left_as_it_was(desktop: Any) -> None:
    desktop.start(white="greedy", transcript="f5d6c3d3")
    for key, discs in (("ArrowLeft", 7), ("Home", 4), ("ArrowRight", 5), ("End", 8)):
        desktop.page.evaluate("document.activeElement.blur()")
        desktop.page.keyboard.press(key)
        discs_are(desktop, discs)
    panel = desktop.study()
    panel.get_by_role("button", name="Previous move").click()
    discs_are(desktop, 7)
    assert panel.locator(".move[aria-current]").inner_text() == "c3"
    desktop.page.mouse.move(*middle(desktop.square("h8")))
    desktop.page.mouse.wheel(0, -100)
    discs_are(desktop, 6)
    desktop.page.keyboard.press("Escape")
    panel.wait_for(state="detached")
    discs_are(desktop, 8)
    assert not desktop.page.locator(".task-link", has_text="Continue").is_visible()  # not paused
    desktop.play("c4")  # the game goes on where it was
    desktop.my_turn(10)


def middle(square: Any) -> tuple[float, float]:
    box = square.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_another_move_is_a_variation_with_a_name(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript="f5d6c3d3")
    desktop.page.keyboard.press("F4")
    panel = desktop.study()
    panel.locator(".move[data-ply='2']").click()
    for square in ("c5", "c6"):
        desktop.page.wait_for_selector(f".square.legal[data-square='{square}']")
        desktop.play(square)
        desktop.wait_for_label(square, f"{square}, black")
        desktop.page.keyboard.press("ArrowLeft")
        discs_are(desktop, 6)
    lines = panel.locator(".variations-lines")
    lines.get_by_role("button", name="c6").click()
    desktop.wait_for_label("c6", "c6, black")
    panel.get_by_role("tab", name="Notes").click()
    panel.get_by_label("Name of the line").fill("Diagonal")
    panel.get_by_label("Comment").fill("The quiet way.")
    panel.get_by_label("Name of the line").click()
    lines.locator("i:text-is('Diagonal')").wait_for()
    panel.get_by_role("button", name="Promote").click()
    desktop.page.wait_for_selector(".variations-lines li:first-child i:text-is('Diagonal')")
    desktop.shot("variations")
    lines.locator("li").nth(1).get_by_role("button").click()
    desktop.wait_for_label("c5", "c5, black")
    panel.get_by_role("button", name="Delete").click()
    desktop.page.wait_for_function(
        "() => document.querySelectorAll('.variations-lines li').length === 1"
    )
    panel.get_by_role("button", name="Back to the game").click()
    discs_are(desktop, 8)
    desktop.menu("View", "Variations")
    lines.get_by_role("button", name="c6*").click()
    desktop.wait_for_label("c6", "c6, black")
    assert panel.get_by_label("Comment").input_value() == "The quiet way."


def test_the_engines_lines_are_previewed_and_walked(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript="f5d6c3")
    desktop.page.keyboard.press("F4")
    panel = desktop.study()
    panel.get_by_role("tab", name="Lines").click()
    third = panel.locator(".engine-lines li").first.locator(".link").nth(2)
    third.hover()
    discs_are(desktop, 10)
    desktop.page.mouse.move(0, 0)
    discs_are(desktop, 7)
    third.click()
    discs_are(desktop, 10)
    panel.get_by_label("Values on the board").check()
    desktop.page.locator(".square .value").first.wait_for()
    desktop.shot("engine-lines")
    panel.get_by_role("tab", name="Openings").click()
    panel.locator(".openings tbody th").first.wait_for()
    panel.get_by_role("button", name="Play from here").click()
    panel.wait_for(state="detached")
    discs_are(desktop, 10)


def test_just_the_board_fills_the_screen(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript="f5d6c3")
    desktop.page.set_viewport_size({"width": 320, "height": 225})  # 1280 × 900 at 400 %
    desktop.page.keyboard.press("F11")
    board = desktop.page.locator(".board-frame")
    desktop.page.wait_for_function(
        "() => document.querySelector('.board-frame').offsetHeight >= 0.7 * innerHeight"
    )
    shown = desktop.page.locator(":is(.caption, .menubar, .statusbar, .start, .task-link):visible")
    assert shown.count() == 0
    assert board.bounding_box()["x"] >= 0
    desktop.shot("just-the-board")
    desktop.page.get_by_role("button", name="Previous move").click()
    discs_are(desktop, 6)
    desktop.page.keyboard.press("Escape")
    discs_are(desktop, 7)
    desktop.page.keyboard.press("Escape")
    desktop.page.locator(".menubar").wait_for()
    desktop.page.goto(f"{desktop.url}/#board")
    desktop.page.reload()
    desktop.page.wait_for_selector("[data-just-board] .square")


def edges(desktop: Any, window: str) -> dict[str, float]:
    """Where a window is on the screen."""
    box = desktop.window(window).evaluate("node => node.getBoundingClientRect().toJSON()")
    return {name: float(value) for name, value in box.items()}


def test_a_review_on_a_phone_leaves_the_board_in_sight(new_desktop: Callable[..., Any]) -> None:
    desktop = new_desktop(viewport={"width": 390, "height": 844}, has_touch=True)
    desktop.start(**HUMANS, transcript=WHOLE[:12])
    desktop.page.get_by_role("button", name="Analyze").click()
    panel = desktop.study()
    panel.locator(".review-move").first.click()
    desktop.page.wait_for_selector(".square .badge.best")
    board = desktop.page.locator(".board").bounding_box()
    assert board["width"] > 300
    assert board["y"] >= 0
    words = panel.locator(".study-note")
    words.scroll_into_view_if_needed()
    assert desktop.page.locator(".board").bounding_box()["y"] == board["y"]  # it stays
    assert words.bounding_box()["y"] >= board["y"] + board["height"]
    desktop.shot("review-phone")
    panel.get_by_role("button", name="Back to the game").click()
    desktop.page.wait_for_function("() => document.querySelector('.tasks-card').offsetHeight > 0")


def test_values_and_reviews_are_offered_on_large_boards(desktop: Any) -> None:
    desktop.start(**HUMANS, size=10, transcript="g6")
    assert desktop.page.get_by_role("button", name="Analyze").is_enabled()
    desktop.page.get_by_role("button", name="Values").click()
    desktop.page.locator(".value").first.wait_for()


def test_copying_the_moves_takes_the_whole_game_wherever_one_looks(
    new_desktop: Callable[..., Any], new_context: Callable[..., Any]
) -> None:
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    desktop = new_desktop(context)
    desktop.start(**HUMANS, transcript="f5d6c3")
    desktop.page.keyboard.press("Control+z")
    desktop.page.wait_for_function("() => document.querySelectorAll('.disc').length === 6")
    desktop.menu("Game", "Copy moves")
    desktop.page.get_by_text("f5d6c3").first.wait_for()
    assert desktop.page.evaluate("() => navigator.clipboard.readText()") == "f5d6c3"


def test_coordinates_grow_with_the_text(desktop: Any) -> None:
    size = "() => parseFloat(getComputedStyle(document.querySelector('.letters')).fontSize)"
    desktop.start(**HUMANS, size=16)
    before = desktop.page.evaluate(size)
    desktop.page.locator(".menubar button[data-label='View']").click()
    desktop.page.locator(".menu [data-label='Text size']").click()
    desktop.page.locator(".menu [data-label='Extra large']").click()
    desktop.page.wait_for_function(f"before => ({size})() >= 1.25 * before", arg=before)


def test_a_review_is_stopped_and_gone_on_with(desktop: Any) -> None:
    asked = []

    def hold_the_first(route: Any) -> None:
        asked.append(route.request.post_data_json["event"])
        if asked != ["stop", "go on"]:
            route.continue_()  # the first is never answered: Stop ends the waiting

    desktop.page.route("**/review", hold_the_first)
    desktop.start(**HUMANS, transcript=WHOLE)
    with desktop.page.expect_request(lambda sent: '"go on"' in (sent.post_data or "")):
        desktop.page.keyboard.press("F7")
    panel = desktop.study()
    panel.get_by_role("button", name="Stop").click()
    panel.get_by_role("button", name="Continue").click()
    complete(panel)
    panel.locator(".note", has_text=re.compile(r"\b58\b")).wait_for()
    assert asked[:4] == ["stop", "go on", "stop", "go on"]


def test_anything_is_pasted_and_what_cannot_be_read_is_told(desktop: Any) -> None:
    desktop.start(**HUMANS)
    desktop.menu("Game", "Paste moves…")
    box = desktop.box("Paste moves")
    box.locator("textarea").fill("f5a1")
    box.get_by_role("button", name="OK").click()
    assert "a1" in desktop.box("Paste").inner_text()
    desktop.answer("Paste", "OK")
    box.locator("textarea").fill("(;GM[Othello]PB[Ann]PW[Bo]B[F5]W[D6]B[C3];)")
    box.get_by_role("button", name="OK").click()
    desktop.wait_for_label("c3", "c3, black")
    assert desktop.discs() == 7
    desktop.study()  # it is somebody's game, and is studied
    desktop.window("game").locator("h2", has_text="Ann").wait_for()
    desktop.page.keyboard.press("ArrowLeft")
    discs_are(desktop, 6)


def test_errors_of_a_review_are_practised(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript=WHOLE)
    desktop.page.keyboard.press("F7")
    panel = desktop.study()
    complete(panel)
    panel.get_by_role("button", name="Practice these").click()
    desktop.page.wait_for_selector(".study-panel.practice")
    practice = desktop.page.locator(".study-panel.practice")
    assert practice.get_by_role("button", name="Next", exact=True).is_disabled()
    played = re.findall(r"\b[a-h][1-8]\b", practice.locator("[role='status'] p").inner_text())[0]
    desktop.page.locator(f".square[data-square='{played}']").click()
    desktop.page.locator(f".square[data-square='{played}'] .badge.played").wait_for()
    practice.locator("[role='status']", has_text=played).wait_for()
    desktop.shot("practise-wrong")
    practice.get_by_role("button", name="Show the answer").click()
    desktop.page.locator(".square .badge.best").first.wait_for()
    desktop.shot("practise")
    practice.get_by_role("button", name="Next", exact=True).click()
    practice.locator("[role='status'] b", has_text=re.compile(r"\b2\b")).wait_for()
    for name in desktop.page.locator(".square.legal").evaluate_all(
        "cells => cells.map(cell => cell.dataset.square)"
    ):
        with desktop.page.expect_response("**/api/practice") as answered:
            desktop.page.locator(f".square[data-square='{name}']").click()
        view = answered.value.json()["view"]
        practice.locator("[role='status']", has_text=view["sentence"]).wait_for()
        if view["solved"]:
            break
    assert practice.get_by_role("button", name="Next", exact=True).is_enabled()
    desktop.page.get_by_role("button", name="start").click()
    desktop.page.get_by_role("menuitem", name="Puzzles").click()
    practice.get_by_text("1000").wait_for()
    desktop.shot("puzzle")
    first = practice.locator("[role='status'] b").inner_text()
    assert desktop.page.locator(".study-panel .steps").is_hidden()
    practice.get_by_role("button", name="Show the answer").click()
    desktop.page.locator(".square .badge.best").first.wait_for()
    before = desktop.discs()
    practice.get_by_role("button", name="Next move").click()
    discs_are(desktop, before + 1)
    desktop.page.keyboard.press("ArrowRight")
    discs_are(desktop, before + 2)
    desktop.shot("puzzle-line")
    practice.get_by_role("button", name="First position").click()
    discs_are(desktop, before)
    with desktop.page.expect_response("**/api/practice"):
        practice.get_by_label("Theme:").select_option("parity")
    first = practice.locator("[role='status'] b").inner_text()
    practice.get_by_role("button", name="Show the answer").click()
    practice.locator(".study-lessons p").first.wait_for()
    practice.get_by_role("button", name="Next", exact=True).click()
    desktop.page.wait_for_function(
        "first => document.querySelector('.practice [role=status] b').textContent !== first",
        arg=first,
    )
    play_out(desktop, practice)


def play_out(desktop: Any, practice: Any) -> None:
    """An ending, to its last disc, and once more."""
    desktop.program("Play it out")
    practice.locator("h3:text-is('Play it out')").wait_for()
    desktop.page.locator(".square.legal").first.wait_for()
    desktop.shot("play-out")
    over = False
    while not over:
        with desktop.page.expect_response("**/api/endings") as answered:
            desktop.page.locator(".square.legal").first.click()
        view = answered.value.json()["view"]
        over = view["solved"]
        legal = len(view["position"]["legal"])
        desktop.page.wait_for_function(
            "legal => document.querySelectorAll('.square.legal').length === legal",
            arg=legal,
        )
    practice.locator("[role='status']", has_text=view["sentence"]).wait_for()
    assert desktop.page.locator(".square.last").count() == 1
    desktop.shot("played-out")
    practice.get_by_role("button", name="Start again").click()
    desktop.page.locator(".square.legal").first.wait_for()


def test_the_archive_says_how_to_fill_it_then_finds_games_and_opens_one(
    desktop: Any, data_folder: Path
) -> None:
    desktop.start(**HUMANS, transcript="d3")  # f5, seen from another side
    desktop.program("Archive")
    window = desktop.window("archive")
    window.locator("code", has_text="outflank archive import").wait_for()
    desktop.shot("archive-empty")
    fill(data_folder)
    window.get_by_label("Player").fill("ann")
    window.get_by_role("button", name="Search").click()
    window.get_by_text("3 games").wait_for()
    window.get_by_label("Player").fill("")
    window.get_by_label("This position").check()
    window.get_by_text("Next moves of White").wait_for()
    assert window.locator(".archive-next tbody tr").count() == 2
    assert "75 %" not in window.locator(".archive-next").inner_text()
    assert "4 games" in window.locator(".statusbar").inner_text()
    desktop.shot("archive")
    window.locator(".archive-games tr", has_text="Paris Open").dblclick()
    desktop.wait_for_label("e6", "e6, black")
    assert desktop.discs() == 8


GGF = "(;GM[Othello]PB[{}]PW[Bo]TY[8]RE[?]B[F5]W[D6];)"
DROP = """(window, files) => {
  const data = new DataTransfer();
  for (const [name, text] of files) data.items.add(new File([text], name));
  for (const type of ["dragover", "drop"])
    window.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true }));
}"""


def test_files_dropped_on_ones_own_archive_come_in(desktop: Any) -> None:
    desktop.program("Archive")
    window = desktop.window("archive")
    window.get_by_text("Drop game files here").wait_for()
    names = ("Zoe", "Yan")
    files = [[f"{name}.ggf", GGF.format(name)] for name in names]
    window.locator(".archive").evaluate(DROP, [*files, ["cat.png", "…"]])
    window.locator(".archive-said p", has_text=re.compile(r"1 .*Yan\.ggf|Yan\.ggf.* 1")).wait_for()
    window.locator(".archive-said", has_text="cat.png").wait_for()
    window.locator(".archive-said p", has_text=re.compile(r"1 .*Zoe\.ggf|Zoe\.ggf.* 1")).wait_for()
    window.locator(".archive-games td", has_text="Zoe").wait_for()
    desktop.shot("archive-import")
    window.locator(".archive-games tr", has_text="Zoe").dblclick()
    desktop.window("game").locator("h2:text('Zoe – Bo')").wait_for()


def test_a_visitors_file_opens_beside_the_archive_and_values_say_how_good_they_are(
    new_desktop: Any, new_server: Any
) -> None:
    desktop = new_desktop()
    desktop.url = new_server()
    page = desktop.open().page
    desktop.program("Archive")
    window = desktop.window("archive")
    window.get_by_text("Only the host of this server can add games").wait_for()
    window.locator("input[type=file]").set_input_files(
        {
            "name": "mine.ggf",
            "mimeType": "text/plain",
            "buffer": (GGF.format("Ann") + GGF.format("Cid")).encode(),
        }
    )
    row = window.locator(".archive-games tr", has_text="Cid")
    row.wait_for()
    desktop.shot("archive-visitor")
    row.dblclick()
    desktop.window("game").locator("h2:text('mine.ggf')").wait_for()
    page.keyboard.press("F8")
    page.wait_for_selector(".value.best[data-mark='★']")
    page.wait_for_selector(".value:is(.inaccuracy, .mistake, .blunder)")
    desktop.shot("values-graded")


def test_a_position_is_set_up_valued_and_played_from(new_desktop: Callable[..., Any]) -> None:
    desktop = new_desktop()
    desktop.start(**HUMANS, transcript="f5d6")
    desktop.menu("View", "Board editor")
    editor = desktop.window("editor")
    editor.get_by_role("button", name="Clear").click()
    editor.locator(".disc").first.wait_for(state="detached")
    editor.locator(".square[data-square='d4']").click()
    editor.locator(".square[data-square='e4']").click()
    desktop.page.keyboard.press("o")  # white, where black was just put
    editor.locator(".note", has_text=re.compile(r"\b1\b.*\b1\b.*\b62\b")).wait_for()
    editor.locator("[role='status']:not(:empty)").wait_for()  # no game reaches this position
    editor.get_by_role("button", name="Values").click()
    editor.locator(".square[data-square='f4'] .value").wait_for()
    desktop.shot("editor")
    editor.get_by_role("textbox").fill("f5f6e6f4")
    editor.get_by_role("textbox").press("Enter")
    editor.locator(".note", has_text=re.compile(r"\b3\b.*\b5\b.*\b56\b")).wait_for()
    editor.get_by_role("button", name="Play from here").click()
    desktop.page.wait_for_function("() => !document.querySelector('[data-window=editor]')")
    assert desktop.discs() == 8
    assert desktop.page.locator(".square[data-square='g5']").count() == 1
    desktop.page.set_viewport_size({"width": 390, "height": 844})
    desktop.page.evaluate("() => document.activeElement.blur()")
    desktop.menu("View", "Board editor")
    desktop.window("editor").locator(".disc").first.wait_for()
    desktop.shot("editor-phone")
    box = desktop.window("editor").get_by_role("button", name="Play from here").bounding_box()
    assert box["y"] + box["height"] <= 844


def test_boards_to_study_on_fit_every_screen(desktop: Any) -> None:
    desktop.start(**HUMANS, transcript="f5d6c3")
    for width, height in ((390, 844), (844, 390), (768, 1024), (320, 256), (1024, 700)):
        desktop.page.set_viewport_size({"width": width, "height": height})
        desktop.menu("View", "Board editor")
        editor = desktop.window("editor")
        editor.locator(".disc").first.wait_for()
        assert spilled(desktop, "editor") == []
        editor.get_by_role("button", name="Clear").click()  # nothing lies over it
        editor.locator(".disc").first.wait_for(state="detached")
        editor.get_by_role("button", name="Close Board editor").click()
    desktop.menu("View", "Board editor")
    for _ in range(6):  # however many were opened, the next is wholly above the taskbar
        desktop.window("editor").get_by_role("button", name="Close Board editor").click()
        desktop.page.evaluate("() => localStorage.removeItem('outflank.windows')")
        desktop.menu("View", "Board editor")
        desktop.window("editor").locator(".disc").first.wait_for()
        taskbar = desktop.page.locator(".taskbar").bounding_box()
        box = desktop.window("editor").bounding_box()
        assert box["y"] + box["height"] <= taskbar["y"]
        assert box["x"] + box["width"] <= taskbar["width"]


def spilled(desktop: Any, window: str) -> list[str]:
    """Boards of a window that do not lie wholly in their place, or are too small to be touched."""
    found: list[str] = desktop.page.evaluate(
        """id => [...document.querySelectorAll(`[data-window='${id}'] .board-frame`)].map((one) => {
          const frame = one.getBoundingClientRect();
          const place = one.closest(".play-area").getBoundingClientRect();
          const inside = frame.left >= place.left && frame.right <= place.right
            && frame.top >= place.top && frame.bottom <= place.bottom;
          return inside && frame.width > 200 ? "" : JSON.stringify([frame, place]);
        }).filter(Boolean)""",
        window,
    )
    return found


def test_the_explorer_follows_the_game_and_plays_a_move(desktop: Any, tmp_path: Path) -> None:
    desktop.start(**HUMANS, transcript="f5")
    desktop.menu("View", "Opening explorer")
    explorer = desktop.study()
    row = explorer.locator(".openings").get_by_role("button", name="d6")
    row.wait_for()
    desktop.shot("explorer")
    row.click()
    explorer.get_by_text("Perpendicular").wait_for()
    assert desktop.discs() == 6


def test_probabilities_of_the_learned_player_are_on_the_board(desktop: Any) -> None:
    desktop.start(transcript="f5d6c3d3c4f4c5b3", white="human")
    desktop.page.locator(".menubar button[data-label='Game']").click()
    desktop.page.locator(".menu [data-label='Values']").hover()
    desktop.page.locator(".menu [data-label='Probabilities']").click()
    shown = desktop.page.locator(".square .probability")
    shown.first.wait_for()
    assert shown.count() == desktop.page.locator(".square.legal").count()
    shares = [int(text.rstrip("%")) for text in shown.all_inner_texts()]
    assert 95 <= sum(shares) <= 105  # each is rounded
    desktop.shot("probabilities")
    before = shown.all_inner_texts()
    desktop.play("c2")
    desktop.wait_for_label("c2", "c2, black")
    desktop.page.wait_for_function(
        "before => [...document.querySelectorAll('.probability')].length !== 0 &&"
        " JSON.stringify([...document.querySelectorAll('.probability')].map(one => one.innerText))"
        " !== JSON.stringify(before)",
        arg=before,
    )
    desktop.page.keyboard.press("F8")  # values instead
    desktop.page.locator(".square .value").first.wait_for()
    assert shown.count() == 0


def test_a_returning_visitor_sees_what_is_waiting(desktop: Any) -> None:
    card = desktop.page.locator(".today")
    desktop.page.locator(".lesson-offer").wait_for()  # a new visitor learns the rules first
    assert card.count() == 0
    desktop.open()
    card.get_by_role("button", name="Puzzle of the day").click()
    desktop.page.locator(".study-panel.practice").wait_for()
    desktop.shot("today")

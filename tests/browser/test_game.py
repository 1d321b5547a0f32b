"""Playing in a real browser: whole games, illegal moves, passes, taking back, the end."""

from typing import Any

HUMANS = {"black": "human", "white": "human"}
PASS = "XO-- ---- ---- XO-- X"  # after c1 White has no move; after c4 nobody has


def play_on(desktop: Any, choose: Any) -> None:
    """Play to the end against the computer, each time the square that `choose` takes."""
    page = desktop.page
    ended = ".end-bar:not([hidden])"
    while True:
        page.wait_for_selector(f".board:not(.waiting) .square.legal, {ended}")
        if page.locator(ended).count():
            return
        before = desktop.discs()
        squares = page.locator(".square.legal").evaluate_all(
            "all => all.map(s => s.dataset.square)"
        )
        choose(squares)
        page.wait_for_function(
            "before => document.querySelectorAll('.disc').length > before",
            arg=before,
        )


def test_a_whole_game_against_an_opponent_to_the_end_and_on(desktop: Any) -> None:
    page = desktop.page
    desktop.shot("desktop")
    desktop.menu("Game", "New game…")
    dialog = desktop.box("New game")
    dialog.locator("button:text-is('All opponents…')").click()
    dialog.locator("select").first.select_option("4")
    dialog.locator("fieldset:has-text('White') select").select_option("positional")
    options = dialog.locator("fieldset:has-text('White') option").all_inner_texts()
    assert "Priority: " in " ".join(options)
    desktop.shot("new-game")
    dialog.locator("button:text-is('OK')").click()
    desktop.page.wait_for_function("() => document.querySelectorAll('.square').length === 16")
    play_on(desktop, lambda squares: desktop.play(squares[0]))
    end = desktop.end()
    discs = sorted(map(int, page.locator(".seat output").all_inner_texts()))
    assert sum(discs) == desktop.discs()
    result = end.locator("b").inner_text()
    assert result in (
        f"You win {discs[1]}–{discs[0]}",
        f"You lose {discs[0]}–{discs[1]}",
        f"Draw {discs[0]}–{discs[1]}",
    )
    assert page.title() == f"{result} - Othello"
    below, board = end.bounding_box(), page.locator(".board-frame").bounding_box()
    assert below["y"] >= board["y"] + board["height"]  # the board stays in sight
    desktop.shot("end")
    desktop.play("a1")
    desktop.told("Game over. ")
    end.get_by_role("button", name="Analyze").click()
    desktop.study().get_by_role("button", name="Back to the game").click()
    end.get_by_role("button", name="Swap colors").click()
    desktop.my_turn(5)  # the computer is Black now
    assert page.locator(".seat").first.inner_text().startswith("Positional")
    assert not end.is_visible()
    page.go_back()  # to the game before
    desktop.end().get_by_role("button", name="Rematch").click()
    desktop.my_turn(4)
    assert page.locator(".seat").first.inner_text().startswith("You")
    assert page.title() == "Your move - Othello"


def test_a_strength_is_only_said_of_the_board_it_was_measured_on(desktop: Any) -> None:
    desktop.menu("Game", "New game…")
    dialog = desktop.box("New game")
    dialog.locator("button:text-is('All opponents…')").click()
    white = dialog.locator("fieldset:has-text('White')")
    white.locator("select").first.select_option("greedy")
    assert "Rated " in white.locator(".about").inner_text()
    dialog.get_by_label("Board size:").select_option("6")
    assert "Rated " not in white.locator(".about").inner_text()
    dialog.get_by_label("Board size:").select_option("8")
    assert "Rated " in white.locator(".about").inner_text()


def test_discs_turn_and_the_last_move_and_the_flips_are_shown(desktop: Any) -> None:
    desktop.square("f5").hover()
    assert desktop.square("e5").get_attribute("class").count("would-flip") == 1
    assert desktop.status() == "f5 flips 1 disc."
    desktop.shot("would-flip")
    desktop.play("f5")
    desktop.wait_for_label("f5", "f5, black")
    desktop.my_turn(6)
    assert desktop.page.locator(".square.last").count() == 1
    assert "Your move." in desktop.status() or "flips" in desktop.status()
    desktop.shot("after-two-moves")


def test_a_forced_pass_is_announced_and_happens_by_itself(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(start=PASS, **HUMANS)
    desktop.play("c1")
    plate = desktop.page.locator(".plate")
    plate.wait_for()
    assert plate.inner_text() == "White has no legal move and passes. Black plays again."
    desktop.told("White has no")
    desktop.shot("pass")
    desktop.page.reload()
    plate.wait_for()  # until the next move
    assert desktop.label("c4") == "c4, empty, legal, flips 1"
    desktop.play("c4")
    assert not plate.is_visible()
    told = desktop.end().inner_text()
    assert "Black wins 6–0" in told
    assert "16–0" in told  # the ten empty squares go to the winner


def test_the_computer_moves_on_while_the_person_must_pass(new_desktop: Any) -> None:
    # White to move: after White's c1 it is Black who has no move, and White moves again.
    desktop = new_desktop()
    desktop.start(start="OX-- ---- ---- OX-- O", black="human", white="first")
    desktop.page.get_by_text("First plays again.").wait_for()
    assert "16–0" in desktop.end().inner_text()
    assert "You lose 0–6" in desktop.end().inner_text()


def test_taking_back_removes_both_moves_and_can_be_undone(desktop: Any) -> None:
    desktop.play("f5")
    desktop.my_turn(6)
    desktop.page.keyboard.press("Control+z")
    desktop.my_turn(4)
    desktop.page.keyboard.press("Control+y")
    desktop.my_turn(6)
    desktop.page.locator(".task-link:has-text('Undo')").click()
    desktop.my_turn(4)


DISC_COUNTS = """
window.counts = [document.querySelectorAll(".disc").length];
new MutationObserver(() => {
  const count = document.querySelectorAll(".disc").length;
  if (count !== window.counts.at(-1)) window.counts.push(count);
}).observe(document, { subtree: true, childList: true });
"""


def test_ones_own_move_is_shown_before_an_immediate_reply(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(white="greedy", clock="5+3")
    desktop.page.evaluate(DISC_COUNTS)
    desktop.play("d3")
    desktop.page.wait_for_selector("[data-clock=white].running")  # both came in one response
    desktop.my_turn(6)
    assert desktop.page.evaluate("counts") == [4, 5, 6]
    desktop.play(desktop.page.locator(".square.legal").first.get_attribute("data-square"))
    desktop.page.keyboard.press("Control+z")  # while the reply waits to be shown, or after it
    desktop.my_turn(6)
    assert desktop.page.evaluate("counts")[:4] == [4, 5, 6, 7]
    assert not desktop.page.locator(".balloon, .window.modal").count()


def test_a_hint_is_shown_on_the_board(desktop: Any) -> None:
    desktop.page.keyboard.press("F3")
    hinted = desktop.page.locator(".square.hinted")
    hinted.wait_for()
    assert "legal" in hinted.get_attribute("class")
    desktop.told(str(hinted.get_attribute("data-square")))


def test_resigning_asks_first(desktop: Any) -> None:
    desktop.play("f5")
    desktop.my_turn(6)
    desktop.menu("Game", "Resign")
    desktop.answer("Resign", "No")
    desktop.menu("Game", "Resign")
    desktop.answer("Resign", "Yes")
    told = desktop.end().inner_text()
    assert told.startswith("You lose\n")
    assert "64–0" in told


def test_seats_are_swapped_in_the_middle(desktop: Any) -> None:
    desktop.page.locator(".task-link:has-text('Swap colors')").click()
    desktop.my_turn(5)  # the computer, Black now, has moved
    assert desktop.page.locator(".seat").first.inner_text().startswith("Greta")


def test_two_computers_play_by_themselves_with_pause(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(size=10, black="random", white="first")  # so long that it cannot be over
    desktop.page.wait_for_function("() => document.querySelectorAll('.disc').length >= 6")

    def after_a_reply(route: Any) -> None:
        """Let a move that was on its way be made before the pause."""
        game = route.request.url.removesuffix("/stop")
        asked = desktop.page.request.get(game).json()["thinking"]["ticket"]
        assert desktop.page.request.post(f"{game}/reply", data={"ticket": asked}).ok
        route.continue_()

    desktop.page.route("**/stop", after_a_reply)
    desktop.page.locator(".task-link:has-text('Pause')").click()
    desktop.page.wait_for_selector(".task-link:has-text('Continue')")
    paused = desktop.discs()
    desktop.shot("two-computers")
    slider = desktop.page.locator(".speed input")
    assert slider.evaluate("one => getComputedStyle(one).appearance") == "none"  # XP's, not today's
    box = slider.bounding_box()
    middle = box["y"] + box["height"] / 2
    desktop.drag((box["x"] + box["width"] * 0.55, middle), (box["width"], 0))  # its thumb, by mouse
    assert slider.input_value() == slider.get_attribute("max")
    slider.press("ArrowLeft")
    slower = int(slider.input_value())
    assert slower == int(slider.get_attribute("max")) - 1
    kept = "JSON.parse(localStorage['outflank.settings']).speed"
    assert desktop.page.evaluate(kept) == slower
    slider.press("End")
    desktop.page.locator(".task-link:has-text('Continue')").click()
    desktop.page.wait_for_function(
        "paused => document.querySelectorAll('.disc').length > paused", arg=paused
    )


def test_a_thinking_computer_is_shown_and_can_be_stopped(new_desktop: Any) -> None:
    desktop = new_desktop()
    crowded = "g8g9f10h7g6e11h10i11h11i7f9h6j11f5f11g10d12f7g11e12g7f12e6k11"
    desktop.start(size=16, white="lookahead:8", transcript=crowded)
    desktop.play(desktop.page.locator(".square.legal").first.get_attribute("data-square"))
    stop = desktop.page.locator(".thinking button:text-is('Stop')")
    stop.wait_for()
    assert "is thinking" in desktop.status()
    desktop.shot("thinking")
    stop.click()
    desktop.page.wait_for_selector(".task-link:has-text('Continue')")
    assert "Paused" in desktop.status()
    desktop.page.keyboard.press("Control+z")
    desktop.my_turn(28)


def test_a_new_game_begins_at_an_earlier_position(new_desktop: Any) -> None:
    desktop = new_desktop()
    desktop.start(transcript="f5d6c3d3c4", **HUMANS)
    desktop.page.keyboard.press("F4")
    panel = desktop.study()
    moves = panel.locator(".move span")
    assert moves.all_inner_texts()[1:] == ["f5", "d6", "c3", "d3", "c4"]
    moves.get_by_text("d6", exact=True).click()
    desktop.my_turn(6)
    desktop.shot("move-list")
    panel.get_by_role("button", name="Play from here").click()
    panel.wait_for(state="detached")
    desktop.my_turn(6)
    desktop.play("c4")
    desktop.wait_for_label("c4", "c4, black")
    desktop.wait_for_games(3, 5)  # the game before is as it was


def test_moves_are_copied_and_pasted(new_desktop: Any, new_context: Any) -> None:
    context = new_context(permissions=["clipboard-read", "clipboard-write"])
    desktop = new_desktop(context)
    desktop.start(transcript="f5d6c3", **HUMANS)
    desktop.menu("Game", "Copy moves")
    desktop.page.wait_for_selector(".balloon:has-text('Copied')")
    assert desktop.page.evaluate("navigator.clipboard.readText()") == "f5d6c3"
    desktop.menu("Game", "Paste moves…")
    desktop.box("Paste moves").locator("textarea").fill("F5 f6 e6 f4")
    desktop.answer("Paste moves", "OK")
    desktop.my_turn(8)
    desktop.menu("Game", "Paste moves…")
    desktop.box("Paste moves").locator("textarea").fill("f5f5")
    desktop.box("Paste moves").get_by_role("button", name="OK").click()
    assert "cannot play f5" in desktop.box("Paste").inner_text()
    desktop.answer("Paste", "OK")
    assert desktop.box("Paste moves").locator("textarea").input_value() == "f5f5"  # to be mended

"""Review and practice on the full screen: looked at, walked through, clicked and answered."""

import os
import threading
from functools import partial
from pathlib import Path
from queue import Queue
from unittest.mock import Mock

import pytest
from archives import fill
from pilots import BLACK, WHITE, Driver, drive
from textual import events

from outflank.board import Board, Color, parse_square
from outflank.book import default_book
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.play.seat import HUMAN
from outflank.storage.files.data_dir import own_departures, own_openings
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.controllers.review import ReviewController
from outflank.study.practice import AGAIN, Card
from outflank.study.practice_round import EMPTY
from outflank.study.puzzles.themes import Theme
from outflank.study.repertoire.repertoire import Repertoire, parse_line
from outflank.study.values import Effort
from outflank.study.words import DAY, TASK, worth
from outflank.terminal.analysis_screen import AnalysisScreen
from outflank.terminal.board_view import BoardView
from outflank.terminal.game_screen import GameScreen
from outflank.terminal.graph import GUTTER, Graph
from outflank.terminal.looks import Look, many_colors, sixteen_colors
from outflank.terminal.practice_screen import PracticeScreen
from study import MemoryDeck, Plain, facts, last_moves

SNAPSHOTS = Path(__file__).parent / "snapshots"
SEATS = {BLACK: "greedy", WHITE: HUMAN}
PASTED = (
    "(;GM[Othello]PC[GGS/os]PB[Ann]PW[Ben]TY[8]BO[8 "
    + "-" * 27
    + "O*------*O"
    + "-" * 27
    + " *]B[F5]W[D6]B[C3]W[D3]B[C4];)"
)
CARD = Card(
    read_transcript("f5d6c3").board,
    parse_square("f4"),
    (parse_square("d3"), parse_square("g5")),
    6,
    False,
    "f4 opens the centre",
    "my game",
)


def compare(name: str, text: str) -> None:
    path = SNAPSHOTS / f"{name}.txt"
    if os.environ.get("OUTFLANK_NEW_SNAPSHOTS"):
        path.write_text(text + "\n", encoding="utf-8")
    assert text + "\n" == path.read_text(encoding="utf-8")


async def open_review(driver: Driver, game: Game, *, ascii_only: bool = False) -> ReviewController:
    """The review of a game by plain search, complete."""
    controller = plain_controller(driver, game)
    look = sixteen_colors(blocks=False) if ascii_only else many_colors()
    driver.app.push_screen(analysis_screen(driver, controller, look))
    await driver.until(lambda: controller.view.complete)
    return controller


def analysis_screen(driver: Driver, controller: ReviewController, look: Look) -> AnalysisScreen:
    game = driver.app.screen_stack[1]
    assert isinstance(game, GameScreen)
    return AnalysisScreen(controller, look, game.explorer)


def plain_controller(driver: Driver, game: Game) -> ReviewController:
    post = driver.app.post
    return ReviewController(game, (WHITE,), post=post, open_deck=MemoryDeck, analyst=Plain)


@pytest.mark.parametrize(
    ("name", "size", "ascii_only"),
    [
        ("review-80x24", (80, 24), False),
        ("review-160x50", (160, 50), False),
        ("review-80x24-ascii", (80, 24), True),
        ("review-50x20", (50, 20), False),
    ],
)
def test_the_review_looks_as_it_did(
    name: str, size: tuple[int, int], ascii_only: bool, tmp_path: Path
) -> None:
    async def steps(driver: Driver) -> None:
        controller = await open_review(driver, last_moves(6), ascii_only=ascii_only)
        controller.carry_out(controller.study.go_to(3))
        await driver.settle()
        await driver.until_text("q Close")  # the footer comes last
        compare(name, driver.text)

    drive(steps, tmp_path, game=last_moves(6), size=size, ascii_only=ascii_only, sixteen=ascii_only)


def test_a_finished_game_offers_its_review_by_one_key(tmp_path: Path) -> None:
    game = last_moves(6)
    game.go_to(5)

    async def steps(driver: Driver) -> None:
        await driver.type_square("h8")
        await driver.until_text("w: review")
        assert "w Review" in driver.text.splitlines()[-1]
        await driver.press("w")
        await driver.until_text("Discs lost: ")
        await driver.press("home")
        await driver.until_text("move 0 of 6")
        await driver.press("right", "right", "right")
        assert "4. a1?? (White): -18" in driver.text
        assert "+10: h8" in driver.text
        assert "h8 secures" in driver.text
        assert "4 a1??" in driver.text  # in the list, with its mark
        board = driver.app.screen.query_one(BoardView)
        assert board.shown.board == driver.game.history[2].board.to_text()[:-2]
        assert set(board.shown.labels) == {parse_square(name) for name in ("h8", "a1")}
        await driver.press("end")
        assert "move 6 of 6" in driver.text
        await driver.press("up")
        assert "4. a1?? (White): -18" in driver.text
        await driver.press("q")
        await driver.until_text("Moves")

    drive(steps, tmp_path, game=game, seats=SEATS)


def test_the_graph_and_the_moves_are_clicked(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        controller = await open_review(driver, last_moves(6))
        graph = driver.app.screen.query_one(Graph)
        await driver.click_at(graph, GUTTER + 2, 3)
        await driver.until(lambda: controller.view.ply == 0)
        await driver.click_at(graph, graph.region.width - 3, 3)
        await driver.until(lambda: controller.view.ply == 6)
        driver.app.screen._on_timer_update()
        await driver.press("home")
        moves = driver.app.screen.query_one("#move-text")
        style = driver.app.screen.get_style_at(moves.region.x + 15, moves.region.y + 1)
        await driver.app.run_action(style.meta["@click"], driver.app.screen)
        assert controller.view.ply == 4

    drive(steps, tmp_path, game=last_moves(6), size=(100, 40))


def test_other_moves_are_tried_walked_named_promoted_deleted_and_saved(tmp_path: Path) -> None:
    game = last_moves(6)

    async def steps(driver: Driver) -> None:
        controller = await open_review(driver, driver.game)
        before = Game(game.start).tree
        await driver.press("home", "right", "right", "right")
        await driver.type_square("h8")
        assert "4. h8 (White)" in driver.text
        assert "4. h8" in driver.text
        assert controller.view.position.last == "h8"
        await driver.press("left")
        await driver.type_square("a2")
        await driver.press("t", *"wedge", "enter")
        assert ": wedge" in driver.text
        await driver.press("u")
        assert [line.name for line in controller.view.tree.lines] == ["", "wedge", ""]
        await driver.press("tab")
        assert controller.view.tree.way.endswith("h8")
        await driver.press("delete")
        assert "4. a1?? (White): -18" in driver.text
        await driver.press("tab")
        assert ": wedge" in driver.text
        await driver.type_square("c1")
        assert "cannot play c1" in driver.text
        await driver.press("q")
        assert driver.game.tree.children(controller.study.way[:-1])[1] == controller.study.way
        driver.saves.save("studied", driver.game)
        assert driver.saves.load("studied").variations == driver.game.variations != ()
        assert before.variations == ()

    drive(steps, tmp_path, game=game)


def test_the_line_of_a_reason_is_walked_on_the_board(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        controller = await open_review(driver, last_moves(6))
        await driver.press("home", "right", "right", "right")
        assert controller.view.line
        await driver.press("r")
        assert facts(controller.view.headline)[:4] == ["4", "h8", "White", "1"]
        assert controller.view.headline[:20] in driver.text
        assert "h8 secures" in driver.text
        while controller.view.ply != 3 or facts(controller.view.headline)[1] != "a1":
            await driver.press("r")
        assert "4. a1?? (White): -18" in driver.text
        assert controller.study.tree.variations == ()

    drive(steps, tmp_path, game=last_moves(6))


def test_arrows_look_back_at_a_finished_game_and_escape_returns_to_it(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.until(lambda: driver.table.view.over)
        before = driver.table.view
        await driver.press("left")
        await driver.until_text("move 5 of 6")
        assert "Resign" not in driver.text
        assert driver.app.screen.query_one(BoardView).region == driver.board.region
        await driver.press("left", "escape")
        assert driver.app.screen is driver.app.screen_stack[1]
        assert driver.table.view == before
        assert driver.board.shown == driver.table.scene

    drive(steps, tmp_path, game=last_moves(6), seats=SEATS)


def test_arrows_move_the_cursor_in_a_game_and_brackets_look_back(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        cursor = driver.board.cursor
        await driver.press("left")
        assert driver.board.cursor != cursor
        await driver.press("left_square_bracket")
        await driver.until_text("move 1 of 2")
        await driver.press("z")
        await driver.until(lambda: driver.game.start == Board().play("f5"))
        assert driver.game.ply == 0

    game = read_transcript("f5d6")
    drive(steps, tmp_path, game=game, seats={BLACK: HUMAN, WHITE: HUMAN})


def test_a_pasted_game_belongs_to_its_players(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        driver.app.screen.post_message(events.Paste(PASTED))
        await driver.until_text("Ann – Ben")
        assert [driver.table.view.seat(color).title for color in (BLACK, WHITE)] == ["Ann", "Ben"]
        assert driver.table.own_colors == [BLACK, WHITE]
        await driver.press("left")
        await driver.until_text("Ann – Ben - Analysis   move 4 of 5")
        await driver.press("escape")
        driver.saves.save("theirs", driver.game)
        assert driver.saves.load("theirs").info["black"] == "Ann"
        driver.app.screen.post_message(events.Paste("no game"))
        await driver.settle()
        assert driver.game.transcript == "f5d6c3d3c4"

    drive(steps, tmp_path, seats=SEATS)


def test_just_the_board_shows_names_and_clocks(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("f9")
        await driver.until(lambda: "Moves" not in driver.text)
        assert driver.text.splitlines()[-1].split() == ["●", "Greta", "○", "Human"]
        await driver.press("left")
        await driver.until(lambda: isinstance(driver.app.screen, AnalysisScreen))
        assert "Moves" not in driver.text
        await driver.press("f9")
        await driver.until_text("Moves")

    drive(steps, tmp_path, game=last_moves(6), seats=SEATS)


def test_the_lines_of_the_engine_are_played_by_a_click(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        controller = await open_review(driver, last_moves(6))
        await driver.press("home", "right", "right", "right", "v")
        await driver.until(lambda: controller.values)
        panel = driver.app.screen.query_one("#move")
        style = driver.app.screen.get_style_at(panel.region.x + 9, panel.region.y + 2)
        await driver.app.run_action(style.meta["@click"], driver.app.screen)
        assert controller.view.tree.aside
        assert len(controller.study.way) == 4

    drive(steps, tmp_path, game=last_moves(6))


def test_a_review_is_stopped_and_gone_on_with(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        controller = plain_controller(driver, last_moves(7))
        driver.app.push_screen(analysis_screen(driver, controller, many_colors()))
        await driver.press("s")
        await driver.until(lambda: not controller.view.running)
        if not controller.view.complete:  # it may be quicker than the key
            assert controller.view.progress in driver.text
            await driver.press("s")
        await driver.until_text("Discs lost")

    drive(steps, tmp_path)


def test_the_errors_of_a_review_are_practised(tmp_path: Path) -> None:
    deck = MemoryDeck()

    async def steps(driver: Driver) -> None:
        await driver.press("f7")
        await driver.until_text("Discs lost: ")
        await driver.press("p")
        await driver.until_asked_text(TASK)
        assert "Greta – White" in driver.asked
        [card] = [card for card in deck.cards.values() if card.loss == 18]
        assert parse_square("h8") in card.good
        while parse_square("h8") not in driver.app.screen.query_one(BoardView).shown.moves:
            await driver.press("s", "enter")
        await driver.type_square("h8")
        await driver.until_asked_text("h8 loses nothing")
        await driver.press("escape")
        await driver.until_text("Analysis   move")

    drive(steps, tmp_path, game=last_moves(6), seats=SEATS, open_deck=lambda: deck)


def test_practice_asks_until_a_move_of_the_same_value_is_found(tmp_path: Path) -> None:
    other = Card(Board(), 19, (37,), 3, True, "")
    deck = MemoryDeck([CARD, other])

    async def steps(driver: Driver) -> None:
        await driver.press("y")
        await driver.until_asked_text("Position 1 of 2, White")
        await driver.press("f")
        assert "▸ f_" in driver.text
        await driver.press("4")
        await driver.until_asked_text("f4 loses about 6")
        assert deck.cards[CARD.key].interval == AGAIN
        await driver.type_square("a1")
        assert "d3 f3 f4 g5" in driver.asked
        await driver.type_square("g5")
        assert "g5 loses nothing. Enter: next" in driver.asked
        board = driver.app.screen.query_one(BoardView)
        assert {*board.shown.labels} == {*CARD.good}
        await driver.press("enter")
        assert "Position 2 of 2, Black" in driver.asked
        await driver.type_square("f5")
        assert "1 day" in driver.asked
        await driver.press("enter")
        assert "10 minutes" in driver.asked
        await driver.press("q")
        await driver.until_text("Moves")

    drive(steps, tmp_path, open_deck=lambda: deck)
    assert deck.cards[other.key].interval == DAY
    assert deck.closed == 1


def test_cards_are_kept_on_the_disk_and_found_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))

    async def nothing_yet(driver: Driver) -> None:
        await driver.press("y")
        await driver.until_asked_text(EMPTY[:30])
        await driver.press("q")
        await driver.press("w")
        await driver.until_text("Discs lost: ")
        await driver.press("p")
        await driver.until_asked_text("Position 1 of")

    drive(nothing_yet, tmp_path, game=last_moves(6), seats=SEATS)

    async def again(driver: Driver) -> None:
        await driver.press("f6")
        await driver.until_asked_text("Position 1 of")

    drive(again, tmp_path)


def test_puzzles_of_a_theme_and_a_timed_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))

    async def steps(driver: Driver) -> None:
        await driver.press("ctrl+u")
        await driver.until_asked_text("Puzzle ")
        await driver.press("t")
        await driver.until_text(Theme.STONER.title)
        await driver.press("enter")
        await driver.until_asked_text("Puzzle ")
        screen = driver.app.screen
        assert isinstance(screen, PracticeScreen)
        controller = screen._controller
        assert isinstance(controller, PracticeController)
        card = controller.round.card
        assert card is not None
        assert card.puzzle is not None
        assert Theme.STONER in card.puzzle.puzzle.themes
        await driver.press("r")
        await driver.until_asked_text("2:5")  # of three minutes

    drive(steps, tmp_path)


def test_puzzles_come_one_after_another_and_the_days_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))

    async def steps(driver: Driver) -> None:
        await driver.press("ctrl+u")
        await driver.until_text("1000")
        await driver.press("s")
        await driver.until_asked_text("Right: ")
        await driver.press("enter")
        await driver.until_asked_text("Puzzle ")
        await driver.press("q")
        await driver.press("ctrl+d")
        await driver.until_asked_text("The puzzle of the day, ")
        await driver.press("s", "enter")
        await driver.until_asked_text("That was the last position.")

    drive(steps, tmp_path)


def test_a_repertoire_is_trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    own_openings(Color.BLACK).save(Repertoire(Color.BLACK).with_line(parse_line("f5d6c3")))

    async def steps(driver: Driver) -> None:
        for answered in ("This position is asked again", "1 day"):
            if answered == "1 day":
                await driver.until_asked_text("Position 2 of 2, Black")
            else:
                await driver.press("f8")
                await driver.press("enter")
                await driver.until_asked_text("your move here is c3")
            await driver.type_square("c3")
            await driver.until_asked_text(answered)
            await driver.press("enter")
        await driver.until_asked_text("That was the last position.")

    drive(steps, tmp_path)


def test_a_review_ends_with_where_the_game_left_the_repertoire(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    own_openings(Color.BLACK).save(Repertoire(Color.BLACK).with_line(parse_line("f5d6c3d3c4")))

    async def steps(driver: Driver) -> None:
        game, post = read_transcript("f5d6c5f4"), driver.app.post
        controller = ReviewController(
            game, (WHITE,), post=post, open_deck=MemoryDeck, effort=Effort(2, 0)
        )
        controller.find_departures = partial(own_departures, (Color.BLACK, Color.WHITE))
        driver.app.push_screen(analysis_screen(driver, controller, many_colors()))
        await driver.until(lambda: controller.view.complete)
        await driver.until(lambda: {"3,", "c5.", "c3."} <= set(controller.view.note.split()))

    drive(steps, tmp_path)


def test_a_position_is_set_up_pasted_and_played_from(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("ctrl+e")
        await driver.until_asked_text("Black to move · Black 2, White 2")
        await driver.press("ctrl+x")
        await driver.until_asked_text("There is no disc on the board yet.")
        await driver.press("w")
        await driver.type_square("d4")
        await driver.until_asked_text("Black 0, White 1")
        driver.app.screen.post_message(events.Paste("f5d6"))
        await driver.until_asked_text("Black 3, White 3")
        compare("editor-80x24", driver.text)
        await driver.press("t", "z")
        await driver.until_text("White to move")
        assert driver.table.game.start == Board.from_text(
            Board().play("f5").play("d6").to_text()[:-1] + "O"
        )

    drive(steps, tmp_path, size=(80, 24), seats={BLACK: HUMAN, WHITE: HUMAN})


def test_the_explorer_follows_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    fill(tmp_path)
    known = {move.move: move.value for move in default_book().moves(Board().play("f5"))}
    perpendicular, parallel = (worth(known[parse_square(name)]) for name in ("d6", "f4"))

    async def steps(driver: Driver) -> None:
        await driver.press("f5")
        await driver.until_text("archive:")
        await driver.type_square("f5")
        await driver.until_text(f"f4   {parallel}             –         –")
        assert f"{perpendicular}          3 0%" in driver.text, driver.text
        assert "2001 Cid – Ann 32–32" in driver.text
        await driver.press("f5")
        await driver.until_text("Moves")

    drive(steps, tmp_path, size=(80, 24), seats={BLACK: HUMAN, WHITE: HUMAN})


def test_an_answer_that_comes_after_the_end_of_the_program_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, gone = Queue[threading.Thread](), threading.Event()
    crashes: list[object] = []
    monkeypatch.setattr(threading, "excepthook", crashes.append)

    class Slow:
        def analyse(self, board: Board, *_: object, **__: object) -> object:
            asked.put(threading.current_thread())
            gone.wait()
            return [Mock(move=next(iter(board.legal_moves)))]

    monkeypatch.setattr(PlayOutController.__init__, "__kwdefaults__", {"analyst": Slow})

    async def steps(driver: Driver) -> None:
        await driver.press("f4")
        await driver.until_asked_text("Ending ")
        await driver.press("tab", "enter")
        await driver.until(lambda: not asked.empty())

    drive(steps, tmp_path)
    gone.set()
    asked.get().join()
    assert not crashes


def test_an_ending_is_played_out(tmp_path: Path) -> None:
    async def steps(driver: Driver) -> None:
        await driver.press("f3")
        await driver.until_asked_text("Ending ")
        assert "perfect play" in driver.asked
        await driver.press("tab", "enter")
        await driver.until(lambda: "perfect play" not in driver.asked)  # a move was made

    drive(steps, tmp_path)

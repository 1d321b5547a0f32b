"""Review and practice in the window, with a real mouse and keyboard."""

from collections.abc import Callable
from pathlib import Path

import pytest
from archives import fill
from tables import table_opener
from x_screen import Hands, color, let_play, picture, screen_position, wait_until

from outflank.board import Color, parse_square, square_name
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.play.seat import HUMAN
from outflank.storage.files.saves import Saves
from outflank.study.controllers.lesson import LessonController
from outflank.study.controllers.practice import PlayOutController
from outflank.study.course.course import find_lesson
from outflank.study.play_out import endings
from outflank.study.practice import Card
from outflank.study.words import with_perfect_play
from study import MemoryDeck, last_moves

pytest.importorskip("tkinter")
from tkinter import ttk

from outflank.window.analysis_panel import AnalysisPanel
from outflank.window.board_canvas import BoardCanvas
from outflank.window.editor_panel import EditorPanel
from outflank.window.game_window import GameWindow
from outflank.window.practice_panel import PracticePanel
from study import facts

SEATS = {Color.BLACK: "greedy", Color.WHITE: HUMAN}
CARD = Card(
    read_transcript("f5d6c3").board,
    parse_square("f4"),
    (parse_square("d3"), parse_square("g5")),
    6,
    False,
    "f4 opens the centre",
    "my game",
)


PASTED = (
    "(;GM[Othello]PC[GGS/os]PB[Ann]PW[Ben]TY[8]BO[8 "
    + "-" * 27
    + "O*------*O"
    + "-" * 27
    + " *]B[F5]W[D6]B[C3]W[D3]B[C4];)"
)
SHORTEST = min(range(len(endings("won"))), key=lambda at: len(endings("won")[at][0].empties))
Open = Callable[[Game], GameWindow]


@pytest.fixture
def deck() -> MemoryDeck:
    return MemoryDeck()


@pytest.fixture
def open_window(
    display: str, deck: MemoryDeck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Open:
    monkeypatch.setenv("DISPLAY", display)

    def open_window(game: Game) -> GameWindow:
        saves = Saves(tmp_path)
        opener = table_opener(saves, SEATS, game)
        window = GameWindow(opener, saves=saves, open_deck=lambda: deck)
        window.board.animate = False
        return window

    return open_window


def analysis(window: GameWindow) -> AnalysisPanel:
    """The panel of the analysis, which has the board."""
    wait_until(lambda: isinstance(window.study, AnalysisPanel), "no analysis opens")
    study = window.study
    assert isinstance(study, AnalysisPanel)
    return study


def reviewed(window: GameWindow) -> AnalysisPanel:
    """The analysis, its review complete."""
    study = analysis(window)
    wait_until(lambda: "Discs lost" in window.status.get(), "the review does not end")
    return study


def practising(window: GameWindow) -> PracticePanel:
    """The practice panel, with a position."""
    wait_until(lambda: isinstance(window.study, PracticePanel), "no practice opens")
    practice = window.study
    assert isinstance(practice, PracticePanel)
    wait_until(lambda: practice.controller.view.asking, "nothing is asked")
    return practice


def click_square(hands: Hands, board: BoardCanvas, name: str) -> None:
    hands.press_square(board, parse_square(name))


def press_row(hands: Hands, rows: ttk.Treeview, name: str) -> None:
    """Click on a row of a list, once it is drawn."""
    wait_until(lambda: rows.bbox(name), "the row is not shown")

    def in_row() -> tuple[int, int]:
        _, y, *_ = (int(part) for part in rows.bbox(name) or (0, 0))
        return rows.winfo_rootx() + 20, rows.winfo_rooty() + y + 8

    hands.press(rows, in_row)


def test_a_lesson_is_stepped_through_and_solved(open_window: Open, display: str) -> None:
    window = open_window(last_moves(6))
    hands = Hands(display, window.root)
    lesson = find_lesson("wedge")

    def steps() -> None:
        hands.wait_for("^Outflank .")
        window.open_lesson("wedge")
        panel = window.study
        assert isinstance(panel, PracticePanel)
        controller = panel.controller
        assert isinstance(controller, LessonController)
        hands.keys("control+bracketright")
        wait_until(lambda: controller.round.moves == lesson.steps[0].line[:1], "no step forward")
        picture(display, "window-lesson")
        controller.go_to(lesson.exercises[0])
        right = lesson.steps[lesson.exercises[0]].right
        assert right
        click_square(hands, window.board, square_name(right[0]))
        wait_until(lambda: controller.view.solved, "the move is not right")
        hands.keys("Return")
        wait_until(lambda: controller.round.at == lesson.exercises[1], "no next exercise")

    let_play(window, steps)


def test_other_moves_are_tried_in_a_review_named_promoted_and_deleted(
    open_window: Open, display: str
) -> None:
    window = open_window(last_moves(6))
    hands = Hands(display, window.root)

    def way(expected: str) -> None:
        review = analysis(window)
        wait_until(lambda: review.controller.view.tree.way[-2:] == expected, f"not at {expected}")

    def steps() -> None:
        hands.wait_for("^Outflank .")
        hands.keys("Left")  # the game is over
        review = reviewed(window)
        hands.keys("Home", "Right", "Right", "Right")
        hands.keys("r")  # the line of the reason
        wait_until(lambda: "move 1 of" in str(review.headline["text"]), "no line is shown")
        hands.keys("Up", "Down", "Home", "Right", "Right", "Right")
        click_square(hands, window.board, "h8")
        way("h8")
        hands.keys("Left", "a", "2")
        way("a2")
        hands.keys("t")
        hands.wait_for("^Name and comment$")
        hands.keys("w", "e", "Return")
        hands.wait_gone("^Name and comment$")
        wait_until(lambda: str(review.headline["text"]).endswith(": we"), "it has no name")
        hands.wait_for("Analysis")
        hands.keys("u")
        wait_until(lambda: review.controller.view.tree.lines[1].name == "we", "it is not the first")
        picture(display, "window-variations")
        assert "4. a2  we\n4. h8" in review.tree.get("1.0", "end")
        hands.keys("Tab")
        way("h8")
        hands.keys("Delete")
        wait_until(lambda: len(review.controller.view.tree.lines) == 2, "it is still there")
        assert [each.name for each in window.table.game.variations] == ["we"]

    let_play(window, steps)


def test_a_finished_game_offers_its_review_which_shows_where_it_was_lost(
    open_window: Open, display: str
) -> None:
    game = last_moves(6)
    game.go_to(5)
    window = open_window(game)
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("White to move")
        click_square(hands, window.board, "h8")
        wait_until(lambda: window.table.view.over, "the game is not over")
        before = window.table.view
        hands.keys("Right")
        review = reviewed(window)
        hands.keys("Up")
        wait_until(
            lambda: facts(review.headline["text"]) == ["4", "a1", "??", "White", "-18"],
            "the arrow does not go to the blunder",
        )
        assert facts(str(review.best["text"]))[:2] == ["+10", "h8"]
        assert facts(str(review.sentence["text"]))[:3] == ["h8", "a8", "h8"]
        assert "Discs lost: Black 28, White 18" in window.status.get()
        assert window.board.shown.board == window.table.game.history[2].board.to_text()[:-2]
        image = picture(display, "window-review")
        side = window.board.measures.square // 3
        x, y = screen_position(window.board, parse_square("h8"))
        red, green, blue = color(image, x - side, y - side)
        assert green > red > 150  # the light plate of the best move
        x, y = screen_position(window.board, parse_square("a1"))
        red, green, blue = color(image, x - side, y - side)
        assert red > 200 > green > blue  # the plate of the one that was played
        hands.keys("Home")
        wait_until(lambda: review.controller.view.ply == 0, "Home does not go to the start")
        canvas = review.graph.canvas

        def end_of_the_graph() -> tuple[int, int]:
            middle = canvas.winfo_rooty() + canvas.winfo_height() // 2
            return canvas.winfo_rootx() + canvas.winfo_width() - 8, middle

        hands.press(canvas, end_of_the_graph)
        wait_until(
            lambda: review.controller.view.ply == 6, "a click on the graph does not go there"
        )
        hands.keys("Escape")
        wait_until(lambda: window.study is None, "Escape does not return to the game")
        assert window.table.view == before
        assert window.board.shown == window.table.scene

    let_play(window, steps)


def test_errors_are_clicked_and_practised(
    open_window: Open, deck: MemoryDeck, display: str
) -> None:
    window = open_window(last_moves(6))
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("^Outflank .")
        assert window.study is None
        hands.keys("F7")
        review = reviewed(window)
        rows = review.moves._tree
        cells = [rows.set(row, "white").strip() for row in rows.get_children()]
        assert "4 a1??" in cells  # moves are counted one by one, with their marks
        press_row(hands, rows, rows.get_children()[0])
        wait_until(lambda: review.controller.view.ply == 1, "a click on a move does not go there")
        hands.keys("p")
        practice = practising(window)
        assert deck.cards
        assert all(card.board.turn is Color.WHITE for card in deck.cards.values())
        hands.wait_for("^Practice")
        hands.keys("Escape")
        wait_until(lambda: window.study is None, "the practice stays open")
        wait_until(lambda: not practice.winfo_exists(), "the panel stays")

    let_play(window, steps)
    assert deck.closed == 2


def test_practice_asks_until_a_good_move_is_clicked_or_typed(
    open_window: Open, deck: MemoryDeck, display: str
) -> None:
    other = Card(read_transcript("f5").board, 0, (parse_square("d6"),), 3, True, "")
    deck.add([CARD, other])
    window = open_window(Game())
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("White to move")
        hands.keys("F6")
        practice = practising(window)
        click_square(hands, window.board, "f4")
        wait_until(
            lambda: facts(practice.controller.view.sentence)[:2] == ["f4", "6"],
            "the error is not told",
        )
        picture(display, "window-practice")
        click_square(hands, window.board, "g5")
        wait_until(lambda: facts(practice.controller.view.sentence) == ["g5"], "g5 is not accepted")
        hands.keys("Return")
        wait_until(lambda: practice.controller.view.number == 2, "Return does not go on")
        hands.keys("d", "6")
        wait_until(
            lambda: facts(practice.controller.view.sentence) == ["d6", "1"],
            "d6 is not accepted",
        )
        wait_until(
            lambda: practice.sentence["text"] == practice.controller.view.sentence,
            "it does not say so",
        )
        hands.keys("Return")
        wait_until(
            lambda: "That was the last position." in practice.controller.view.sentence,
            "it does not end",
        )

    let_play(window, steps)


def test_a_pasted_game_is_its_players_and_looked_back_at_by_arrows_and_wheel(
    open_window: Open, display: str
) -> None:
    window = open_window(Game())
    hands = Hands(display, window.root)
    window.root.clipboard_clear()
    window.root.clipboard_append(PASTED)

    def steps() -> None:
        hands.wait_for("^Outflank .")
        hands.keys("ctrl+v")
        wait_until(lambda: window.table.game.transcript == "f5d6c3d3c4", "nothing is pasted")
        assert [window.table.view.seat(color).title for color in Color] == ["Ann", "Ben"]
        game = window.table.game
        hands.keys("Left")
        study = analysis(window)
        wait_until(lambda: study.controller.view.ply == 4, "the arrow does not go back")
        hands.wait_for("^Ann")
        assert window.menu.entrycget("Game", "state") == "disabled"
        hands.keys("ctrl+g")  # nobody resigns here
        hands.click(*screen_position(window.board, 0))
        hands.wheel(up=True)
        wait_until(lambda: study.controller.view.ply == 3, "the wheel does not go back")
        hands.keys("Escape")
        wait_until(lambda: window.study is None, "the game does not come back")
        assert window.table.game is game
        assert game.transcript == "f5d6c3d3c4"
        assert not game.is_over
        hands.keys("Left")  # moves the cursor from now on
        wait_until(lambda: window.board.cursor is not None, "there is no cursor")
        assert window.study is None

    let_play(window, steps)


def test_another_game_is_played_from_a_position_of_the_analysis(
    open_window: Open, display: str
) -> None:
    window = open_window(last_moves(6))
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("^Outflank .")
        hands.keys("Home", "Left")
        study = analysis(window)
        hands.keys("Home")
        wait_until(lambda: study.controller.view.ply == 0, "Home does not go to the start")
        hands.press(study.play_on)
        wait_until(lambda: not window.table.game.is_over, "no other game begins")
        assert window.study is None
        assert len(window.table.game.start.empties) == 6

    let_play(window, steps)


def test_the_lines_of_the_engine_are_played_by_a_click(open_window: Open, display: str) -> None:
    window = open_window(last_moves(6))
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("^Outflank .")
        hands.keys("F7")
        study = reviewed(window)
        hands.keys("Home", "Right", "Right", "Right", "F8")
        wait_until(lambda: study.lines.get("1.0", "end").startswith("+10"), "there is no line")
        assert window.board.shown.values
        picture(display, "window-lines")

        def first_move() -> tuple[int, int]:
            x, y, _, height = study.lines.bbox("1.6") or (0, 0, 0, 0)
            return study.lines.winfo_rootx() + x + 3, study.lines.winfo_rooty() + y + height // 2

        before = window.board.shown.board
        hands.move(*first_move())
        wait_until(lambda: window.board.shown.board != before, "the line is not previewed")
        assert not study.controller.view.tree.aside
        hands.press(study.lines, first_move)
        wait_until(lambda: study.controller.view.tree.aside, "the line is not played")

    let_play(window, steps)


def test_just_the_board_has_names_and_arrows(open_window: Open, display: str) -> None:
    window = open_window(last_moves(6))
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("^Outflank .")
        hands.keys("F11")
        wait_until(lambda: not window.side.winfo_ismapped(), "the panel stays")
        wait_until(window.cards[0].winfo_ismapped, "there are no names")
        back = window._steps.winfo_children()[1]
        hands.press(back)
        wait_until(lambda: analysis(window).controller.view.ply == 5, "the arrow does not go back")
        assert not analysis(window).winfo_ismapped()
        picture(display, "window-bare")
        hands.keys("F11")
        wait_until(lambda: analysis(window).winfo_ismapped(), "the panel does not come back")

    let_play(window, steps)


def test_puzzles_are_practised_like_errors(
    open_window: Open, display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    window = open_window(Game())
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("to move")
        hands.keys("ctrl+u")
        practice = practising(window)
        hands.wait_for("^Puzzles")
        first = practice.controller.view.headline
        assert first.startswith("Puzzle ")
        answer = practice.answer
        wait_until(lambda: not answer.instate(["disabled"]), "the answer is not offered")
        hands.press(answer)
        wait_until(lambda: practice.controller.view.solved, "the answer is not shown")
        hands.keys("Return")
        wait_until(lambda: practice.controller.view.headline != first, "no other puzzle comes")

    let_play(window, steps)


def test_an_ending_is_played_out_to_its_end_and_once_more(open_window: Open, display: str) -> None:
    window = open_window(Game())
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("to move")
        hands.keys("F3")
        practice = practising(window)
        hands.wait_for("^Play it out")
        controller = practice.controller
        assert isinstance(controller, PlayOutController)
        window._calls.put(lambda: controller.carry_out(controller.play_out.begin(SHORTEST)))
        wait_until(lambda: controller.view.number == SHORTEST + 1, "the ending does not begin")
        assert with_perfect_play(controller.play_out.worth) in controller.view.sentence
        picture(display, "window-play-out")
        while not controller.view.solved:
            before = controller.view.position.board
            click_square(hands, window.board, next(iter(controller.view.position.legal)))

            def answered(before: str = before) -> bool:
                view = controller.view
                return view.position.board != before and (view.asking or view.solved)

            wait_until(answered, "nobody answers")
        assert controller.view.sentence.startswith("You ")
        wait_until(lambda: practice.next.instate(["!disabled"]), "the end is not shown")
        picture(display, "window-played-out")
        hands.press(practice.answer)
        wait_until(lambda: not controller.play_out.moves, "it does not begin once more")

    let_play(window, steps)


def test_a_position_is_set_up_by_mouse_and_keys_and_played_from(
    open_window: Open, display: str
) -> None:
    window = open_window(Game())
    hands = Hands(display, window.root)
    window.table.pause_or_resume()

    def steps() -> None:
        hands.wait_for("^Outflank .")
        hands.keys("ctrl+e")
        hands.wait_for("^Board editor")
        editor = window.study
        assert isinstance(editor, EditorPanel)
        hands.press(editor.buttons["Clear"])
        wait_until(lambda: "no disc" in editor.controller.view.problem, "it is not cleared")
        hands.keys("ctrl+z")
        wait_until(lambda: editor.controller.view.can_play, "it is not taken back")
        click_square(hands, window.board, "c4")
        wait_until(lambda: "Black 3" in editor.headline["text"], "no disc is put there")
        hands.keys("w", "f", "4", "Up", "Return")
        wait_until(lambda: "White 4" in editor.headline["text"], "no white discs are put there")
        picture(display, "window-editor")
        hands.keys("F5")
        wait_until(lambda: len(window.table.game.start.empties) == 57, "it is not played from")

    let_play(window, steps)


def test_the_explorer_follows_the_game_and_plays_a_move(
    open_window: Open, display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    fill(tmp_path)
    window = open_window(read_transcript("f5"))
    hands = Hands(display, window.root)

    def steps() -> None:
        hands.wait_for("White to move")
        hands.keys("F5")
        explorer = analysis(window).explorer
        rows = explorer.rows
        wait_until(lambda: rows.exists("d6"), "the moves do not come")
        press_row(hands, rows, "d6")
        press_row(hands, rows, "d6")
        wait_until(lambda: analysis(window).controller.view.tree.way == "f5d6", "d6 is not tried")
        wait_until(lambda: rows.exists("c3"), "it does not follow")
        assert window.table.game.transcript == "f5"

    let_play(window, steps)

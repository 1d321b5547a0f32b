"""The board editor: whatever is done to a position, and what is said of it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import SIZES, Board, Color, Symmetry, parse_square
from outflank.study import instructions as m
from outflank.study.board_editor import BoardEditor, EditorState
from outflank.study.values import move_values
from study import facts

CHANGES = st.sampled_from(["turn", "clear", "start", "mirror", "rotate", "swap", "undo"])
BRUSHES = st.sampled_from(["black", "white", "empty"])
STEPS = st.one_of(
    st.tuples(st.just("put"), st.integers(0, 15)),
    st.tuples(st.just("change"), CHANGES),
    st.tuples(st.just("select_brush"), BRUSHES),
    st.tuples(st.just("resize"), st.sampled_from(SIZES)),
)


def said(text: str) -> str:
    return BoardEditor(EditorState(text)).view.problem


@given(st.lists(STEPS, max_size=30))
def test_whatever_is_done_can_be_taken_back_and_is_kept_between_two_requests(
    steps: list[tuple[str, Any]],
) -> None:
    editor = BoardEditor()
    for method, argument in steps:
        before = editor.board
        assert getattr(editor, method)(argument) == [m.RefreshView()]
        undoes = argument == "undo"
        editor = BoardEditor(editor.state)
        if editor.board != before and not undoes:
            again = BoardEditor(editor.state)
            again.change("undo")
            assert again.board == before
        assert editor.view.can_play == (not editor.view.problem)


def test_a_square_gets_what_the_brush_has_and_loses_it_again() -> None:
    editor = BoardEditor()
    a1 = parse_square("a1")
    for brush, disc in (("white", Color.WHITE), ("black", Color.BLACK)):
        editor.select_brush(brush)  # type: ignore[arg-type]
        editor.put(a1)
        assert editor.board[a1] is disc
    editor.put(a1)
    assert editor.board == Board()


def test_the_whole_position_turns_mirrors_and_changes_sides() -> None:
    start = Board().play("f5")
    wanted = {
        "rotate": start.transformed(Symmetry.ROTATE_90),
        "mirror": start.transformed(Symmetry.FLIP_COLUMNS),
        "start": Board(),
        "swap": Board.from_discs(black=start.white.names, white=start.black.names),
        "turn": Board.from_discs(black=start.black.names, white=start.white.names),
    }
    for how, board in wanted.items():
        editor = BoardEditor(EditorState(start.to_text()))
        editor.change(how)  # type: ignore[arg-type]
        assert editor.board == board, how


@pytest.mark.parametrize(
    ("cells", "sides"),
    [
        ("----------------", []),
        ("-----OO--OO-----", ["Black"]),
        ("X-------------O-", []),
        ("XXXXXXXXOOOOOOOO", []),
        ("OX--------------", ["Black", "White"]),  # who must pass, and who should be to move
    ],
)
def test_what_is_wrong_is_said(cells: str, sides: list[str]) -> None:
    problem = said(f"{cells} X")
    assert problem
    assert facts(problem) == sides


def test_every_problem_has_a_sentence_of_its_own() -> None:
    boards = "-" * 16, "-----OO--OO-----", "X-------------O-", "XXXXXXXXOOOOOOOO"
    assert len({said(f"{cells} X") for cells in boards}) == len(boards)


@pytest.mark.parametrize(
    ("cells", "odd"),
    [
        ("-XO-------------", "b2"),
        ("X----OX--XO-----", ""),
        ("-----OX--XO----- ", ""),
        ("X----OX--XO----X", ""),
    ],
)
def test_a_position_that_no_game_has_can_be_played_and_is_told_of(cells: str, odd: str) -> None:
    view = BoardEditor(EditorState(f"{cells} X")).view
    assert view.can_play
    assert facts(view.remark) == ([odd] if odd else [])
    assert bool(view.remark) == bool(odd)


def test_a_disc_far_from_the_others_is_told_of() -> None:
    editor = BoardEditor()
    editor.put(parse_square("h8"))
    assert facts(editor.view.remark) == ["h8"]


def test_a_text_is_read_by_somebody_else_and_a_wrong_one_changes_nothing() -> None:
    editor = BoardEditor()
    assert m.ReadText("f5") in editor.paste("f5")
    editor.text_read(None, "expected a game")
    assert (editor.board, editor.view.note) == (Board(), "Expected a game.")
    editor.text_read(Board().play("f5"))
    assert (editor.board, editor.view.note) == (Board().play("f5"), "")


def test_values_are_those_of_the_position_and_gone_with_it() -> None:
    editor = BoardEditor()
    assert m.FindValues(Board()) in editor.request_values()
    values = move_values(Board())
    editor.values_found(Board(6), values)
    assert not editor.view.values
    editor.values_found(Board(), values)
    assert {value.square for value in editor.view.values} == {"d3", "c4", "f5", "e6"}
    editor.change("clear")
    assert not editor.view.values
    editor.request_values()
    assert editor.view.note == editor.view.problem != ""


def test_only_a_position_with_a_move_is_played_from() -> None:
    editor = BoardEditor()
    assert editor.play_on() == [m.StartGame(Board())]
    editor.change("clear")
    assert editor.play_on() == [m.RefreshView()]
    assert editor.view.note == editor.view.problem != ""

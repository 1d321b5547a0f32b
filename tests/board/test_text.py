"""Positions as text, both ways."""

import pytest
from hypothesis import given
from random_positions import any_discs, boards

from outflank.board import Board, Color, InvalidPosition


@given(any_discs())
def test_one_line_text_comes_back_equal(board: Board) -> None:
    assert Board.from_text(board.to_text()) == board
    assert eval(repr(board), {"Board": Board}) == board


@given(boards())
def test_a_diagram_comes_back_equal(board: Board) -> None:
    assert Board.from_diagram(board.diagram()) == board


def test_signs_of_other_programs_are_read() -> None:
    for text in ("-*O- OXXO ...w b--- w", "-XO-\nOXXO\n---O\nX---\nO;"):
        board = Board.from_text(text)
        assert board.to_text() == "-XO-OXXO---OX--- O"


def test_rows_and_sets_build_the_same_board() -> None:
    rows = ["----", "-OX-", "-XO-", "----"]
    assert Board.from_rows(rows) == Board(4)
    discs = Board.from_discs(black=["c2", "b3"], white=["b2", "c3"], size=4)
    assert discs == Board(4)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "0 characters"),
        ("X" * 64, "64 characters"),
        ("-" * 16 + "Z", "^'Z'"),
        ("-" * 5 + "?" + "-" * 10 + "X", r"^'\?' on b2"),
    ],
)
def test_broken_text_says_what_was_expected(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition, match=sentence):
        Board.from_text(text)


def test_broken_rows_and_diagrams_say_where() -> None:
    with pytest.raises(InvalidPosition, match=r"Row 2 .* 4 .* 3 in '---'"):
        Board.from_rows(["----", "---", "----", "----"])
    with pytest.raises(InvalidPosition, match=r"Got 3"):
        Board.from_rows(["---"] * 3)
    with pytest.raises(InvalidPosition, match="'Black to move'"):
        Board.from_diagram("1 - - - -")


def test_a_diagram_marks_legal_moves_and_says_who_moves() -> None:
    lines = str(Board(4)).splitlines()
    assert lines == [
        "  a b c d",
        "1 - + - -",
        "2 + O X -",
        "3 - X O +",
        "4 - - + -",
        "Black to move",
    ]
    assert str(Board(12)).splitlines()[10].startswith("10 ")
    over = Board.from_rows(["X---", "----", "----", "----"], Color.WHITE)
    assert str(over).endswith("Game over, White to move")

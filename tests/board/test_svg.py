"""The picture of a board is well-formed and shows what is there."""

from xml.etree import ElementTree as ET

from hypothesis import given
from random_positions import boards

from outflank.board import Board, Color, parse_square

CIRCLE = "{http://www.w3.org/2000/svg}circle"


@given(boards())
def test_a_picture_has_a_circle_for_every_disc_and_legal_move(board: Board) -> None:
    circles = ET.fromstring(board.to_svg()).findall(f".//{CIRCLE}")
    discs = board.count(Color.BLACK) + board.count(Color.WHITE)
    assert len(circles) == discs + len(board.legal_moves)


def test_a_picture_marks_what_it_is_asked_to() -> None:
    board = Board().play("f5")
    bare = board.to_svg(legal=False)
    marked = board.to_svg(legal=False, last_move=parse_square("f5"), highlight=[0, 1])
    assert marked.count("<circle") == bare.count("<circle") + 1
    assert marked.count("<rect") == bare.count("<rect") + 2
    assert board._repr_svg_() == board.to_svg()
    assert "4 black and 1 white discs, White to move" in bare

"""The first game: what each position teaches is true of it."""

import pytest

from outflank.board import Board, Color, IllegalMove
from outflank.play.lessons import LESSONS, lesson_view


def played(number: int) -> list[Board]:
    """The position after each move that is meant."""
    lesson = LESSONS[number - 1]
    board = Board.from_text(lesson.position)
    return [board.play(name) for name in lesson.wanted or board.legal_moves.names]


def test_every_lesson_can_be_done_and_says_so() -> None:
    assert len(LESSONS) == 5
    for number, lesson in enumerate(LESSONS, start=1):
        asked = lesson_view(number)
        assert (asked.sentence, asked.done, asked.moves) == (lesson.task, False, [])
        for name in lesson.wanted or asked.legal:
            told = lesson_view(number, name)
            assert told.done
            assert [made.square for made in told.moves] == [name]
            assert told.moves[0].flips == asked.legal[name]
            assert told.board.count("X") > asked.board.count("X")
            assert not told.legal


def test_one_square_alone_catches_five_in_four_directions() -> None:
    legal = lesson_view(2).legal
    assert {name for name, flips in legal.items() if len(flips) >= 5} == {"e5"}
    other = next(name for name in legal if name != "e5")
    wrong = lesson_view(2, other)
    assert not wrong.done
    assert wrong.board == lesson_view(2).board
    assert wrong.sentence.startswith(other)


def test_white_passes_and_black_moves_again() -> None:
    for board in played(3):
        assert board.must_pass
        assert board.pass_turn().legal_moves


def test_the_corner_cannot_be_turned_and_the_end_is_the_end() -> None:
    assert LESSONS[3].wanted == ("a8",)
    (end,) = played(5)
    assert end.is_over
    assert f"Black {end.count(Color.BLACK)}, White {end.count(Color.WHITE)}: you win!" in (
        lesson_view(5, "h8").sentence
    )
    assert end.count(Color.BLACK) > end.count(Color.WHITE)


def test_an_illegal_square_is_refused_as_on_every_board() -> None:
    with pytest.raises(IllegalMove):
        lesson_view(1, "a1")

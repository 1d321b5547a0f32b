"""A hint in one sentence, for all screens."""

import pytest

from outflank.board import Board, square_name
from outflank.book import default_book
from outflank.study.hints import Hint, advise, hint_of
from outflank.study.values import MoveValue

ENDGAME = Board.from_text("-XXXXXXX--XOOOXXXOOOXXOXXOOOXXOXXOXOOXOXXOXXOOOX-XXXXOOX-XXXXXX- X")


def test_an_endgame_is_told_exactly() -> None:
    assert advise(ENDGAME) == Hint(8, "a2 wins by 18, exactly; b2 [+10], a7 [-6].")


def test_an_estimate_says_so_and_shows_the_line() -> None:
    sentence = advise(Board(6)).sentence
    assert "is worth about" in sentence
    assert ", then " in sentence
    assert "book" not in sentence


def test_a_hint_from_the_book_says_so() -> None:
    hint = advise(Board())
    best = default_book().moves(Board())[0]
    assert hint.square == best.move
    assert abs(best.value) <= 1  # a draw, as is known since 2023; a search errs by a disc
    assert f"{square_name(best.move)} is " in hint.sentence
    assert " by the book, then " in hint.sentence


@pytest.mark.parametrize(
    ("score", "exact", "sentence"),
    [
        (0, True, "d3 draws, exactly."),
        (-2, True, "d3 loses by 2, exactly."),
        (2, False, "d3 is worth about +2, then c3 d2."),
        (0, False, "d3 is about even, then c3 d2."),
    ],
)
def test_a_hint_says_what_its_move_is_worth(score: int, exact: bool, sentence: str) -> None:
    value = MoveValue(19, score, exact, True, 9, (19, 18, 11))
    assert hint_of({19: value}, 8) == Hint(19, sentence)

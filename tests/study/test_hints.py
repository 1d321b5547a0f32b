"""A hint in one sentence, for all screens."""

from dataclasses import replace

import pytest

from outflank.board import Board, square_name
from outflank.book import default_book
from outflank.study.hints import LINE_MOVES, advise, hint_of
from outflank.study.values import HINT, MoveValue, move_values
from study import facts

ENDGAME = Board.from_text("-XXXXXXX--XOOOXXXOOOXXOXXOOOXXOXXOXOOXOXXOXXOOOX-XXXXOOX-XXXXXX- X")


def test_an_endgame_is_told_exactly() -> None:
    hint = advise(ENDGAME)
    assert hint.square == 8
    assert facts(hint.sentence)[0] == "a2"
    assert facts(hint.more) == ["a2", "18", "b2", "+10", "a7", "-6"]
    assert "[+10]" in hint.more  # exact values are framed


def test_an_estimate_says_so_and_shows_the_line() -> None:
    values = move_values(Board(6), HINT, seconds=0.2)
    best = next(iter(values.values()))
    assert not best.exact
    assert not best.book
    line = [square_name(square, 6) for square in best.line[: 1 + LINE_MOVES]]
    told = facts(hint_of(Board(6), values).more)
    assert [told[0], *told[2 : 1 + len(line)]] == line


def test_a_hint_from_the_book_says_so() -> None:
    hint = advise(Board())
    best = default_book().moves(Board())[0]
    assert hint.square == best.move
    assert abs(best.value) <= 1  # a draw, as is known since 2023; a search errs by a disc
    assert facts(hint.sentence)[0] == facts(hint.more)[0] == square_name(best.move)
    value = MoveValue(best.move, best.value, False, True, 9, (best.move,))
    book, guess = (
        hint_of(Board(), {best.move: replace(value, book=each)}) for each in (True, False)
    )
    assert book.more != guess.more


@pytest.mark.parametrize(
    ("score", "exact", "told"),
    [
        (0, True, ["d3"]),
        (-2, True, ["d3", "2"]),
        (2, False, ["d3", "+2", "c3", "d2"]),
        (0, False, ["d3", "0", "c3", "d2"]),
    ],
)
def test_a_hint_says_what_its_move_is_worth(score: int, exact: bool, told: list[str]) -> None:
    value = MoveValue(19, score, exact, True, 9, (19, 18, 11))
    hint = hint_of(Board(), {19: value})
    assert (hint.square, facts(hint.more)) == (19, told)


def test_a_win_and_a_loss_by_as_many_discs_differ() -> None:
    won, lost = (hint_of(Board(), {19: MoveValue(19, s, True, True, 9, (19,))}) for s in (2, -2))
    assert won.more != lost.more
    assert won.sentence == lost.sentence

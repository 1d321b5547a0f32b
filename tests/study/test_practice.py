"""Practice: schedules and answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.board import parse_square
from outflank.formats import read_transcript
from outflank.study.practice import (
    AGAIN,
    LONGEST,
    Card,
    WrongTry,
    analyze_answer,
    answered,
    solution,
    verdict,
)
from outflank.study.words import DAY
from study import Plain, last_moves

BOARD = read_transcript("f5d6c3").board
A1, H8 = parse_square("a1"), parse_square("h8")
END = last_moves(3).start
GOOD = tuple(parse_square(name) for name in ("d3", "c4"))
CARD = Card(BOARD, parse_square("f4"), GOOD, 6, False, "f4 opens the centre", "my game")


def test_any_move_of_the_same_value_counts() -> None:
    assert CARD.accepts(GOOD[0])
    assert CARD.accepts(GOOD[1])
    assert not CARD.accepts(parse_square("f4"))
    assert solution(CARD) == "d3 or c4. f4 opens the centre."


def test_a_wrong_try_is_weighed_and_does_not_give_the_answer_away() -> None:
    # Black has just enough: a1 gives it away, h8 keeps it.
    card = Card(END, A1, (H8,), 18, True, "h8 leaves Black without a move")
    tried = analyze_answer(card, A1, Plain())
    assert (tried.square, tried.loss, tried.exact) == (A1, 18, True)
    assert tried.why == (
        "one move later Black has 6 discs of the left edge for good, and White 2; "
        "after the best move it is 0 and 7"
    )
    told = verdict(card, tried)
    assert told.startswith("a1 loses 18 discs, and was played in the game: one move later")
    assert told.endswith(". Try again.")
    assert "h8" not in told


@pytest.mark.parametrize(
    ("tried", "told"),
    [
        (WrongTry(H8, 1, True, ""), "h8 loses 1 disc. Try again."),
        (WrongTry(H8, 4, False, "why"), "h8 loses about 4 discs: why. Try again."),
        (WrongTry(H8, 0, False, ""), "h8 is only a little worse than the best. Try again."),
    ],
)
def test_a_verdict_counts_the_discs(tried: WrongTry, told: str) -> None:
    assert verdict(CARD, tried) == told


@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_right_answers_come_back_ever_later_and_wrong_ones_soon(answers: list[bool]) -> None:
    card, now = CARD, 0.0
    for right in answers:
        before = card
        card = answered(card, right, now)
        assert card.due == now + card.interval
        if right:
            assert DAY <= card.interval <= LONGEST
            assert card.interval >= before.interval or before.interval == LONGEST
            assert card.streak == before.streak + 1
        else:
            assert (card.interval, card.streak) == (AGAIN, 0)
            assert card.lapses == before.lapses + 1
        assert 1.3 <= card.ease <= 3.0
        now = card.due

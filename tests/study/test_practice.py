"""Practice: schedules and answers."""

from dataclasses import replace

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
from study import Plain, facts, last_moves

BOARD = read_transcript("f5d6c3").board
A1, H8 = parse_square("a1"), parse_square("h8")
END = last_moves(3).start
GOOD = tuple(parse_square(name) for name in ("d3", "c4"))
CARD = Card(BOARD, parse_square("f4"), GOOD, 6, False, "f4 opens the centre", "my game")


def test_any_move_of_the_same_value_counts() -> None:
    assert CARD.accepts(GOOD[0])
    assert CARD.accepts(GOOD[1])
    assert not CARD.accepts(parse_square("f4"))
    assert facts(solution(CARD)) == ["d3", "c4", "f4"]
    assert solution(CARD).endswith("f4 opens the centre.")


def test_a_wrong_try_is_weighed_and_does_not_give_the_answer_away() -> None:
    # Black has just enough: a1 gives it away, h8 keeps it.
    card = Card(END, A1, (H8,), 18, True, "h8 leaves Black without a move")
    tried = analyze_answer(card, A1, Plain())
    assert (tried.square, tried.loss, tried.exact) == (A1, 18, True)
    assert facts(tried.why)[:2] == ["a1", "a2"]  # opens a2
    told = verdict(card, tried)
    assert facts(told)[:2] == ["a1", "18"]
    assert tried.why in told
    assert verdict(replace(card, played=H8), tried) != told  # without the game
    assert "h8" not in told


@pytest.mark.parametrize(
    ("tried", "told"),
    [
        (WrongTry(H8, 1, True, ""), ["h8", "1"]),
        (WrongTry(H8, 4, False, "Because of a1."), ["h8", "4", "a1"]),
        (WrongTry(H8, 0, False, ""), ["h8"]),
    ],
)
def test_a_verdict_counts_the_discs(tried: WrongTry, told: list[str]) -> None:
    assert facts(verdict(CARD, tried)) == told


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

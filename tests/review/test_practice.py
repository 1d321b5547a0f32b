"""Practice: schedules and answers."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from outflank.board import Board, parse_square
from outflank.formats import read_transcript
from outflank.review import Card, Question, answered, due_cards, verdict
from outflank.review.practice import AGAIN, DAY, LONGEST

BOARD = read_transcript("f5d6c3").board
GOOD = tuple(parse_square(name) for name in ("d3", "c4"))
CARD = Card(BOARD, parse_square("f4"), GOOD, 6, False, "f4 opens the centre", "my game")


def test_any_move_of_the_same_value_counts() -> None:
    assert CARD.accepts(GOOD[0])
    assert CARD.accepts(GOOD[1])
    assert not CARD.accepts(parse_square("f4"))
    assert verdict(CARD, GOOD[1]) == "c4 loses nothing."
    assert verdict(CARD, CARD.played) == (
        "That was played in the game and cost 6 discs. f4 opens the centre."
    )
    assert verdict(CARD, parse_square("f6")) == "f6 loses discs. Try on."
    silent = replace(CARD, sentence="")
    assert verdict(silent, CARD.played) == "That was played in the game and cost 6 discs."


def test_only_the_first_answer_to_a_question_counts() -> None:
    asked = Question(CARD)
    assert asked.answer(CARD.played).startswith("That was played")
    assert not asked.solved
    assert asked.answer(GOOD[0]) == "d3 loses nothing."
    assert asked.solved
    assert asked.result(0.0) == answered(CARD, False, 0.0)
    at_once = Question(CARD)
    at_once.answer(GOOD[1])
    assert at_once.result(5.0) == answered(CARD, True, 5.0)
    given_up = Question(CARD)
    assert given_up.give_up() == "d3 or c4. f4 opens the centre."
    assert (given_up.solved, given_up.result(5.0)) == (True, answered(CARD, False, 5.0))


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


def test_due_cards_come_in_order() -> None:
    later = answered(CARD, True, 0.0)
    costly = Card(Board(), 19, (37,), 9, True, "")
    assert due_cards([later, CARD, costly], 1.0) == [costly, CARD]
    assert due_cards([later], DAY) == [later]

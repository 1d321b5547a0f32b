"""Puzzles in the database: which comes next, what an answer does, and the puzzle of the day."""

import time
from datetime import UTC, datetime

import pytest

from outflank.storage.database import Database
from outflank.storage.study.puzzle_cards import DAY, PuzzleCards
from outflank.study.practice import Card, answered
from outflank.study.puzzles.puzzle import shipped_puzzles
from outflank.study.puzzles.standing import SolverRating, daily_puzzle

NOON = 20_000.5 * DAY  # of some day


def solve(cards: PuzzleCards, right: bool, now: float) -> Card:
    """Answer the next puzzle."""
    (card,) = cards.due(now)
    cards.update(answered(card, right, now))
    return card


def test_the_next_puzzle_is_new_and_about_as_hard_as_one_is_good(database: Database) -> None:
    mine = PuzzleCards(database, "me")
    assert mine.standing() == SolverRating()
    asked = [solve(mine, right, NOON) for right in (True, True, True, False, True)]
    assert len({card.key for card in asked}) == len(asked)
    standing = mine.standing(NOON)
    assert (standing.tries, standing.solved, standing.streak) == (5, 4, 1)
    assert standing.rating > SolverRating().rating
    (card,) = mine.due(NOON)
    assert card.puzzle is not None
    assert abs(card.puzzle.rating - standing.rating) <= 150
    assert PuzzleCards(database, "you").standing() == SolverRating()


def test_the_first_answer_counts(database: Database) -> None:
    mine = PuzzleCards(database, "me")
    (card,) = mine.due(NOON)
    mine.update(answered(card, False, NOON))
    mine.update(answered(card, True, NOON))
    assert mine.standing(NOON).solved == 0


def test_many_who_fail_make_a_puzzle_harder(database: Database) -> None:
    puzzle = shipped_puzzles()[0]
    key = f"puzzle {puzzle.number}"
    for name in "abc":
        cards = PuzzleCards(database, name)
        (card,) = cards.find_all([key])
        cards.update(answered(card, False, NOON))
    (card,) = PuzzleCards(database, "d").find_all([key])
    assert card.puzzle is not None
    assert card.puzzle.rating > puzzle.rating


def test_the_puzzle_of_the_day_is_everybodys_and_comes_once(database: Database) -> None:
    mine, yours = (PuzzleCards(database, name, daily=True) for name in ("me", "you"))
    assert mine.due(NOON)[0].key == yours.due(NOON)[0].key
    solve(mine, True, NOON)
    assert mine.due(NOON) == []
    assert yours.due(NOON)
    assert mine.due(NOON + DAY)
    assert PuzzleCards(database, "me").due(NOON)[0].puzzle is not None


def test_days_in_a_row_are_counted_until_one_is_missed(database: Database) -> None:
    mine = PuzzleCards(database, "me", daily=True)
    days = []
    for day in (0, 1, 2, 4, 5):
        solve(mine, True, NOON + day * DAY)
        days.append(mine.standing(NOON + day * DAY).days)
    assert days == [1, 2, 3, 1, 2]


@pytest.mark.parametrize("key", ["puzzle 0", "puzzle 99999999", "puzzle x", "daily 1", "X", ""])
def test_a_puzzle_that_there_is_not_is_missing(key: str, database: Database) -> None:
    with pytest.raises(LookupError):
        PuzzleCards(database, "me").find_all([key])


def test_nobody_can_answer_the_puzzle_of_another_day(database: Database) -> None:
    today = daily_puzzle(shipped_puzzles(), datetime.fromtimestamp(time.time(), UTC).date())
    mine = PuzzleCards(database, "me", daily=True)
    assert mine.find_all([f"daily {today.number}"])
    refused = 0
    for puzzle in shipped_puzzles():
        try:
            mine.find_all([f"daily {puzzle.number}"])
        except LookupError:
            refused += 1
    assert refused >= len(shipped_puzzles()) - 2

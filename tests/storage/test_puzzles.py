"""Puzzles in the database: which comes next, what an answer does, and the puzzle of the day."""

import time
from datetime import UTC, datetime

import pytest

from outflank.storage.database import Database
from outflank.storage.study.practice_cards import PracticeCards
from outflank.storage.study.puzzle_cards import DAY, PuzzleCards
from outflank.study.practice import AGAIN, Card, answered
from outflank.study.practice_round import MOST_IN_RUN
from outflank.study.puzzles.puzzle import shipped_puzzles, with_theme
from outflank.study.puzzles.standing import SolverRating, daily_puzzle
from outflank.study.puzzles.themes import Theme

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
    mine, yours = (PuzzleCards(database, name, mode="daily") for name in ("me", "you"))
    assert mine.due(NOON)[0].key == yours.due(NOON)[0].key
    solve(mine, True, NOON)
    assert mine.due(NOON) == []
    assert yours.due(NOON)
    assert mine.due(NOON + DAY)
    assert PuzzleCards(database, "me").due(NOON)[0].puzzle is not None


def test_days_in_a_row_are_counted_until_one_is_missed(database: Database) -> None:
    mine = PuzzleCards(database, "me", mode="daily")
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
    mine = PuzzleCards(database, "me", mode="daily")
    assert mine.find_all([f"daily {today.number}"])
    refused = 0
    for puzzle in shipped_puzzles():
        try:
            mine.find_all([f"daily {puzzle.number}"])
        except LookupError:
            refused += 1
    assert refused >= len(shipped_puzzles()) - 2


def test_a_missed_puzzle_is_practiced_and_a_solved_one_is_not(database: Database) -> None:
    mine, practice = PuzzleCards(database, "me"), PracticeCards(database, "me")
    solve(mine, True, NOON)
    assert practice.count() == 0
    missed = mine.due(NOON)[0]
    solve(mine, False, NOON)
    assert practice.due(NOON) == []
    (card,) = practice.due(NOON + AGAIN)
    assert (card.board, card.good, card.played) == (missed.board, missed.good, None)
    assert practice.find_all([card.key]) == [card]
    assert PracticeCards(database, "you").count() == 0


def test_a_full_practice_set_takes_no_missed_puzzle(database: Database) -> None:
    mine = PuzzleCards(database, "me", most=1)
    for _ in range(3):
        solve(mine, False, NOON)
    assert PracticeCards(database, "me").count() == 1
    assert mine.standing().tries == 3


def test_only_puzzles_of_a_theme_are_asked_until_all_are_done(database: Database) -> None:
    mine = PuzzleCards(database, "me", theme=Theme.STONER)
    asked = set()
    while due := mine.due(NOON):
        task = due[0].puzzle
        assert task is not None
        assert Theme.STONER in task.puzzle.themes
        asked.add(task.number)
        solve(mine, True, NOON)
    assert len(asked) == mine.count() == len(with_theme(Theme.STONER))


def test_a_run_gets_harder_and_is_not_rated(database: Database) -> None:
    run = PuzzleCards(database, "me", mode="run", theme=Theme.PARITY)
    cards = run.due(NOON)
    ratings = [card.puzzle.rating for card in cards if card.puzzle]
    assert len(ratings) == MOST_IN_RUN
    assert ratings == sorted(ratings)
    assert run.find_all([card.key for card in cards]) == cards
    run.update(answered(cards[0], False, NOON))
    assert run.standing() == SolverRating()
    assert PracticeCards(database, "me").count() == 1
    with pytest.raises(LookupError):
        run.find_all([cards[0].key.replace("run", "puzzle")])

"""Progress in lessons: kept per visitor, never worse, merged and deleted with the visitor."""

import pytest

from outflank.board import Board
from outflank.storage.database import Database
from outflank.storage.games.merge_visitors import hand_over
from outflank.storage.study import lesson_answers
from outflank.storage.study.lesson_answers import LessonAnswers, progress_of
from outflank.storage.study.practice_cards import PracticeCards
from outflank.study.instructions import SaveAnswer
from outflank.study.practice import Card


def test_an_exercise_solved_once_stays_solved_and_a_missed_one_is_practiced(
    database: Database,
) -> None:
    mine = LessonAnswers(database, "me")
    card = Card(Board(), None, (19,), 4, True, "")
    mine.save(SaveAnswer("wedge", 3, False, card), 1.0)
    assert mine.of("wedge") == {3: False}
    assert [each.good for each in PracticeCards(database, "me").due(2.0)] == [(19,)]
    mine.save(SaveAnswer("wedge", 3, True, None), 2.0)
    mine.save(SaveAnswer("wedge", 3, False, None), 3.0)
    assert mine.all() == {"wedge": {3: True}}
    assert LessonAnswers(database, "you").all() == {}
    assert progress_of(database, "wedge", ["me", "you"]) == {"me": {3: True}, "you": {}}


def test_the_oldest_answers_give_way(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lesson_answers, "MOST_ANSWERS", 3)
    mine, yours = LessonAnswers(database, "me"), LessonAnswers(database, "you")
    yours.save(SaveAnswer("wedge", 0, True, None), 0.0)
    for step in range(5):
        mine.save(SaveAnswer("wedge", step, True, None), float(step))
    assert set(mine.of("wedge")) == {2, 3, 4}
    assert set(yours.of("wedge")) == {0}


def test_a_full_practice_set_takes_no_more(database: Database) -> None:
    mine = LessonAnswers(database, "me", most=0)
    mine.save(SaveAnswer("wedge", 3, False, Card(Board(), None, (19,), 4, True, "")), 1.0)
    assert PracticeCards(database, "me").count() == 0


def test_two_visitors_are_merged(database: Database) -> None:
    one, two = LessonAnswers(database, "one"), LessonAnswers(database, "two")
    one.save(SaveAnswer("wedge", 3, True, None), 1.0)
    one.save(SaveAnswer("wedge", 4, True, None), 1.0)
    two.save(SaveAnswer("wedge", 4, False, None), 1.0)
    with database.writing() as session:
        hand_over(session, "one", "two", 2.0)
    assert one.all() == {}
    assert two.all() == {"wedge": {3: True, 4: False}}

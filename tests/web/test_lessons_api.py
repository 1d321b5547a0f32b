"""Lessons over HTTP: progress, the tour, and a teacher's lesson in a link."""

import json
from typing import Any

import pytest

from outflank.board import Board, square_name
from outflank.study.course.course import find_lesson, lesson_of_theme, lessons
from outflank.study.puzzles.themes import Theme


def act(who: Any, event: str, state: Any = None, **more: Any) -> Any:
    return who.post("/api/lessons", {"event": event, "state": state, **more})


def test_an_answer_is_kept_and_counted(ann: Any, bob: Any) -> None:
    lesson = find_lesson("mobility")
    at = lesson.exercises[0]
    answer = act(ann, "begin", lesson="mobility")
    assert answer["view"]["diagram"]
    answer = act(ann, "walk", answer["state"], lesson="mobility", where="next")
    assert len(answer["state"]["moves"]) == 1
    answer = act(ann, "go to", answer["state"], lesson="mobility", at=at)
    right = lesson.steps[at].right
    assert right
    answer = act(ann, "choose", answer["state"], lesson="mobility", square=square_name(right[0], 8))
    assert answer["view"]["solved"]
    answer = act(ann, "go on", answer["state"], lesson="mobility")
    assert answer["view"]["steps"][at] == "right"
    assert answer["state"]["at"] == at + 1
    for who, count in ((ann, 1), (bob, 0)):
        found = {each["id"]: each for each in who.get("/api/lessons")["lessons"]}
        assert list(found) == list(lessons())
        assert found["mobility"]["right"] == count


def test_a_wrong_move_is_explained_by_the_engine(ann: Any) -> None:
    lesson = find_lesson("count-six")
    at = lesson.exercises[0]
    step = lesson.steps[at]
    wrong = next(move for move in step.board.legal_moves if move not in (step.right or ()))
    answer = act(ann, "go to", lesson="count-six", at=at)
    answer = act(ann, "choose", answer["state"], lesson="count-six", square=square_name(wrong, 8))
    assert not answer["view"]["solved"]
    assert square_name(wrong, 8) in answer["view"]["position"]["labels"]


def test_themes_name_their_lessons(ann: Any) -> None:
    themes = ann.get("/api/puzzles/themes")["themes"]
    assert {each["key"]: each["lesson"]["id"] for each in themes} == {
        theme.key: lesson_of_theme(theme).id for theme in Theme
    }


def test_a_teachers_lesson_is_packed_and_played_without_being_stored(ann: Any, bob: Any) -> None:
    document = {
        "title": "One",
        "steps": [{"position": Board().to_text(), "text": "c4", "expected": ["c4"]}],
    }
    packed = ann.post("/api/lessons/pack", {"document": json.dumps(document)})["packed"]
    answer = act(bob, "begin", packed=packed)
    assert answer["view"]["title"] == "One"
    answer = act(bob, "choose", answer["state"], packed=packed, square="c4")
    assert answer["view"]["solved"]
    assert answer["view"]["last"]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("", {"event": "begin", "lesson": "chess"}, 404, "no-such-lesson"),
        ("", {"event": "begin", "packed": "broken"}, 422, "invalid-lesson"),
        ("", {"event": "begin", "lesson": "wedge", "state": {"at": 77}}, 422, "another-lesson"),
        ("/pack", {"document": "{}"}, 422, "invalid-lesson"),
    ],
)
def test_bad_requests_are_refused_with_a_sentence(
    ann: Any, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    assert ann.post(f"/api/lessons{path}", body, status)["code"] == code

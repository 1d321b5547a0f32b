"""The strengths and weaknesses of a visitor over HTTP."""

from typing import Any

from outflank.study.strengths import Topic
from study import TRANSCRIPT, reviewed

HUMANS = {"black": "human", "white": "human"}


def test_a_reviewed_game_against_a_program_counts(ann: Any) -> None:
    empty = ann.get("/api/strengths")
    assert empty["strengths"]["games"] == 0
    assert empty["unreviewed"] == []

    game = ann.new(black="human", white="greedy", transcript=TRANSCRIPT)
    pasted = ann.new(**HUMANS, transcript=TRANSCRIPT)
    (waiting,) = ann.get("/api/strengths")["unreviewed"]
    assert waiting == {"id": game["id"], "size": 8}

    view = reviewed(ann, game)["view"]
    found = ann.get("/api/strengths")
    assert found["unreviewed"] == []
    assert found["strengths"]["games"] == 1
    assert found["strengths"]["lost"] == view["lost"]["black"]
    assert {row["key"] for row in found["strengths"]["topics"]} == {topic.key for topic in Topic}
    assert sum(row["lost"] for row in found["strengths"]["phases"]) == view["lost"]["black"]

    worst = next(row for row in found["strengths"]["topics"] if row["errors"])
    added = ann.post("/api/strengths/practice", {"topic": worst["key"]})["added"]
    assert 0 <= added <= worst["errors"]
    again = ann.post("/api/strengths/practice", {"topic": worst["key"]})["added"]
    assert again == 0 or added == 5  # the errors are added five at a time, each once
    refused = ann.post("/api/strengths/practice", {"topic": "luck"}, 422)
    assert refused["code"] == "no-such-topic"
    assert pasted["id"]


def test_each_visitor_sees_only_their_own(ann: Any, bob: Any) -> None:
    game = ann.new(black="human", white="greedy", transcript=TRANSCRIPT)
    reviewed(ann, game)
    assert bob.get("/api/strengths")["strengths"]["games"] == 0

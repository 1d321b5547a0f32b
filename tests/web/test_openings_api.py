"""Repertoires over HTTP: built, trained, carried elsewhere, and compared with games."""

from typing import Any

import pytest

from outflank.board import Color
from outflank.openings import openings
from outflank.study.repertoire.proposal import propose
from outflank.study.repertoire.repertoire import LONGEST

LINE = ["f5", "d6", "c3", "d3", "c4", "f4", "f6"]
HUMANS = {"black": "human", "white": "human"}


def counts(view: Any) -> tuple[int, int, int]:
    return view["known"], view["due"], view["new"]


def add(who: Any, color: str = "black", status: int = 200, **change: Any) -> Any:
    return who.post(f"/api/openings/{color}", change, status)


def test_all_openings_are_listed_with_the_lines_to_learn(ann: Any) -> None:
    found = ann.get("/api/openings")
    assert len(found["openings"]) == len(openings().table)
    assert all(one["black"] >= 1 <= one["white"] for one in found["openings"])
    assert counts(found["black"]) == counts(found["white"]) == (0, 0, 0)


def test_a_repertoire_is_proposed_trained_and_cleared(ann: Any, bob: Any) -> None:
    view = add(ann, change="propose", opening="Tiger", style="few")
    assert view["new"] == view["positions"] > 10
    assert counts(bob.get("/api/openings")["black"]) == (0, 0, 0)

    step = {"source": "openings", "color": "black"}
    asked = ann.post("/api/practice", {**step, "event": "begin"})
    assert asked["view"]["asking"]
    assert asked["view"]["until"]
    (answer,) = asked["view"]["position"]["labels"]
    asked = ann.post(
        "/api/practice", {**step, "event": "choose", "square": answer, "round": asked["round"]}
    )
    assert asked["view"]["solved"]
    asked = ann.post("/api/practice", {**step, "event": "go on", "round": asked["round"]})
    assert asked["view"]["number"] == 2
    assert ann.get("/api/openings")["black"]["new"] == view["new"] - 1

    assert counts(add(ann, change="clear")) == (0, 0, 0)
    assert not ann.post("/api/practice", {**step, "event": "begin"})["view"]["asking"]


def test_a_repertoire_grows_move_by_move_on_the_board(ann: Any) -> None:
    place = ann.post("/api/openings/black/position", {"line": ["f5", "d6"]})
    assert (place["mine"], place["answer"]) == (True, "")
    add(ann, change="line", line=["f5", "d6", "c3"])
    place = ann.post("/api/openings/black/position", {"line": ["f5", "d6"]})
    assert (place["answer"], list(place["position"]["labels"])) == ("c3", ["c3"])
    reply = ann.post("/api/openings/black/position", {"line": ["f5"]})
    shares = {one["move"]: one for one in reply["replies"]}
    assert not reply["mine"]
    assert shares["d6"]["answered"]
    assert not shares["f6"]["answered"]
    assert add(ann, change="remove", line=["f5", "d6"])["positions"] == 0


def test_a_repertoire_is_made_of_ones_own_games(ann: Any) -> None:
    assert add(ann, status=422, change="games")["code"] == "invalid-repertoire"
    game = ann.new(black="human", white="greedy", transcript="".join(LINE))
    ann.act(game, "resign")
    view = add(ann, change="games")
    assert view["positions"] == 3  # besides the first move


@pytest.mark.parametrize("kind", ["json", "sgf", "link"])
def test_a_repertoire_goes_to_another_visitor(ann: Any, bob: Any, kind: str) -> None:
    add(ann, color="white", change="propose", style="few")
    file = ann.get(f"/api/openings/white/file?format={kind}")
    assert file["name"].endswith(kind)
    text = f"http://localhost/#repertoire={file['text']}" if kind == "link" else file["text"]
    view = add(bob, color="white", change="import", text=text)
    assert view["positions"] == len(propose_white())
    if kind != "sgf":
        assert add(bob, status=422, change="import", text=text)["code"] == "another-color"


def propose_white() -> list[Any]:
    return [each for each in propose(Color.WHITE, "few").positions() if each.is_choice]


@pytest.mark.parametrize(
    ("path", "body", "status", "code"),
    [
        ("black", {"change": "import", "text": "nonsense"}, 422, "invalid-repertoire"),
        ("black", {"change": "propose", "opening": "Lion"}, 422, "invalid-repertoire"),
        ("black", {"change": "line", "line": ["a1"]}, 422, "invalid-repertoire"),
        ("white", {"change": "line", "line": ["f5"]}, 422, "invalid-repertoire"),
        ("black", {"change": "line", "line": ["f5"] * (LONGEST + 1)}, 400, "invalid-request"),
        ("red", {"change": "clear"}, 404, "no-such-color"),
        ("black/position", {"line": ["f5", "f5"]}, 422, "invalid-repertoire"),
    ],
)
def test_impossible_changes_are_refused(
    ann: Any, path: str, body: dict[str, Any], status: int, code: str
) -> None:
    assert ann.post(f"/api/openings/{path}", body, status)["code"] == code


def test_a_game_says_where_it_left_the_repertoire_and_the_position_is_added(ann: Any) -> None:
    add(ann, change="line", line=LINE)
    game = ann.new(black="human", white="greedy", transcript="f5d6c3d3c4b3d2")
    (found,) = ann.get(f"/api/games/{game['id']}/repertoire")["departures"]
    assert (found["by"], found["number"], found["color"]) == ("opponent", 6, "black")
    assert found["line"][:6] == ["f5", "d6", "c3", "d3", "c4", "b3"]
    add(ann, change="line", line=found["line"])
    left = ann.get(f"/api/games/{game['id']}/repertoire")["departures"]
    assert all(one["number"] > 6 for one in left)


def test_the_quiz_has_one_right_name(ann: Any) -> None:
    question = ann.get("/api/openings/quiz?seed=5")
    assert question == ann.get("/api/openings/quiz?seed=5")
    assert 0 <= question["right"] < len(question["choices"]) == 4
    assert question["moves"].startswith("f5")


def test_the_engine_plays_a_chosen_opening_and_the_view_says_so(ann: Any) -> None:
    game = ann.new(black="engine:level=2,opening=tiger", white="human")
    assert "Tiger" in game["opening"]
    assert game["recipe"] is None  # the player knows its move
    for move in ("d6", "d3"):
        game = ann.act(game, "reply", ticket=game["thinking"]["ticket"])
        game = ann.move(game, move)
    game = ann.act(game, "reply", ticket=game["thinking"]["ticket"])
    assert [one["square"] for one in game["moves"]] == ["f5", "d6", "c3", "d3", "c4"]
    game = ann.move(game, "f4")
    assert game["recipe"] is not None
    refused = ann.post("/api/games", {"black": "engine:opening=lion", "white": "human"}, 422)
    assert "lion" in refused["error"]


def test_a_game_begins_at_a_balanced_opening_or_one_of_a_file(ann: Any) -> None:
    game = ann.new(**HUMANS, openings="balanced", clock="5+3")
    assert game["counts"]["empty"] == 52
    assert game["moves"] == []
    game = ann.new(**HUMANS, openings="f5d6c3 # tiger")
    assert game["counts"]["empty"] == 57
    refused = ann.post("/api/games", {**HUMANS, "openings": "nonsense"}, 422)
    assert refused["code"] == "invalid-openings"
    refused = ann.post("/api/games", {**HUMANS, "openings": "balanced", "transcript": "f5"}, 422)
    assert refused["code"] == "invalid-position"


def test_friends_begin_at_a_balanced_opening(ann: Any) -> None:
    wanted = {"name": "Ann", "openings": "balanced"}
    assert ann.post("/api/games/shared", wanted, 201)["counts"]["empty"] == 52
    refused = ann.post("/api/games/shared", {**wanted, "openings": "f5", "rated": True}, 422)
    assert refused["code"] == "not-rated"

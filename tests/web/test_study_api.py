"""Studying over HTTP: values, reviews, pictures, pasted games."""

from typing import Any

import pytest
from flask import Flask

from outflank.formats import read_ggf_game, unpack_game
from outflank.workers import Places, Turns

HUMANS = {"black": "human", "white": "human"}
FAR = "f5f6e6f4e3d6g5h5"  # not in the book: who would play h5
WHOLE = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2a1a2h8"
)


def test_every_legal_move_has_a_value_and_few_empties_make_it_exact(ann: Any) -> None:
    game = ann.new(**HUMANS, size=6)
    answer = ann.act(game, "values", depth=3)
    assert {value["square"] for value in answer["values"]} == set(game["legal"])
    assert all(value["fate"] is None and not value["exact"] for value in answer["values"])
    assert not any(value["book"] for value in answer["values"])
    end = ann.new(**HUMANS, transcript=WHOLE[:-10])
    values = ann.act(end, "values")["values"]
    assert all(value["exact"] for value in values)
    assert {value["fate"] for value in values} <= {"won", "drawn", "lost"}
    assert values[0]["best"]


def test_values_of_an_opening_come_from_the_book_and_say_so(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript="f5d6c3")
    values = ann.act(game, "values", depth=2)["values"]
    assert {value["square"] for value in values} == set(game["legal"])
    assert all(value["book"] and not value["exact"] for value in values)
    assert min(value["depth"] for value in values) > 2


def test_a_move_is_reviewed_with_its_reason(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript=WHOLE)
    move = ann.act(game, "review", ply=54)
    assert (move["number"], move["move"], move["best"], move["loss"]) == (55, "a7", "a2", 24)
    assert (move["exact"], move["throws_away"], move["judgement"]) == (True, True, "blunder")
    assert move["reason"]["squares"] == ["a8"]
    assert ann.act(game, "review", status=422, ply=60)["code"] == "no-move"


def test_a_board_beyond_the_engine_is_told(ann: Any) -> None:
    game = ann.new(**HUMANS, size=10)
    assert ann.act(game, "values", status=422)["code"] == "cannot-think"


def test_the_opening_and_the_link_of_a_game(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript="f5d6c3d3c4")
    about = ann.get(f"/api/games/{game['id']}/about")
    assert about["opening"] == "Tiger"
    assert unpack_game(about["link"]).transcript == "f5d6c3d3c4"


@pytest.mark.parametrize(
    ("name", "kind", "begin"),
    [
        ("picture.png", "image/png", b"\x89PNG"),
        ("picture.svg", "image/svg+xml", b"<svg"),
        ("film.gif", "image/gif", b"GIF89a"),
        ("game.ggf", "text/plain", b"(;GM[Othello]"),
    ],
)
def test_a_game_is_downloaded_in_many_forms(ann: Any, name: str, kind: str, begin: bytes) -> None:
    game = ann.new(**HUMANS, transcript="f5d6c3")
    response = ann.raw("GET", f"/api/games/{game['id']}/{name}")
    assert response.status_code == 200
    assert response.mimetype == kind
    assert response.data.startswith(begin)
    assert "attachment" in response.headers["Content-Disposition"]
    if name == "game.ggf":
        assert read_ggf_game(response.text).transcript == "f5d6c3"


def test_another_visitors_game_cannot_be_studied(ann: Any, bob: Any) -> None:
    game = ann.new(**HUMANS)
    assert bob.raw("GET", f"/api/games/{game['id']}/picture.png").status_code == 404


@pytest.mark.parametrize(
    ("text", "name", "transcript"),
    [
        ("1. F5 d6 2. C3", "move list", "f5d6c3"),
        ("(;GM[Othello]PB[Ann]PW[Bo]B[F5];)", "GGF", "f5"),
        ("https://othello.example/#game=4.lr@2", "link", "f5d6"),
    ],
)
def test_whatever_is_pasted_is_recognised(ann: Any, text: str, name: str, transcript: str) -> None:
    answer = ann.post("/api/read", {"text": text})
    assert (answer["format"], answer["games"][0]["transcript"]) == (name, transcript)


def test_what_cannot_be_read_is_told_with_its_place(ann: Any) -> None:
    answer = ann.post("/api/read", {"text": "f5a1"}, 422)
    assert answer["error"].startswith(
        "Line 1, at character 3 ('a1') after f5: White cannot play a1"
    )


def test_errors_are_practised_until_right_and_come_back_later(ann: Any, bob: Any) -> None:
    game = ann.new(**HUMANS, transcript=WHOLE)
    assert ann.get("/api/practice") == {"due": [], "count": 0, "seconds": None}
    assert ann.act(game, "practise", ply=54) == {"added": 1}
    assert ann.act(game, "practise", ply=54) == {"added": 0}
    [card] = ann.get("/api/practice")["due"]
    assert (card["turn"], card["played"], sorted(card["legal"])) == (
        "black",
        "a7",
        ["a2", "a7", "b2"],
    )
    wrong = ann.post("/api/practice/answer", {"key": card["key"], "square": "a7", "first": True})
    assert (wrong["right"], wrong["seconds"], wrong["good"]) == (False, 600, [])
    assert "gives White the corner a8" in wrong["sentence"]
    right = ann.post("/api/practice/answer", {"key": card["key"], "square": "a2", "first": False})
    assert (right["right"], right["good"], right["seconds"]) == (True, ["a2"], 600)
    assert ann.get("/api/practice")["due"] == []
    assert bob.get("/api/practice")["count"] == 0
    bob.post("/api/practice/answer", {"key": card["key"], "square": "a2", "first": True}, 404)
    ann.post("/api/practice/answer", {"key": card["key"], "square": "h8", "first": True}, 422)


def test_a_good_move_gives_nothing_to_practise(ann: Any) -> None:
    game = ann.new(**HUMANS, transcript=WHOLE)
    assert ann.act(game, "practise", ply=59) == {"added": 0}


def test_the_opening_is_named_during_play(ann: Any) -> None:
    game = ann.new(**HUMANS)
    assert game["opening"] is None
    assert ann.move(game, "e6")["opening"] == "First move"
    assert ann.new(**HUMANS, transcript="d3c5f6f5e6")["opening"] == "Tiger"
    assert ann.new(**HUMANS, size=6)["opening"] is None


def test_a_queue_that_is_too_long_is_told_to_come_back(app: Flask, ann: Any) -> None:
    game = ann.new(**HUMANS, size=6)
    places = Places(Turns(1, waiting=0), patience=1, sentence="Later.")
    app.extensions["outflank.study"].places = places
    with places.place():
        told = ann.act(game, "values", status=503, depth=1)
    assert told == {"error": "Later.", "code": "busy"}
    assert len(ann.act(game, "values", depth=1)["values"]) == 4


def test_a_finished_game_stays_finished_while_one_looks_back(ann: Any) -> None:
    game = ann.act(ann.new(**HUMANS, transcript="f5d6c3"), "resign")
    ann.act(game, "goto", ply=1)
    (entry,) = [each for each in ann.get("/api/games")["games"] if each["id"] == game["id"]]
    assert entry["place"] == "finished"
    assert entry["result"] == game["outcome"]["sentence"]


def test_a_hint_has_its_value_and_its_line(ann: Any) -> None:
    game = ann.new(black="human", white="human", transcript=FAR)
    hint = ann.get(f"/api/games/{game['id']}/hint")
    flips = game["legal"][hint["square"]]
    assert hint["sentence"].startswith(f"Hint: {hint['square']}, which turns {len(flips)} disc")
    assert hint["value"]["square"] == hint["square"]
    assert hint["value"]["line"][0] == hint["square"]
    assert (hint["value"]["exact"], hint["value"]["book"]) == (False, False)
    assert hint["value"]["depth"] == 14


def test_a_hint_in_the_opening_is_the_books(ann: Any) -> None:
    game = ann.new(black="human", white="human", transcript="f5d6")
    assert ann.get(f"/api/games/{game['id']}/hint")["value"]["book"]


def test_a_hint_near_the_end_is_exact(ann: Any) -> None:
    game = ann.new(black="human", white="human", transcript=WHOLE[:-12])
    value = ann.get(f"/api/games/{game['id']}/hint")["value"]
    best = [one for one in ann.act(game, "values")["values"] if one["best"]]
    assert (value["exact"], value["score"]) == (True, best[0]["score"])


def test_a_hint_on_a_board_without_the_engine_has_no_value(ann: Any) -> None:
    game = ann.new(size=10, black="human", white="human")
    hint = ann.get(f"/api/games/{game['id']}/hint")
    assert hint["square"] in game["legal"]
    assert hint["value"] is None


@pytest.mark.parametrize(("size", "can"), [(4, True), (8, True), (10, False), (16, False)])
def test_a_game_says_whether_the_engine_can_study_it(ann: Any, size: int, can: bool) -> None:
    game = ann.new(size=size, black="human", white="human")
    assert game["can"]["study"] is can
    ann.act(game, "values", 200 if can else 422, depth=1)

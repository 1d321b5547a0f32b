"""Characters, names and clocks over HTTP."""

from typing import Any

import pytest
from flask import Flask

from outflank.web.games.game_service import GAMES

HUMANS = {"black": "human", "white": "human"}


@pytest.fixture
def clock(app: Flask) -> list[float]:
    """The server's time, to be set."""
    now = [1_000_000.0]
    app.extensions[GAMES].time.now = lambda: now[0]
    return now


def test_characters_have_faces_and_your_record(ann: Any) -> None:
    offered = ann.get("/api/opponents")["characters"]
    assert [one["name"] for one in offered][:2] == ["Pip", "Greta"]
    assert offered[1]["record"] == {"games": 0, "won": 0, "best": None}
    game = ann.new(black="human", white="greedy")
    seat = game["seats"]["white"]
    assert (seat["title"], seat["face"]) == ("Greta", "greta")
    lost = ann.act(game, "resign")
    record = ann.get("/api/opponents")["characters"][1]["record"]
    assert record == {"games": 1, "won": 0, "best": None}
    told = lost["next"]
    assert (told["easier"]["title"], told["harder"]["title"]) == ("Pip", "Milo")
    assert told["proposed"] is None


def test_after_three_losses_an_easier_one_is_proposed(ann: Any) -> None:
    for _ in range(3):
        over = ann.act(ann.new(black="human", white="greedy"), "resign")
    assert over["next"]["proposed"]["title"] == "Pip"
    assert "Pip" in over["next"]["sentence"]
    assert ann.act(ann.new(**HUMANS), "resign")["next"] is None


def test_two_people_have_names_that_go_with_them(ann: Any) -> None:
    game = ann.new(**HUMANS, black_name="Ann", white_name="Bo")
    titles = [game["seats"][color]["title"] for color in ("black", "white")]
    assert titles == ["Ann", "Bo"]
    swapped = ann.act(game, "swap")
    titles = [swapped["seats"][color]["title"] for color in ("black", "white")]
    assert titles == ["Bo", "Ann"]
    for name in ("greedy", "A/B"):  # a person may be called whatever they like
        assert ann.new(**HUMANS, black_name=name)["seats"]["black"]["title"] == name


def test_the_server_is_the_clock(ann: Any, clock: list[float]) -> None:
    game = ann.new(**HUMANS, clock="1+3")
    assert game["clock"] == {"control": "1+3", "black": 60, "white": 60, "running": "black"}
    clock[0] += 10
    game = ann.act(game, "moves", square="f5")
    assert game["clock"] == {"control": "1+3", "black": 53, "white": 60, "running": "white"}
    clock[0] += 20
    shown = ann.get(f"/api/games/{game['id']}")
    assert shown["clock"]["white"] == 40
    early = ann.act(game, "time")
    assert early["outcome"] is None
    clock[0] += 41
    late = ann.act(game, "time")
    assert late["outcome"]["reason"] == "time"
    assert late["outcome"]["winner"] == "black"
    assert late["clock"]["running"] is None


def test_a_move_made_too_late_is_not_made(ann: Any, clock: list[float]) -> None:
    game = ann.new(**HUMANS, clock="0:30")
    clock[0] += 31
    game = ann.act(game, "moves", square="f5")
    assert (game["outcome"]["reason"], game["ply"]) == ("time", 0)


def test_a_clock_is_kept_in_the_save_and_goes_on(ann: Any, clock: list[float]) -> None:
    game = ann.new(**HUMANS, clock="5+3")
    clock[0] += 7
    game = ann.act(game, "moves", square="f5")
    save = ann.raw("GET", f"/api/games/{game['id']}/save").text
    again = ann.post("/api/games/import", {"save": save}, status=201)
    assert again["clock"] == {"control": "5+3", "black": 296, "white": 300, "running": "white"}


def test_a_computer_with_a_clock_plays_in_time(ann: Any, clock: list[float]) -> None:
    game = ann.new(black="engine:16", white="human", clock="5+0")
    game = ann.post(f"/api/games/{game['id']}/reply", {})
    assert game["ply"] == 1
    assert 200 < game["clock"]["black"] < 300


def test_what_is_no_clock_is_refused_with_a_sentence(ann: Any) -> None:
    refused = ann.post("/api/games", {**HUMANS, "clock": "soon"}, status=422)
    assert refused["code"] == "invalid-clock"
    refused = ann.post("/api/games", {**HUMANS, "clock": "5", "transcript": "f5"}, status=422)
    assert refused["code"] == "invalid-clock"

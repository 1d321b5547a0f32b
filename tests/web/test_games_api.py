"""The shelf over the API: listing, naming, saving, loading, deleting, files in and out."""

import json
from pathlib import Path
from typing import Any

import pytest
from api import transcript

from outflank.formats import load_game
from outflank.game import Game
from outflank.storage.files.saves import Saves
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings

HUMANS = {"black": "human", "white": "human"}


def test_coming_back_shows_the_same_game(ann: Any) -> None:
    assert ann.raw("GET", "/api/games/current").status_code == 204
    game = ann.move(ann.new(), "f5")
    assert ann.get("/api/games/current") == {**game, "notices": []}
    assert ann.post("/api/games/current")["id"] == game["id"]


def test_who_sits_down_without_a_game_begins_one(ann: Any) -> None:
    game = ann.post("/api/games/current", {"request": "12345678"})
    assert (game["ply"], game["seats"]["white"]["player"]) == (0, "greedy")
    assert ann.post("/api/games/current", {"request": "12345678"})["id"] == game["id"]


def test_the_games_are_listed_in_their_places(ann: Any) -> None:
    running = ann.move(ann.new(), "f5")
    finished = ann.act(ann.move(ann.new(**HUMANS), "f5"), "resign")
    ann.act(running, "save", 201, name="my save")
    places = {entry["place"]: entry for entry in ann.get("/api/games")["games"]}
    assert set(places) == {"running", "finished", "saved"}
    assert places["running"]["title"] == "You vs. Greta"
    assert places["finished"]["result"] == finished["outcome"]["sentence"]
    assert places["saved"]["name"] == "my save"


def test_a_save_is_opened_as_a_new_game(ann: Any) -> None:
    game = ann.move(ann.new(**HUMANS), "f5")
    save = ann.act(game, "save", 201, name="after one")
    ann.move(game, "d6")
    opened = ann.act(save, "open")
    assert (transcript(opened), opened["name"]) == ("f5", "after one")
    assert ann.get("/api/games/current")["id"] == opened["id"]
    assert "saved game" in ann.move(save, "d6", 409)["error"]


def test_renaming_and_names_that_cannot_be(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    path = f"/api/games/{game['id']}"
    assert ann.raw("PATCH", path, json={"name": " Première ✓ "}).get_json()["name"] == "Première ✓"
    for name in ("   ", "tab\there"):
        response = ann.raw("PATCH", path, json={"name": name})
        assert (response.status_code, response.get_json()["code"]) == (422, "invalid-name")
    assert ann.raw("PATCH", path, json={"name": "x" * 61}).status_code == 400


def test_two_saves_cannot_have_one_name(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    ann.act(game, "save", 201, name="one")
    two = ann.act(game, "save", 201, name="two")
    response = ann.raw("PATCH", f"/api/games/{two['id']}", json={"name": "one"})
    assert (response.status_code, response.get_json()["code"]) == (409, "name-taken")


def test_deleting_can_be_undone(ann: Any) -> None:
    game = ann.move(ann.new(), "f5")
    assert ann.raw("DELETE", f"/api/games/{game['id']}").status_code == 204
    assert ann.get("/api/games")["games"][0]["place"] == "bin"
    assert ann.get(f"/api/games/{game['id']}", 404)["code"] == "no-such-game"
    assert ann.act(game, "restore")["place"] == "running"
    assert ann.raw("DELETE", f"/api/games/{game['id']}?forever=true").status_code == 204
    assert ann.get("/api/games")["games"] == []
    assert ann.raw("DELETE", f"/api/games/{game['id']}?forever=perhaps").status_code == 400


def test_a_downloaded_game_comes_back_when_uploaded(ann: Any, bob: Any) -> None:
    game = ann.new(size=6, black="human", white="positional:corner=40", transcript="e4")
    response = ann.raw("GET", f"/api/games/{game['id']}/save")
    assert response.headers["Content-Disposition"].startswith("attachment; filename=othello-")
    text = response.get_data(as_text=True)
    assert load_game(text).transcript == "e4"
    loaded = bob.post("/api/games/import", {"save": text, "name": "from Ann"}, 201)
    assert transcript(loaded) == "e4"
    assert loaded["seats"]["white"]["player"] == "positional:corner=40"
    assert loaded["thinking"] is not None


BOARD_AFTER_F5 = "---------------------------OX------XXX--------------------------"


@pytest.mark.parametrize(
    ("text", "board", "note"),
    [
        (
            '{"board": [[0,0,0,0],[0,2,1,0],[0,1,1,1],[0,0,0,0]], "turn": 2}',
            "-----OX--XXX----",
            "The numbers are read as 1 = Black, 2 = White, 0 = empty. The turn 2 is read as White.",
        ),
        (
            "f5\nf5\n",
            BOARD_AFTER_F5,
            "This is the first of 2 games in the text.",
        ),
        (
            "....\n.ox.\n.xxx\n....\n",
            "-----OX--XXX----",
            "The side to move is not given, so White is assumed. "
            "An odd number of discs was placed.",
        ),
        ("(;GM[Othello]PB[Ann]PW[Bo]B[F5];)", BOARD_AFTER_F5, ""),
    ],
)
def test_a_file_of_another_program_is_uploaded(ann: Any, text: str, board: str, note: str) -> None:
    loaded = ann.post("/api/games/import", {"save": text, "name": "theirs"}, 201)
    assert loaded["board"] == board
    told = [one["sentence"] for one in loaded["notices"] if one["kind"] == "note"]
    assert told == ([note] if note else [])
    saved = ann.raw("GET", f"/api/games/{loaded['id']}/save").get_data(as_text=True)
    assert "is read as" not in saved


def test_an_uploaded_clock_is_taken_off_the_table(ann: Any) -> None:
    save = '{"format": "outflank-game", "version": 1, "start": "%s", "moves": ["f5"], "ply": 1,'
    save += ' "seconds": [1.5], "clock": {"seconds": 60, "increment": 0}}'
    game = ann.post("/api/games/import", {"save": save % Game().start.to_text()}, 201)
    game = ann.act(game, "seats", color="white", seat="human")
    assert ann.move(game, "d6")["ply"] == 2


@pytest.mark.parametrize(
    "save", ["", "{", "[]", '{"format": "chess"}', '{"format": "outflank-game"}']
)
def test_a_damaged_save_is_refused_with_a_sentence(ann: Any, save: str) -> None:
    response = ann.raw("POST", "/api/games/import", json={"save": save})
    assert response.status_code == 422
    assert response.get_json()["code"] == "invalid-save"
    assert ann.get("/api/games")["games"] == []


def test_a_player_file_named_in_a_save_does_not_sit_down(ann: Any, tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('ran')")
    game = Game(info={"white": f"{tmp_path}/evil.py"})
    from outflank.formats import save_game

    loaded = ann.post("/api/games/import", {"save": save_game(game)}, 201)
    assert loaded["seats"]["white"]["player"] == "greedy"


def test_a_save_of_this_computer_that_is_damaged_is_left_out(tmp_path: Path) -> None:
    Saves(tmp_path / "saves").save("from the terminal", Game(info={"white": "random"}))
    (tmp_path / "saves" / "broken.json").write_text("{")
    app = create_app(Settings(folder=tmp_path, local_saves=True, thinkers=1))
    client = app.test_client()
    (shown,) = client.get("/api/games").get_json()["games"]
    opened = client.post(f"/api/games/{shown['id']}/open", json={}).get_json()
    close_app(app)
    assert opened["seats"]["white"]["player"] == "random"


def test_a_game_survives_a_new_server(settings: Settings) -> None:
    first = create_app(settings)
    client = first.test_client()
    game = client.post("/api/games", json={}).get_json()
    client.post(f"/api/games/{game['id']}/moves", json={"square": "f5"})
    cookie = client.get_cookie("outflank")
    close_app(first)
    second = create_app(settings)
    again = second.test_client()
    assert cookie is not None
    again.set_cookie("outflank", cookie.value)
    assert transcript(again.get("/api/games/current").get_json()) == "f5"
    assert json.loads(again.get(f"/api/games/{game['id']}/save").data)["moves"] == ["f5"]
    close_app(second)

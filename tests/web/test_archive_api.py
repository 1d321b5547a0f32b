"""The archive over the API: searched by words and by position, read only, bounded."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from archives import fill

from outflank.board import Board
from outflank.web import archive_api
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings
from outflank.workers import Places, Turns


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Any]:
    """A visitor of a server whose archive has four games."""
    fill(tmp_path)
    app = create_app(Settings(folder=tmp_path, thinkers=1))
    yield app.test_client()
    close_app(app)


def found(client: Any, **wanted: Any) -> Any:
    response = client.post("/api/archive/search", json=wanted)
    assert response.status_code == 200, response.text
    return response.get_json()


def test_games_are_found_by_player_event_year_and_opening(shelf: Any) -> None:
    assert found(shelf)["total"] == 4
    assert [game["year"] for game in found(shelf, player="ann")["games"]] == [2001, 1999, 1985]
    assert found(shelf, player="ann", first_year=1999)["total"] == 2
    assert found(shelf, last_year=1985)["total"] == 1
    assert found(shelf, event="open")["games"][0]["event"] == "Paris Open"
    tigers = [game["opening"] for game in found(shelf, opening="tiger")["games"]]
    assert tigers == ["Tiger family", "Tiger"]


def test_a_position_is_found_turned_with_what_was_played_next(shelf: Any) -> None:
    turned = Board().play("d3")  # f5, seen from another side
    answer = found(shelf, position=turned.to_text())
    assert (answer["total"], answer["ended"]) == (4, 0)
    assert sum(move["games"] for move in answer["next"]) == 4
    best = answer["next"][0]
    assert (best["games"], best["won"] + best["drawn"] + best["lost"]) == (3, 3)
    assert found(shelf, position=turned.to_text(), player="cid")["total"] == 2


def test_a_game_comes_with_its_moves(shelf: Any) -> None:
    number = found(shelf, opening="tiger")["games"][-1]["id"]
    game = shelf.get(f"/api/archive/games/{number}").get_json()
    assert game["transcript"].startswith("f5d6c3d3c4")
    assert (game["black"], game["white"], game["year"]) == ("Ann", "Bob", 1985)
    assert shelf.get("/api/archive/games/999").status_code == 404
    assert shelf.get("/api/archive/games/nine").status_code == 404


def test_an_answer_has_a_page_of_games(shelf: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive_api, "PAGE", 3)
    assert len(found(shelf)["games"]) == 3
    assert len(found(shelf, offset=3)["games"]) == 1


def test_what_cannot_be_searched_is_told(shelf: Any) -> None:
    for body, status, told in (
        ({"position": "nonsense"}, 422, "one character a square"),
        ({"position": Board(6).to_text()}, 422, "games on 8×8"),
        ({"player": "x" * 101}, 400, "at most 100"),
        ({"first_year": "then"}, 400, "a year such as 1985"),
    ):
        response = shelf.post("/api/archive/search", json=body)
        assert response.status_code == status
        assert told in response.get_json()["error"]


def test_without_an_archive_a_search_says_how_to_get_one_and_makes_none(tmp_path: Path) -> None:
    app = create_app(Settings(folder=tmp_path, thinkers=1))
    response = app.test_client().post("/api/archive/search", json={})
    close_app(app)
    assert response.status_code == 404
    assert "outflank archive import" in response.get_json()["error"]
    assert not (tmp_path / "archive.sqlite3").exists()


def test_who_waits_too_long_for_others_is_told(shelf: Any) -> None:
    places = Places(Turns(1, waiting=1), patience=0.01, sentence="Others search.")
    shelf.application.extensions["outflank.archive"].places = places
    with places.place():
        response = shelf.post("/api/archive/search", json={})
    assert response.status_code == 503
    assert response.headers["Retry-After"] == "1"


def test_a_host_keeps_games_and_archive_in_one_postgresql(
    tmp_path: Path, postgres_url: str
) -> None:
    fill(tmp_path, postgres_url)
    app = create_app(Settings(folder=tmp_path, thinkers=1, database=postgres_url))
    assert found(app.test_client(), player="ann")["total"] == 3
    close_app(app)

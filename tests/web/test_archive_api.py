"""The archive over the API: searched by words and by position, bounded; added to by its owner."""

import base64
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from archives import fill

from outflank.board import Board
from outflank.formats import GameFile, GameRecord
from outflank.storage.archive.archive import Archive, Imported
from outflank.web.api import archive_api
from outflank.web.app import close_app, create_app
from outflank.web.settings import Settings
from outflank.workers.fair_queue import FairQueue
from outflank.workers.fair_slots import FairSlots
from study import facts


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
        ({"position": "nonsense"}, 422, "one character per square"),
        ({"position": Board(6).to_text()}, 422, "8×8 games"),
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
    slots = FairSlots(FairQueue(1, waiting=1), patience=0.01, sentence="Others search.")
    shelf.application.extensions["outflank.archive"].slots = slots
    with slots.acquire():
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


GGF = "(;GM[Othello]PB[Ann]PW[Bo]DT[1999]TY[8]RE[?]B[F5]W[D6];)"
OTHER_START = "(;GM[Othello]PB[Ann]PW[Bo]TY[6]RE[?]BO[6 -------------- -O*---*O-------------- *];)"


def upload(client: Any, name: str, content: bytes, **more: bytes) -> Any:
    files = {"content": content, **more}
    coded = {kind: base64.b64encode(file).decode() for kind, file in files.items()}
    return client.post("/api/archive/files", json={"name": name, **coded})


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Any]:
    """Somebody at a server for their own computer alone, whose archive is empty."""
    app = create_app(Settings(folder=tmp_path, thinkers=1, local_saves=True))
    yield app.test_client()
    close_app(app)


def test_on_ones_own_computer_files_come_into_the_archive_with_a_sentence(own: Any) -> None:
    assert own.get("/api/archive").get_json() == {
        "files": [],
        "may_add": True,
        "coming_in": None,
    }
    told = upload(own, "../mine.ggf", (GGF + "\n" + GGF).encode()).get_json()
    assert told == {"games": 2, "told": "Imported 2 games from ../mine.ggf."}
    assert found(own, player="bo")["total"] == 2
    assert own.get("/api/archive").get_json()["files"] == [{"name": "../mine.ggf", "games": 2}]
    again = upload(own, "again.ggf", (GGF + "\n" + GGF).encode())
    assert again.status_code == 422
    assert "imported as ../mine.ggf" in again.get_json()["error"]


def test_players_and_tournaments_of_wthor_come_with_it(own: Any, tmp_path: Path) -> None:
    with GameFile(tmp_path / "year.wtb") as file:
        file.write(GameRecord(bytes([37]), black="Ann", white="Bob", event="Paris Open", score=4))
    wtb, jou, trn = ((tmp_path / f"year.{ending}").read_bytes() for ending in ("wtb", "jou", "trn"))
    assert upload(own, "y.wtb", wtb, players=jou, tournaments=trn).get_json()["games"] == 1
    assert found(own, player="bob", event="paris")["total"] == 1


def test_a_file_that_nothing_came_of_leaves_nothing(own: Any) -> None:
    for name, content, status, told in (
        ("x.exe", b"MZ", 422, "one of wtb"),
        ("x.ggf", b"(;nonsense", 422, "Expected"),
        ("x.ggf", OTHER_START.encode(), 200, "Imported 0 games from x.ggf. Skipped 1 game"),
    ):
        response = upload(own, name, content)
        assert (response.status_code, told in response.text) == (status, True), response.text
    assert own.get("/api/archive").get_json()["files"] == []
    body = {"name": "x.ggf", "content": "%"}
    assert "base64" in own.post("/api/archive/files", json=body).get_json()["error"]


def test_visitors_of_a_server_for_others_only_read(shelf: Any) -> None:
    assert shelf.get("/api/archive").get_json()["may_add"] is False
    response = upload(shelf, "mine.ggf", GGF.encode())
    assert (response.status_code, found(shelf)["total"]) == (403, 4)
    assert "outflank archive import" in response.get_json()["error"]


def test_while_a_file_comes_in_others_are_told_how_far_it_is(
    own: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []

    def slowly(archive: Any, content: bytes, *, progress: Any, **more: Any) -> Imported:
        progress(7)
        seen.append(own.get("/api/archive").get_json()["coming_in"])
        seen.append(upload(own, "second.ggf", GGF.encode()).status_code)
        return Imported(7, 0)

    monkeypatch.setattr(Archive, "import_upload", slowly)
    assert upload(own, "first.ggf", b"").get_json()["games"] == 7
    assert seen == [7, 409]
    assert own.get("/api/archive").get_json()["coming_in"] is None


def test_the_explorer_lays_book_archive_and_own_games_side_by_side(shelf: Any) -> None:
    humans = {"black": "human", "white": "human"}
    game = shelf.post("/api/games", json={**humans, "transcript": "d3c5"}).get_json()
    game = shelf.post(f"/api/games/{game['id']}/goto", json={"ply": 1, "version": game["version"]})
    path = f"/api/archive/explorer/{game.get_json()['id']}"
    view = shelf.post(path, json={}).get_json()
    assert facts(view["headline"])[-2:] == ["4", "1"]  # games of the archive, own games
    rows = {row["move"]: row for row in view["rows"]}
    assert rows["c5"]["archive"]["games"] == 3
    assert rows["c5"]["tournaments"]["games"] > 10_000
    assert rows["c5"]["own"]["games"] == 1
    assert rows["c5"]["own"]["won"] == ""  # it is not over
    assert rows["c3"]["own"] is None
    assert len(view["examples"]) == 4


def test_the_explorer_says_how_to_get_an_archive(tmp_path: Path) -> None:
    app = create_app(Settings(folder=tmp_path, thinkers=1))
    client = app.test_client()
    game = client.post("/api/games", json={"size": 6}).get_json()
    view = client.post(f"/api/archive/explorer/{game['id']}", json={}).get_json()
    assert any("no games yet" in note for note in view["notes"])
    assert [row["book"] for row in view["rows"]] == [""]
    close_app(app)

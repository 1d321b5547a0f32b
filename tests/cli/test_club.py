"""``outflank club``: what the host does with people, and that nothing is left of who is deleted."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from api import TWENTY
from sqlalchemy import text

from outflank.arena import GameLog
from outflank.cli.main import main
from outflank.storage.club.members import Club
from outflank.storage.database import Database, file_url
from outflank.web.app import close_app, create_app
from outflank.web.club.hosting import HostService
from outflank.web.settings import Settings

Told = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A club in which Ann has won a rated game against Rude Ron, who waits at another table."""
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    app = create_app(Settings(folder=tmp_path, thinkers=1, secret_key="k" * 32, budgets=0))
    ann, ron = app.test_client(), app.test_client()
    for who, name in ((ann, "Ann"), (ron, "Rude Ron")):
        assert who.post("/api/club/you", json={"name": name}).status_code == 200
    rated = {"rated": True, "color": "black", "clock": "5+3"}
    game = ann.post("/api/club/tables", json=rated).get_json()["id"]
    assert ron.post(f"/api/club/tables/{game}/seat", json={}).status_code == 200
    for ply in range(20):
        path = f"/api/games/{game}/moves"
        (ann, ron)[ply % 2].post(path, json={"square": TWENTY[2 * ply :][:2]})
    ron.post(f"/api/games/{game}/resign", json={})
    ron.post("/api/club/tables", json={})
    (tmp_path / "open").write_text(ann.post("/api/club/tables", json={}).get_json()["id"])
    yield tmp_path
    close_app(app)


def test_ratings_are_taken_back(folder: Path, capsys: Told) -> None:
    assert main(["club", "unrate", "Ann", "Rude Ron"]) == 0
    assert capsys.readouterr().out == "1 game is no longer rated.\n"
    assert main(["club", "ratings"]) == 0
    assert capsys.readouterr().out == ""


def test_a_walk_through_what_a_host_does(folder: Path, capsys: Told) -> None:
    def told(*words: str, code: int = 0) -> str:
        assert main(["club", *words]) == code
        shown = capsys.readouterr()
        return shown.out + shown.err

    members = told("list")
    assert [line[:9].strip() for line in members.splitlines()] == ["Ann", "Rude Ron", "2 members"]
    ladder = told("ratings")
    assert ladder.splitlines()[0] == "blitz:"  # 5+3 is 6:30 a player
    assert "Ann" in ladder.splitlines()[1]
    assert told("ratings", "--recount").endswith(f"1 rated game.\n{ladder}")
    assert told("series") == ""
    assert "rude-ron" in told("rename", "Ann", "rude-ron", code=2)
    assert told("rename", "ann", "Anna") == "Ann is now Anna.\n"
    code, sentence = told("code", "Anna").splitlines()
    assert (len(code), "only to Anna" in sentence) == (23, True)
    assert "'Ann'" in told("ban", "Ann", code=2)
    assert "1 open game" in told("ban", "rude ron")
    assert "Banned: Rude Ron" in told("list")
    game = (folder / "open").read_text()
    assert told("close", game) == "The game is aborted.\n"
    assert "over" in told("close", game, code=2)

    told("export", "Rude Ron", str(folder / "ron.json"))
    everything = json.loads((folder / "ron.json").read_text())
    assert {name: len(rows) for name, rows in everything.items() if rows} == {
        "visitors": 1, "games": 1, "events": 2, "seats": 2, "members": 1, "ratings": 1,
        "results": 1, "bans": 1,
    }  # fmt: skip
    visitor = everything["visitors"][0]["id"]
    told("unban", "Rude Ron")
    assert told("delete", "Rude Ron") == "All data about Rude Ron is deleted.\n"
    database = Database(file_url(folder / "games.sqlite3"))
    with database.snapshot() as connection:
        tables = connection.execute(text("SELECT name FROM sqlite_schema WHERE type = 'table'"))
        for (table,) in tables.all():
            for row in connection.execute(text(f"SELECT * FROM {table}")):
                assert "Ron" not in str(row), table
                assert visitor not in str(row), table
    assert Club(database).recount() == 1  # and Ann is as strong as before
    assert Club(database).ladder("blitz", 9)[0][1].rating.value > 1600
    database.close()
    assert told("remove", "Anna") == "The name Anna is free again.\n"


def test_a_tournament_from_the_command_line(folder: Path, capsys: Told) -> None:
    def told(*words: str, code: int = 0) -> str:
        assert main(["club", "event", *words]) == code
        shown = capsys.readouterr()
        return shown.out + shown.err

    assert "5+3" in told("new", "Cup", "--clock", "soon", code=2)
    event = told("new", "Cup", "--format", "round-robin", "--openings", "start").split()[0]
    assert "2 events have" not in told("start", event[:6], code=2)  # nobody has entered
    database = Database(file_url(folder / "games.sqlite3"))
    club = Club(database)
    for member in club.members():
        HostService.of(database).events.enter(event, member.visitor, "")
    database.close()
    assert told("show", event[:6]).splitlines()[1] == "Entrants: Ann, Rude Ron"
    assert "Game 1: Ann against Rude Ron" in told("start", event)
    left = told("expel", event, "Rude Ron")
    assert "over, round-robin, games played: 2/2" in left
    assert "left" in left
    assert told("log", event, str(folder / "cup.jsonl")).startswith("Wrote")
    assert len(GameLog.read(folder / "cup.jsonl").records) == 2
    assert "over" in told("close", event, code=2)
    assert told("list").split() == [event, "over", "round-robin", "3+2", "Cup"]

"""``outflank storage``: what it says, and what it leaves alone."""

from pathlib import Path

import pytest
from sqlalchemy import text

from outflank.board import Color
from outflank.cli.main import main
from outflank.game import Game
from outflank.play.seat import Seat
from outflank.play.session import GameSession
from outflank.storage.database import Database, file_url
from outflank.storage.games.games import Games

SEATS = {Color.BLACK: Seat(), Color.WHITE: Seat("greedy")}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data directory with one visitor who was here long ago, and one who is here."""
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    database = Database(file_url(tmp_path / "games.sqlite3"))
    database.migrate()
    Games(database, now=lambda: 0.0).create("a" * 32, GameSession(Game(), SEATS))
    Games(database).create("b" * 32, GameSession(Game(), SEATS))
    database.close()
    return tmp_path


def test_a_walk_through_all_actions(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def told(*words: str, code: int = 0) -> str:
        assert main(["storage", *words]) == code
        shown = capsys.readouterr()
        return shown.out + shown.err

    backup = str(folder / "b.lines")
    other = ["--database", file_url(folder / "other.sqlite3")]
    absent = "1 visitor, 1 game, 0 practice positions"
    shown = told("show")
    assert shown.splitlines()[0].split() == ["table", "rows", "MB"]
    assert "games" in shown
    assert absent in shown
    assert told("check").count("\n") == 1
    assert told("backup", backup) == f"{backup}: 6 rows written\n"
    assert "b.lines: " in told("backup", backup, code=2)
    assert told(*other, "restore", backup) == f"{backup}: 6 rows restored\n"
    assert "empty database" in told("restore", backup, code=2)
    assert absent in told("sweep", "--shrink")
    assert "0 visitors" in told("sweep")
    assert absent in told(*other, "show")
    assert "not -1" in told("sweep", "--forget-after", "-1", code=2)
    database = Database(other[1])
    with database.writing() as session:
        session.execute(text("UPDATE games SET document = '{}'"))
    database.close()
    assert told(*other, "check", code=1).splitlines()[-1].startswith("2 problems")


def test_looking_makes_no_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    for action in ("show", "sweep", "check", "backup"):
        rest = [str(tmp_path / "b.lines")] if action == "backup" else []
        assert main(["storage", action, *rest]) == 2
        assert "There is no database" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "games.sqlite3").touch()
    assert main(["storage", "show"]) == 2
    assert "older than this version" in capsys.readouterr().err

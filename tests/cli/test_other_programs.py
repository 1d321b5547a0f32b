"""Other programs' saves and printed boards, wherever a game or a position is asked for."""

import io
import json
from pathlib import Path

import pytest

from outflank import Game
from outflank.cli.main import main
from outflank.storage.files.saves import Saves

ROWS = ["......", "......", "..WB..", "..BBB.", "......", "......"]
TEXT = "------" * 2 + "--OX--" + "--XXX-" + "------" * 2 + " O"
SAID = "The side to move is not given, so White is assumed. An odd number of discs was placed."


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))


@pytest.fixture(params=["theirs.json", "printed.txt", "without_an_ending"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / str(request.param)
    path.write_text(json.dumps({"grid": ROWS}) if "json" in request.param else "\n".join(ROWS))
    return path


def test_play_goes_on_from_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--plain", "--load", str(file), "--white", "greedy"]) == 0
    told = capsys.readouterr()
    assert f"Note: {SAID}" in told.err
    assert "3 - - O X + -" in told.out


def test_hint_and_solve_take_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", str(file), "--time", "0.01"]) == 0
    assert f"Note: {SAID}" in capsys.readouterr().err


def test_convert_takes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, text in (("a.json", json.dumps({"grid": ROWS})), ("b.txt", "\n".join(ROWS))):
        (tmp_path / name).write_text(text)
        assert main(["convert", str(tmp_path / name), "-", "--to", "txt"]) == 0
        told = capsys.readouterr()
        assert told.out == f"{TEXT};\n"
        assert told.err == f"Note: {SAID}\n1 game written\n"


def test_a_long_file_of_games_is_read_to_its_end_with_its_line_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    long, out = tmp_path / "long.txt", tmp_path / "out.txt"
    long.write_text("f5d6c3d3c4\n" * 20_000)
    assert main(["convert", str(long), str(out)]) == 0
    assert capsys.readouterr().out == f"{out}: 20,000 games written\n"
    long.write_text("f5d6c3d3c4\n" * 20_000 + "a1\n")
    assert main(["convert", str(long), str(out), "--force"]) == 2
    assert "line 20001" in capsys.readouterr().err


def test_a_saves_name_comes_before_a_file_s(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").write_text("\n".join(ROWS))
    Saves().save("mine", Game(size=4))
    assert main(["play", "--plain", "--load", "mine"]) == 0
    assert "4 - - + -" in capsys.readouterr().out


def test_json_that_is_no_save_is_called_that(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.json"
    other.write_text('{"highscore": 12}')
    for command in (["play", "--load"], ["hint"], ["review"], ["solve"]):
        assert main([*command, str(other)]) == 2
        told = capsys.readouterr().err
        assert "board from another program" in told
        assert "damaged" not in told
    folder = Saves().folder
    folder.mkdir(parents=True)
    other.rename(folder / "mine.json")
    assert main(["play", "--load", "mine"]) == 2
    assert "save 'mine' cannot be read" in capsys.readouterr().err

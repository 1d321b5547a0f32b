"""`outflank openings`: a repertoire is built, trained and compared in plain text."""

import io
import re
import sys
from pathlib import Path

import pytest

from outflank.cli.main import main
from outflank.openings import openings


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def test_all_openings_are_listed_and_found(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["openings", "list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(openings().table)
    assert main(["openings", "list", "central t"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.split()[-1] == "f5d6c3d3c4f4c5"
    assert main(["openings", "umigame", "tiger"]) == 0
    by_name = capsys.readouterr().out
    assert main(["openings", "umigame", "f5d6c3d3c4"]) == 0
    assert capsys.readouterr().out == by_name


def test_a_line_is_trained_by_keyboard(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["openings", "add", "black", "--line", "f5d6c3d3c4"]) == 0
    assert numbers(capsys.readouterr().out) == [3, 0]
    answers(monkeypatch, "c3", "c4", "c3", "c4")
    assert main(["openings", "train", "black"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("  a b c d e f g h") == 4
    assert main(["openings", "show"]) == 0
    black = capsys.readouterr().out.splitlines()
    assert numbers(black[0]) == [2, 0, 0]
    assert black[1].split()[0] == "f5d6c3d3c4"


def test_a_repertoire_is_exported_removed_and_imported(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    main(["openings", "add", "white", "Rose", "--style", "few"])
    added = numbers(capsys.readouterr().out)[0]
    for kind in ("json", "sgf", "link"):
        assert main(["openings", "export", "white", "--format", kind]) == 0
        file = tmp_path / f"mine.{kind}"
        file.write_text(capsys.readouterr().out)
        assert main(["openings", "remove", "white"]) == 0
        assert numbers(capsys.readouterr().out) == [added]
        text = file.read_text().strip() if kind == "link" else str(file)
        assert main(["openings", "import", "white", text]) == 0
        assert numbers(capsys.readouterr().out) == [added, 0]


def test_a_game_is_compared(capsys: pytest.CaptureFixture[str]) -> None:
    main(["openings", "add", "black", "--line", "f5d6c3d3c4f4f6"])
    capsys.readouterr()
    assert main(["openings", "compare", "black", "f5d6c3d3c4b3d2"]) == 0
    assert "--line f5d6c3d3c4b3" in capsys.readouterr().out


def test_names_are_asked(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answers(monkeypatch, "1", "2", "q")
    assert main(["openings", "quiz", "--seed", "1"]) == 0
    assert capsys.readouterr().out.count("4. ") == 3


@pytest.mark.parametrize(
    "words",
    [
        ["add", "black", "Lion"],
        ["add", "black", "--line", "f5f5"],
        ["add", "white", "--line", "f5"],
        ["add", "black", "--own-games"],
        ["train", "black"],
        ["remove", "black", "--line", "f5d6"],
        ["import", "black", "missing.json"],
        ["import", "black", "nonsense"],
        ["umigame", "Lion"],
        ["list", "Lion cub"],
    ],
    ids=" ".join,
)
def test_what_is_impossible_is_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["openings", *words]) == 2
    assert capsys.readouterr().err.startswith("outflank openings")


def test_a_game_begins_at_a_balanced_opening(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answers(monkeypatch, "quit")
    people = ["--black", "human", "--white", "human"]
    assert main(["play", "--plain", "--start", "balanced", "--seed", "1", *people]) == 0
    board = next(part for part in capsys.readouterr().out.split("a b c d e f g h")[1:])
    assert sum(board.count(disc) for disc in "XO") >= 12
    file = tmp_path / "mine.txt"
    file.write_text("hello\n")
    assert main(["play", "--plain", "--start", str(file), *people]) == 2

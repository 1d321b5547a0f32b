"""``outflank rate`` and ``outflank suite``."""

import csv
import json
import re
from pathlib import Path

import pytest

from outflank.cli.main import main

SUITE = (
    "XXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXXXOOXXXXXXXXXXXXXXXXXXXXXXXXXO- O; H8:-50;\n"
    "OOOOOOOOOOOOOOOOOOOOOOOOOOOXOOOOOOOXXOOOOOOOOOOOOOOOOOOOOOOOOOX- X; H8:-40;\n"
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path / "data"))
    return tmp_path


def test_a_player_is_rated_with_error_bars_and_a_report(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "bot.py").write_text("def choose(board):\n    return board.legal_moves[0]\n")
    rate = ["rate", "./bot.py", "--error", "120", "--report", "bot.md", "--workers", "2"]
    assert main(rate) == 0
    found = re.search(r"bot\.py: rated (−?\d+) ± (\d+)", capsys.readouterr().out)
    assert found is not None
    error = int(found[2])
    assert abs(int(found[1].replace("−", "-")) + 36) < 3 * error  # it plays as `first` does
    assert found[0] in (folder / "bot.md").read_text()
    log = folder / "data" / "arena" / "rate.jsonl"
    lines = log.read_text().splitlines()
    assert lines[-1] == "end"
    # Killed after the second block: the same command continues.
    log.write_text("\n".join(lines[:3]) + "\n")
    games = sum(2 * sum(json.loads(line)[1]) for line in lines[1:3])
    assert main(rate) == 0
    assert f"Continuing after {games} games." in capsys.readouterr().out
    again = log.read_text().splitlines()
    assert again[:4] == lines[:4]  # with games that are the same for a seed
    assert again[-1] == "end"


def test_a_player_that_forfeits_is_not_rated(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "def choose(board):\n    if len(board.empties) < 50:\n        raise KeyError('x')\n"
    (folder / "bot.py").write_text(text + "    return board.legal_moves[0]\n")
    assert main(["rate", "./bot.py", "--workers", "1"]) == 2
    assert "KeyError" in capsys.readouterr().err


def test_a_suite_is_solved_and_resumed_from_its_table(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "some.obf").write_text(SUITE)
    assert main(["suite", "some.obf", "--csv", "table.csv", "--memory", "1"]) == 1
    shown = capsys.readouterr().out
    with (folder / "table.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["position"] for row in rows] == ["some.obf:1", "some.obf:2"]
    assert [row["score"] == row["known"] for row in rows] == [True, False]
    assert len(re.findall(r"error [+-]\d", shown)) == 1
    first = (folder / "table.csv").read_text().splitlines()[:2]
    first[1] = first[1].replace(rows[0]["seconds"], "77.0", 1)
    (folder / "table.csv").write_text("\n".join(first) + "\n")
    main(["suite", "some.obf", "--csv", "table.csv", "--memory", "1"])
    assert "77.000" in capsys.readouterr().out  # it was not solved again
    assert len((folder / "table.csv").read_text().splitlines()) == 3
    assert main(["suite", "some.obf", "--csv", "table.csv", "--depth", "3"]) == 2
    assert "other limits" in capsys.readouterr().err


def test_a_suite_at_a_depth_is_about_accuracy(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "some.obf").write_text(SUITE)
    assert main(["suite", "some.obf", "--depth", "1", "--memory", "1"]) == 0
    assert "Best move 100.0%" in capsys.readouterr().out

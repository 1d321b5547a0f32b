"""Folders that cannot be written and full disks: a sentence and an exit code in every command."""

import errno
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from outflank.book import BOOK_FILE
from outflank.cli.main import main
from outflank.cli.registry import COMMANDS, command_parser

ENDGAME = "XXXXXXXXXXXXXXXXXXXXXXXXXXXOXXXXXXXOOXXXXXXXXXXXXXXXXXXXXXXXXXO- O"
QUICK = ["--workers", "1"]
SMALL_BOOK = ["--positions", "2", "--depth", "2", "--quick-depth", "1", *QUICK]
# Every command as it is asked for in earnest. OUT is a place that cannot be written to.
CALLS = {
    "play": ["--plain"],
    "window": [],
    "serve": ["--no-open", "--port", "0"],
    "storage show": [],
    "storage sweep": [],
    "storage check": [],
    "storage backup": ["OUT/backup.lines"],
    "storage restore": ["GAMES"],
    "club list": [],
    "club key": [],
    "club ratings": [],
    "club rename": ["Ann", "Bo"],
    "club remove": ["Ann"],
    "club ban": ["Ann"],
    "club unban": ["Ann"],
    "club code": ["Ann"],
    "club export": ["Ann", "OUT/ann.json"],
    "club delete": ["Ann"],
    "club close": ["1"],
    "club series": [],
    "club unrate": ["Ann", "Bo"],
    "club event new": ["Cup"],
    "club event list": [],
    "club event show": ["1"],
    "club event start": ["1"],
    "club event close": ["1"],
    "club event expel": ["1", "Ann"],
    "club event log": ["1", "OUT/cup.jsonl"],
    "join": ["http://127.0.0.1:9/#join=x", "greedy"],
    "opponents": [],
    "hint": ["f5", "--depth", "1"],
    "solve": [ENDGAME],
    "review": ["f5d6c3d3c4", "--depth", "1", "--practice", "both"],
    "practice": [],
    "puzzles solve": [],
    "puzzles daily": [],
    "puzzles run": [],
    "puzzles themes": [],
    "puzzles make": ["OUT/puzzles.txt", "--from", "GAMES", "--each", "1"],
    "explore": ["f5"],
    "course": [],
    "openings list": [],
    "openings show": [],
    "openings add": ["black", "Tiger", "--style", "few"],
    "openings train": ["black"],
    "openings remove": ["black"],
    "openings import": ["black", "(;FF[4]GM[2];B[f5];W[d6];B[c3])"],
    "openings export": ["black"],
    "openings compare": ["black", "f5d6"],
    "openings quiz": ["--seed", "1"],
    "openings umigame": ["tiger"],
    "book show": ["f5"],
    "book info": [],
    "book check": [],
    "book openings": [],
    "book build": ["OUT/my.book", *SMALL_BOOK],
    "book deepen": [str(BOOK_FILE), "OUT/deeper.book", *QUICK],
    "archive import": ["GAMES"],
    "archive search": [],
    "archive show": ["1"],
    "archive list": [],
    "archive remove": ["1"],
    "convert": ["GAMES", "OUT/games.ggf"],
    "export": ["f5d6", "OUT/board.png"],
    "match": ["random", "first", "--games", "2", *QUICK],
    "tournament": ["random", "first", "--games", "2", *QUICK],
    "ladder": ["random", "greedy", "--games", "2", "--write", "OUT/r.json", *QUICK],
    "tune": ["lookahead", "--games", "16", *QUICK],
    "rate": ["greedy", "--error", "300", "--report", "OUT/r.md", *QUICK],
    "suite": ["POSITIONS", "--csv", "OUT/table.csv"],
    "bench": [],
    "perft": ["2"],
    "teach selfplay": ["OUT/selfplay.txt", "--games", "1", "--depth", "1", *QUICK],
    "teach sequences": ["OUT/sequences", "--games", "10", *QUICK],
    "teach train": ["OUT/training", "--from", "SCORED", *QUICK],
    "teach accuracy": ["--from", "SCORED", "--cache", "OUT/exact.txt", "--empties", "4", *QUICK],
    "teach probes": ["--from", "SCORED", "--csv", "OUT/probes.csv", *QUICK],
    "learn": ["OUT/w.json", "--size", "4", "--games", "2", "--batch", "2", *QUICK],
    "engine nboard": [],
    "engine gtp": [],
}
# These keep nothing (a game through a pipe neither): where, is none of their business.
KEEP_NOTHING = {
    "play", "opponents", "hint", "solve", "book show", "book info", "book check", "book openings",
    "bench", "explore", "join", "perft", "engine nboard", "engine gtp",
    "puzzles themes", "openings list", "openings quiz", "openings umigame",
}  # fmt: skip
# No window opens here, a server goes on, nobody answers who joins, there is no club; a check and a
# bench take long; the others say nothing.
SAY_LITTLE = {
    "window", "serve", "book check", "bench", "archive list", "archive search", "archive show",
    "archive remove", "practice", "openings train", "storage show", "storage sweep",
    "storage check",
    "storage backup", "storage restore", "teach train", "teach accuracy", "teach probes", "join",
    *(name for name in CALLS if name.startswith("club ")),
}  # fmt: skip
COMMAND_LINES = {
    parser.prog.removeprefix("outflank ")
    for name in COMMANDS
    for parser in command_parser(name).with_actions()
    if not parser.actions
}


def test_every_command_is_called_here() -> None:
    assert set(CALLS) == COMMAND_LINES


@pytest.fixture
def line(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The command line, its files made, its standard input a few words of somebody."""
    words: str = request.param
    (tmp_path / "games.txt").write_text("f5d6c3d3c4f4f6f3e6e7\n")
    scored = "f5d6c3d3c4f4f6f3e6e7d7g6f8f7g5h6h4g4h3h5h7 +10\n"
    (tmp_path / "scored.txt").write_text(scored)
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.setattr(sys, "stdin", io.StringIO("f5\nname\nping 1\nquit\n"))
    (tmp_path / "some.obf").write_text(f"{ENDGAME}\n")
    names = {"GAMES": str(tmp_path / "games.txt"), "SCORED": str(tmp_path / "scored.txt")}
    names["POSITIONS"] = str(tmp_path / "some.obf")
    return [*words.split(), *(names.get(word, word) for word in CALLS[words])]


@pytest.mark.parametrize("line", sorted(set(CALLS) - KEEP_NOTHING), indirect=True)
def test_a_folder_that_cannot_be_written(
    line: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("no folder")
    nowhere = str(tmp_path / "file" / "data")  # also root cannot write below a file
    monkeypatch.setenv("OUTFLANK_DATA", nowhere)
    code = main([word.replace("OUT", nowhere) for word in line])
    out, told = capsys.readouterr()
    assert code == 2, told
    assert line[0] != "review" or not out  # it is said before anybody thinks
    (sentence,) = told.splitlines()
    assert sentence.startswith(f"outflank {line[0]}")


class FullDisk(io.StringIO):
    """Where what is printed goes when there is no space left."""

    def write(self, text: str) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("line", sorted(set(CALLS) - SAY_LITTLE), indirect=True)
def test_a_full_disk_for_what_is_printed(
    line: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    with monkeypatch.context() as patched:
        patched.setattr(sys, "stdout", FullDisk())
        code = main([word.replace("OUT", str(tmp_path)) for word in line])
    told = capsys.readouterr().err.splitlines()[-1]
    assert code == 2
    assert told.startswith(f"outflank {line[0]}")
    assert told.endswith(": No space left on device")


def test_it_is_told_once_and_not_again_at_the_end() -> None:
    for words in ("opponents", "--help", "hint --help", "--version"):
        command = f"{sys.executable} -m outflank {words} > /dev/full"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert done.stderr.endswith(": No space left on device\n")


def test_a_database_that_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("OUTFLANK_DATA", str(tmp_path))
    (tmp_path / "archive.sqlite3").write_text("Of cabbages and kings. " * 100)
    assert main(["archive", "list"]) == 2
    sentence = capsys.readouterr().err
    assert sentence.startswith("outflank archive list: ")
    assert sentence.endswith(": file is not a database\n")


def test_a_terminal_with_plain_letters_only() -> None:
    """The minus of a score is a minus there too."""
    command = [sys.executable, "-m", "outflank", "opponents"]
    plain = os.environ | {"PYTHONIOENCODING": "ascii"}
    shown = subprocess.run(command, capture_output=True, env=plain, check=True).stdout.decode()
    assert re.search(r"rated -\d+ \+- \d+: loses to anyone", shown)
    assert "games on 8x8 from" in shown
    assert "?" not in shown

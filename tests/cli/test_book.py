"""The opening book on the command line."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from outflank.book import Book, default_book
from outflank.book.build import BuildPlan
from outflank.book.file import save_book
from outflank.cli.main import main
from outflank.cli.registry import command_parser
from outflank.openings import openings

ONE = ["--workers", "1"]
QUICK = ["--depth", "2", "--quick-depth", "1", "--lines-to", "0", *ONE]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("built") / "my.book"
    assert main(["book", "build", str(path), "--positions", "60", *QUICK]) == 0
    return path


def started(path: Path, positions: int) -> "subprocess.Popen[bytes]":
    """A build in another process that has looked at some positions already."""
    command = [sys.executable, "-m", "outflank", "book", "build", str(path)]
    build = subprocess.Popen([*command, "--positions", str(positions), *QUICK])
    journal = path.with_name(path.name + ".journal")
    while not journal.exists() or journal.read_bytes().count(b"\n") < 12:
        assert build.poll() is None
        time.sleep(0.01)
    return build


def test_a_killed_build_goes_on(built: Path, tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    build = started(path, 1_000_000)
    build.kill()
    build.wait()
    assert not path.exists()
    journal = path.with_name("my.book.journal")
    lines = journal.read_bytes().splitlines(keepends=True)
    journal.write_bytes(b"".join(lines[:30]))  # not more than is wanted now
    assert main(["book", "build", str(path), "--positions", "60", *QUICK]) == 0
    assert path.read_bytes() == built.read_bytes()


def test_an_interrupted_build_leaves_the_book_so_far(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    build = started(path, 1_000_000)
    build.send_signal(signal.SIGINT)
    assert build.wait(120) == 130
    assert len(Book.load(path)) >= 8


@pytest.mark.skipif(not Path("/proc").exists(), reason="looks for processes in /proc")
def test_the_workers_of_a_killed_build_end_too(tmp_path: Path) -> None:
    build = started(tmp_path / "my.book", 1_000_000)
    children = Path(f"/proc/{build.pid}/task/{build.pid}/children").read_text().split()
    assert children
    build.kill()
    build.wait()
    while any(_is_alive(int(child)) for child in children):
        time.sleep(0.1)


def _is_alive(process: int) -> bool:
    try:
        return "(zombie)" not in Path(f"/proc/{process}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


def test_a_finished_book_can_be_made_larger(built: Path, tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    assert main(["book", "build", str(path), "--positions", "20", *QUICK]) == 0
    assert len(Book.load(path)) == 20
    assert main(["book", "build", str(path), "--positions", "60", *QUICK]) == 0
    assert path.read_bytes() == built.read_bytes()


def test_a_build_stops_when_its_time_is_over(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "my.book"
    arguments = ["book", "build", str(path), "--positions", "1000000", "--minutes", "0.000001"]
    assert main([*arguments, *QUICK]) == 0
    assert "The same command continues" in capsys.readouterr().out


def test_what_is_played_comes_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games, path = tmp_path / "games.txt", tmp_path / "my.book"
    games.write_text("f5f4d3f6 +2 W\n" * 3)
    arguments = ["--from", str(games), "--often", "3", "--positions", "5"]
    assert main(["book", "build", str(path), *arguments, *QUICK]) == 0
    assert "5 positions occur in 3 or more of 3 games" in capsys.readouterr().out
    assert main(["book", "show", "f5f4d3f6", "--file", str(path)]) == 0


def test_only_games_of_one_source_are_begun_with(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games.txt"
    games.write_text("f5f4d3f6 +2 W\n" * 3 + "f5d6c3d3 +2 E\n" * 4 + "f5f6\n" * 5)
    for source, positions, chosen in (("W", 5, 3), ("E", 5, 4), (None, 9, 12)):
        path = tmp_path / f"{source}.book"
        options = ["--often", "3", "--positions", "5", *QUICK]
        options += ["--source", source] if source else []
        assert main(["book", "build", str(path), "--from", str(games), *options]) == 0
        told = f"{positions} positions occur in 3 or more of {chosen} games"
        assert told in capsys.readouterr().out
    lost = ["book", "build", str(tmp_path / "f.book"), "--from", str(games), "--source", "f"]
    assert main(lost) == 2
    assert "begins with 'f'" in capsys.readouterr().err


def test_named_openings_come_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "my.book"
    settings = ["--depth", "1", "--quick-depth", "1", "--lines-to", "5", *ONE]
    assert main(["book", "build", str(path), "--positions", "900", *settings]) == 0
    book = Book.load(path)
    assert all(opening.board in book for opening in openings().table)
    assert main(["book", "info", "--file", str(path)]) == 0
    told = capsys.readouterr().out
    assert "Variety" in told
    assert "of 120 named openings, up to move 20" in told


def test_a_second_look_makes_a_better_book(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Stopped, it leaves no book that is half looked at; the same command goes on."""
    better = tmp_path / "better.book"
    command = ["book", "deepen", str(built), str(better), "--depth", "4", "--lines-to", "0", *ONE]
    assert main([*command, "--minutes", "0.000001"]) == 0
    assert "The same command continues" in capsys.readouterr().out
    assert not better.exists()
    assert main(command) == 0
    told = capsys.readouterr().out
    assert "to depth 4" in told
    assert "of 60 positions" in told
    assert "Stopped" not in told
    assert main(["book", "info", "--file", str(better)]) == 0
    assert "4 or more" in capsys.readouterr().out
    assert main(["book", "check", "--file", str(better)]) == 0
    before = better.read_bytes()
    assert main(command) == 0
    assert better.read_bytes() == before


def test_a_second_look_with_other_weights_is_refused(
    built: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other.book"
    book = Book.load(built)
    save_book(replace(book.making, weights="00" * 8), book.entries, other)
    assert main(["book", "deepen", str(other), str(tmp_path / "better.book")]) == 2
    assert "was built with the weights 0000000000000000" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--depth", "2"], "--depth must be from 3 to 60, not 2"),
        (["--minutes", "0"], "--minutes must be above 0"),
    ],
)
def test_mistakes_about_a_second_look_get_a_sentence(
    arguments: list[str],
    sentence: str,
    built: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    better = tmp_path / "better.book"
    assert main(["book", "deepen", str(built), str(better), *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert main(["book", "deepen", str(built), str(built)]) == 2
    assert "the same file" in capsys.readouterr().err
    assert not better.exists()


def test_the_usual_settings_are_those_of_the_shipped_book() -> None:
    parser = command_parser("book")
    args = parser.parse_args(["build", "my.book"])
    book = default_book()
    assert (BuildPlan().depth, BuildPlan().quick_depth) == (
        book.making.depth,
        book.making.quick_depth,
    )
    assert args.positions <= len(book)  # a second look adds what lines lack
    guide = (Path(__file__).parents[2] / "docs" / "book.md").read_text()
    line = next(line for line in guide.splitlines() if line.startswith("outflank book build open"))
    told = parser.parse_args(line.removeprefix("outflank book ").partition("#")[0].split())
    assert (told.source, told.file.name) == ("W", "openings.book")
    names = ("positions", "depth", "quick_depth", "near", "per_move", "last_ply", "often")
    for name in (*names, "lines_to"):
        assert getattr(told, name) == getattr(args, name)


def test_show_names_moves_values_and_openings(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "show", "f5d6c3d3"]) == 0
    head, columns, *rows, proven = capsys.readouterr().out.splitlines()
    assert " c4 " in proven
    assert "f5d6c3d3" in head
    assert "Black to move" in head
    assert columns.split() == ["move", "score", "depth", "positions", "line"]
    values = [int(row.split()[1]) for row in rows]
    assert values == sorted(values, reverse=True)
    assert any("(Tiger)" in row and row.split()[0] == "c4" for row in rows)


def test_a_position_outside_the_book_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "show", "f5f6e6f4e3d6g5h5"]) == 1
    assert "not in the book" in capsys.readouterr().out


def test_info_and_check_tell_of_the_shipped_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "info"]) == 0
    assert "beyond the book" in capsys.readouterr().out
    assert main(["book", "check"]) == 0
    assert "0 problems" in capsys.readouterr().out


def test_openings_prints_the_list_that_the_arena_reads(capsys: pytest.CaptureFixture[str]) -> None:
    from outflank.openings.balanced import balanced_text

    assert main(["book", "openings"]) == 0
    assert capsys.readouterr().out == balanced_text()


def test_shorter_openings_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["book", "openings", "--plies", "2", "--level", "64"]) == 0
    head, _, *lines = capsys.readouterr().out.splitlines()
    assert head.startswith("# 3 positions after 2 moves, within 64 discs of level")
    assert lines == ["f5d6", "f5f4", "f5f6"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["openings", "--plies", "0"], "--plies must be 1 or more"),
        (["show", "--file", "/nowhere.book"], "/nowhere.book: No such file"),
        (["check", "--file", __file__], "is not an opening book"),
        (["build", "/nowhere/my.book"], "there is no folder /nowhere"),
        (["build", "x.book", "--positions", "0"], "--positions must be 1 or more"),
        (["build", "x.book", "--minutes", "-1"], "--minutes must be above 0"),
        (["build", "x.book", "--depth", "99"], "depth must be from 1 to 40, not 99"),
        (["build", "x.book", "--from", os.devnull + "x"], "No such file"),
        (["build", "x.book", "--from", __file__], "one game per line"),
        (["build", "x.book", "--from", os.devnull], "/dev/null has no game"),
        (["build", "x.book", "--source", "W"], "Add --from FILE"),
    ],
)
def test_mistakes_get_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["book", *arguments]) == 2
    assert sentence in capsys.readouterr().err

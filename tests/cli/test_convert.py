"""``outflank convert`` from the outside."""

import os
import threading
from pathlib import Path

import pytest

from outflank.cli.main import main

GAMES = (
    "(;GM[Othello]PB[Ann]PW[Bo]DT[1987]RE[+12]B[F5]W[D6];)\n"
    "(;GM[Othello]PB[Bo]PW[Ann]RE[-2]B[E6];)\n"
)
WIPED_OUT = "f5d6c5f4e3f6g5e6e7"  # a whole game: Black wins 64–0


def test_games_are_converted_to_wthor_and_back(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ggf, wtb, txt = (tmp_path / name for name in ("in.ggf", "out.wtb", "out.txt"))
    ggf.write_text(GAMES)
    assert main(["convert", str(ggf), str(wtb)]) == 0
    assert capsys.readouterr().out == f"2 games written to {wtb}\n"
    assert main(["convert", str(wtb), str(txt)]) == 0
    assert [line.split()[0] for line in txt.read_text().splitlines()] == ["f5d6", "e6"]
    assert (tmp_path / "out.jou").read_bytes()[16:20] == b"Ann\0"


def test_an_existing_file_is_only_replaced_when_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ggf, txt = tmp_path / "in.ggf", tmp_path / "out.txt"
    ggf.write_text(GAMES)
    txt.write_text("mine")
    assert main(["convert", str(ggf), str(txt)]) == 2
    assert "exists already; name another file, or add --force" in capsys.readouterr().err
    assert txt.read_text() == "mine"
    assert main(["convert", str(ggf), str(txt), "--force"]) == 0
    assert txt.read_text() == "f5d6 +12\ne6 -2\n"


@pytest.mark.parametrize(
    ("content", "target", "message"),
    [
        ("(;GM[Othello]B[A1];)", "out.txt", "in.ggf: GGF, line 1, column 14: Black cannot play a1"),
        (
            "(;GM[Othello]PB[Ann]PW[Bo]RE[?]B[F5]W[D6];)",
            "out.wtb",
            "out.wtb: game 1 (Ann – Bo, 'f5d6') is not finished and has no score",
        ),
        (GAMES, "out.sgf", "sgf can only be read"),
        (GAMES, "out.xyz", "the ending says the format"),
    ],
)
def test_what_cannot_be_converted_is_one_line(
    content: str, target: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.ggf").write_text(content)
    assert main(["convert", str(tmp_path / "in.ggf"), str(tmp_path / target)]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def test_a_missing_file_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["convert", str(tmp_path / "no.ggf"), str(tmp_path / "out.txt")]) == 2
    assert "no.ggf: No such file" in capsys.readouterr().err


@pytest.mark.parametrize("target", ["out.txt", "out.wtb"])
def test_a_file_that_turns_out_bad_leaves_what_was_there_before(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.ggf").write_text(GAMES + "(;GM[Othello]B[A1];)")
    assert main(["convert", str(tmp_path / "in.ggf"), str(tmp_path / target)]) == 2
    assert "line 3" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["in.ggf"]
    (tmp_path / target).write_text("mine")
    assert main(["convert", str(tmp_path / "in.ggf"), str(tmp_path / target), "--force"]) == 2
    assert (tmp_path / target).read_text() == "mine"
    assert sorted(file.name for file in tmp_path.iterdir()) == ["in.ggf", target]


def test_a_pipe_is_written_to_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "in.ggf").write_text(GAMES)
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: read.append(pipe.read_text()))
    read: list[str] = []
    reader.start()
    assert main(["convert", str(tmp_path / "in.ggf"), str(pipe), "--to", "txt", "--force"]) == 0
    reader.join()
    assert read == ["f5d6 +12\ne6 -2\n"]
    assert pipe.is_fifo()


def test_a_finished_game_gets_the_score_its_moves_lead_to(tmp_path: Path) -> None:
    games, ggf, txt = (tmp_path / name for name in ("in.txt", "out.ggf", "out.txt"))
    games.write_text(f"{WIPED_OUT}\nf5d6\n{WIPED_OUT} +20\n")
    assert main(["convert", str(games), str(ggf)]) == 0
    results = [line.partition("RE[")[2].partition("]")[0] for line in ggf.read_text().splitlines()]
    assert results == ["+64.000", "?", "+20.000"]  # what a source states is kept
    assert main(["convert", str(ggf), str(txt)]) == 0
    assert txt.read_text() == f"{WIPED_OUT} +64\nf5d6\n{WIPED_OUT} +20\n"

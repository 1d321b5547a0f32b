"""``outflank convert`` from the outside."""

import io
import os
import threading
from pathlib import Path

import pytest

from outflank.cli.main import main
from outflank.cli.registry import command_parser
from outflank.formats import read_transcript
from outflank.formats.files import READ_FORMATS

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
    assert capsys.readouterr().out == f"{wtb}: 2 games written\n"
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
    assert "--force" in capsys.readouterr().err
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
            "out.wtb: Game 1 (Ann – Bo, 'f5d6')",
        ),
        ("", "out.txt", "in.ggf has no games"),
        (GAMES, "-", "--to: wtb, ggf"),
        (GAMES, "out.pgn", "pgn can only be read"),
        (GAMES, "out.xyz", "unknown extension"),
    ],
)
def test_what_cannot_be_converted_is_one_line(
    content: str, target: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "in.ggf").write_text(content)
    out = target if target == "-" else str(tmp_path / target)
    assert main(["convert", str(tmp_path / "in.ggf"), out]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1
    assert [file.name for file in tmp_path.iterdir()] == ["in.ggf"]


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


def test_a_dash_is_the_standard_input_or_output(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(GAMES.encode())))
    assert main(["convert", "-", "-", "--from", "ggf", "--to", "txt"]) == 0
    shown = capsys.readouterr()
    assert (shown.out, shown.err) == ("f5d6 +12\ne6 -2\n", "2 games written\n")
    assert main(["convert", "-", "out.txt"]) == 2
    assert "--from: wtb, ggf" in capsys.readouterr().err
    Path("in.ggf").write_text(GAMES)
    assert main(["convert", "in.ggf", "-", "--to", "wtb"]) == 2
    assert "WTHOR games are several files" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["in.ggf"]


def test_obf_has_the_last_position_of_a_game_and_the_output_says_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    games, obf = tmp_path / "in.txt", tmp_path / "out.obf"
    games.write_text("f5d6\n")
    assert main(["convert", str(games), str(obf)]) == 0
    assert f"{obf}: 1 final position written" in capsys.readouterr().out
    assert obf.read_text() == read_transcript("f5d6").board.to_text() + ";\n"


@pytest.mark.parametrize("between", ["obf", "json"])
def test_obf_keeps_the_values_of_moves(
    between: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    start = "---------------------------OX------XO--------------------------- X;"
    passing = "XO-------------- O;"  # White has no move
    text = f"{start} C4:+2; F5:-1;\n{start} +3;\n{start}\n{passing} -16;\n"
    first, middle, last = (tmp_path / name for name in ("a.obf", f"b.{between}", "c.obf"))
    first.write_text(text)
    assert main(["convert", str(first), str(middle)]) == 0
    assert main(["convert", str(middle), str(last)]) == 0
    assert last.read_text() == text
    assert "4 positions written" in capsys.readouterr().out
    middle.write_text((middle.read_text()).replace("C4:+2", "A1:+2"))
    if between == "json":  # whatever a save calls values need not be ours
        assert main(["convert", str(middle), str(last), "--force"]) == 0
        assert last.read_text().splitlines()[0] == start


def test_the_help_lists_every_format_apart_from_its_meaning() -> None:
    shown = command_parser("convert").format_help()
    for name, meanings in READ_FORMATS.items():
        assert f"  .{name} " in shown, name
        assert f" {'; '.join(meanings)}\n" in shown, name

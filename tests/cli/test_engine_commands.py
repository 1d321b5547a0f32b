"""The engine on the command line: solve, hint, perft and bench."""

import io
from pathlib import Path
from typing import Any

import pytest

from outflank.board import Board
from outflank.cli.main import main
from outflank.engine import Engine, Limit

# One empty square: h8 turns the diagonal down to a1, and Black has 8 discs of 64.
WON = "XOOOOOOO" + "OOOOOOOO" * 6 + "OOOOOOO- X"
NEARLY = (
    "f5d6c3d3c2d2c4f4c6e3d1c5f6g5e6b4g6c7h5e1f1f3e2c1b1f2a4a5a6b5g1h6h7g4h4h3h2g3b8d7c8g2e7d8e8b6h1"
    "f8g8g7a3b3b7f7a7a8b2"
)  # three empty squares are left


def test_solve_prints_move_score_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", WON]) == 0
    out = capsys.readouterr().out
    assert "1 empty  h8 -48" in out
    assert out.rstrip().endswith("h8")


def test_solve_compares_with_the_scores_of_an_obf_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "two.obf"
    file.write_text(f"% a comment\n{WON}; H8:-48;\n{WON}; H8:-50;\n")
    assert main(["solve", str(file)]) == 1
    out = capsys.readouterr().out
    assert "two.obf:2" in out
    assert "right" in out
    assert "WRONG" in out
    assert "-50" in out
    assert "2 positions, 1 wrong" in out


def test_hint_takes_a_transcript_and_shows_several_moves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["hint", "--depth", "3", "--lines", "2", "f5d6"]) == 0
    *lines, reason = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert reason.startswith(lines[0][:2])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "f5d6\n"),
        ("a.ggf", "(;GM[Othello]TY[8]B[F5]W[D6];)"),
        ("a.pgn", "1. f5 d6"),
        ("a.sgf", "(;GM[2]FF[4];B[f5];W[d6])"),
        ("rows.txt", Board().play("f5").play("d6").diagram()),
        ("position", Board().play("f5").play("d6").to_text()),
        ("moves.txt", Board().play("f5").to_text() + "; d6"),
    ],
)
def test_hint_reads_whatever_can_be_pasted(
    name: str,
    text: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert main(["hint", "--depth", "3", "f5d6"]) == 0
    expected = capsys.readouterr().out
    (tmp_path / name).write_text(text)
    monkeypatch.setattr("sys.stdin", io.StringIO(text))
    for given in (str(tmp_path / name), "-"):
        assert main(["hint", "--depth", "3", given]) == 0
        assert capsys.readouterr().out == expected


def test_each_game_of_a_file_is_solved_or_hinted_at_by_its_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.txt"
    file.write_text(f"f5d6c5f4e3f6g5e6e7\n{WON}; h8\n{NEARLY}\n")
    assert main(["solve", str(file)]) == 0
    over, filled, solved, total = capsys.readouterr().out.splitlines()
    assert over == (
        "games.txt:1  Black wins 13–0 (scored 64–0: the winner gets the 51 empty squares)"
    )
    assert filled.startswith("games.txt:2  White wins 56–8")
    assert solved.startswith("games.txt:3  3 empties  h8 +10")
    assert total.startswith("3 positions, 0 wrong")
    assert main(["hint", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("games.txt:1: Black wins 13–0")
    assert lines[1] == "games.txt:2: White wins 56–8"
    assert lines[2:4] == ["games.txt:3:", "h8 +10 (exact) h8a2"]
    assert lines[4].startswith("h8")


def test_ctrl_c_shows_the_moves_found_by_then(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    analyze = Engine.analyze

    def interrupted(self: Engine, board: Board, limit: Limit, **options: Any) -> None:
        options["progress"](analyze(self, board, limit, lines=options["lines"]))
        raise KeyboardInterrupt

    monkeypatch.setattr(Engine, "analyze", interrupted)
    assert main(["hint", "--depth", "3", "--lines", "2", "f5d6"]) == 130
    shown = capsys.readouterr()
    assert shown.out.count("(depth 3 at ") == 2
    assert shown.err == "Stopped.\n"


def test_hint_looks_into_the_book_unless_told_to_think(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "--lines", "2", "f5d6"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.count("(book, depth ") for line in lines] == [1, 1, 0]
    for options in (["--depth", "2"], ["--time", "0.01"], ["--no-book"]):
        assert main(["hint", *options, "f5d6"]) == 0
        assert "book" not in capsys.readouterr().out


def test_perft_prints_the_known_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "5", "--size", "6"]) == 0
    counts = [line.split()[1] for line in capsys.readouterr().out.splitlines()]
    assert counts == ["4", "12", "56", "244", "1,364"]


def test_bench_ends_with_its_node_count(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("Bench: ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["solve", "missing.obf"], "no file missing.obf"),
        (["hint", "no/file"], "no file no/file"),
        (["hint", "/"], "/ is a folder"),
        (["solve", "nofile"], "'nofile' is not a file, a position"),
        (["solve", "f5zz"], "position: line 1, at character 3 ('zz')"),
        (["solve", "XO"], "solve: position: A position has one character per square"),
        (["hint", "f5f5"], "cannot play f5"),
        (["hint", "--depth", "99"], "depth must be from 1 to 60"),
        (["perft", "0"], "DEPTH must be 1 or more"),
        (["solve", "--threads", "0", WON], "threads must be from 1"),
    ],
)
def test_nonsense_is_refused_in_a_line(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err

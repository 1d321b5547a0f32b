"""The engine on the command line: solve, hint, perft and bench."""

from pathlib import Path

import pytest

from outflank.cli.main import main

# One empty square: h8 turns the diagonal down to a1, and Black has 8 discs of 64.
WON = "XOOOOOOO" + "OOOOOOOO" * 6 + "OOOOOOO- X"


def test_solve_prints_move_score_and_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", WON]) == 0
    out = capsys.readouterr().out
    assert "1 empties  h8 -48" in out
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
    assert "WRONG, the file says -50" in out
    assert "2 positions, 1 wrong" in out


def test_hint_takes_a_transcript_and_shows_several_moves(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["hint", "--depth", "3", "--lines", "2", "f5d6"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2


def test_hint_looks_into_the_book_unless_told_to_think(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["hint", "--lines", "2", "f5d6"]) == 0
    assert [line.count("(book, depth ") for line in capsys.readouterr().out.splitlines()] == [1, 1]
    for options in (["--depth", "2"], ["--seconds", "0.01"], ["--no-book"]):
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
        (["solve", "missing.obf"], "there is no file missing.obf"),
        (["solve", "nofile"], "there is no file nofile; or give a position"),
        (["solve", "XO"], "position text is one character a square"),
        (["hint", "f5f5"], "cannot play f5"),
        (["hint", "--depth", "99"], "depth must be from 1 to 60"),
        (["perft", "0"], "depth must be 1 or more"),
        (["solve", "--threads", "0", WON], "threads must be from 1"),
    ],
)
def test_nonsense_is_refused_in_a_line(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err

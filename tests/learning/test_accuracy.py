"""Measuring an evaluation: exact scores are found once, and perfect play has no error."""

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from cluster import Cluster

from outflank.cli.main import main
from outflank.engine import weights
from outflank.learning.accuracy import ExactScores, choose_positions, measure, solve_one
from outflank.learning.positions import GamePositions, held_out

SHIPPED = weights.DEFAULT_FILE.read_bytes()


def pairs_of(games: GamePositions, empties: int) -> list[tuple[int, int]]:
    chosen = choose_positions(games, hold_out=2, empties=empties, count=5)
    return list(zip(chosen.mover.tolist(), chosen.opponent.tolist(), strict=True))


def test_positions_to_measure_come_from_held_out_games_alone(games: GamePositions) -> None:
    chosen = choose_positions(games, hold_out=2, empties=10, count=5)
    assert len(chosen) == 5
    assert held_out(chosen.game, 2).all()
    assert (chosen.empties == 10).all()


def test_exact_scores_are_found_once(games: GamePositions, tmp_path: Path) -> None:
    pairs = pairs_of(games, 8)
    said: list[str] = []
    cache = tmp_path / "exact.txt"
    with ThreadPoolExecutor(1) as executor:
        first = ExactScores(cache, executor, said.append).of(pairs)
        second = ExactScores(cache, executor, said.append).of(pairs)
    assert first.tolist() == second.tolist()
    assert [re.findall(r"\d+", line) for line in said] == [[str(len(pairs))]]
    assert len(cache.read_text().splitlines()) == len(pairs)


def test_a_search_to_the_end_has_no_error(games: GamePositions, tmp_path: Path) -> None:
    pairs = pairs_of(games, 8)
    with ThreadPoolExecutor(1) as executor:
        exact = ExactScores(tmp_path / "exact.txt", executor, lambda line: None)
        perfect = measure(SHIPPED, pairs, exact, 8, executor)
        guessed = measure(SHIPPED, pairs, exact, 0, executor)
    assert (perfect.mean, perfect.bias, perfect.best) == (0, 0, 1)
    assert 0 < guessed.mean < 40


def test_the_command_prints_a_line_for_every_depth(
    games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--from", str(games_file), "--cache", str(tmp_path / "exact.txt")]
    code = main(
        [
            "teach",
            "accuracy",
            *arguments,
            "--empties",
            "8",
            "--depth",
            "0",
            "--depth",
            "8",
            "--workers",
            "1",
        ]
    )
    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert lines[-1].split()[2:] == ["8", "0.00", "0.00", "100.0%"]


def test_a_cluster_measures_the_same(
    cluster: Cluster, games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ["teach", "accuracy", "--from", str(games_file), "--empties", "8", "--depth", "3"]
    told = []
    for number, where in enumerate((["--workers", "1"], ["--cluster", cluster.address])):
        assert main([*common, "--cache", str(tmp_path / f"{number}.txt"), *where]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]
    assert re.search(r"^\D+\d+\D+$", told[1], re.M)  # how many positions are solved


def test_the_command_refuses_a_missing_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "missing.txt")
    assert (
        main(["teach", "accuracy", "--from", missing, "--cache", str(tmp_path / "exact.txt")]) == 2
    )
    assert missing in capsys.readouterr().err


def test_the_command_measures_one_source_alone(
    games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tagged = tmp_path / "tagged.txt"
    lines = games_file.read_text().splitlines()
    tagged.write_text("".join(f"{line} {'W' if n == 7 else 'L'}\n" for n, line in enumerate(lines)))
    arguments = ["--from", str(tagged), "--cache", str(tmp_path / "exact.txt"), "--workers", "1"]
    common = ["teach", "accuracy", *arguments, "--empties", "8", "--depth", "0"]
    assert main([*common, "--source", "W"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[:3] == ["8", "1", "0"]
    assert main([*common, "--source", "L"]) == 2
    assert "held-out positions with 8 empty" in capsys.readouterr().err


def test_games_without_a_source_are_of_none(
    games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mixed = tmp_path / "mixed.txt"
    lines = games_file.read_text().splitlines()
    mixed.write_text("".join(f"{line}{' W' if n == 0 else ''}\n" for n, line in enumerate(lines)))
    common = ["teach", "accuracy", "--from", str(mixed), "--cache", str(tmp_path / "exact.txt")]
    assert main([*common, "--source", "W"]) == 2
    assert "held-out positions with 24 empty" in capsys.readouterr().err
    assert main([*common, "--source", "L"]) == 2
    assert "ends in a word that begins with 'L'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "options", "sentence"),
    [
        (command, *case)
        for command in ("accuracy", "probes")
        for case in (
            (["--source", "WTHOR"], "--source must be"),
            (["--workers", "0"], "--workers must be"),
            (["--positions", "0"], "--positions must be"),
            (["--weights", "."], "Is a directory"),
        )
    ]
    + [
        ("accuracy", ["--depth", "-1"], "--depth must be"),
        ("accuracy", ["--empties", "8", "--cache", "."], "Is a directory"),
        ("probes", ["--csv", "."], "it is a folder"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(
    games_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    command: str,
    options: list[str],
    sentence: str,
) -> None:
    cache = ["--cache", str(tmp_path / "exact.txt")] if command == "accuracy" else []
    assert main(["teach", command, "--from", str(games_file), *cache, *options]) == 2
    assert sentence in capsys.readouterr().err


def test_a_move_that_ends_the_game_is_measured_too(games_file: Path, tmp_path: Path) -> None:
    arguments = ["--from", str(games_file), "--cache", str(tmp_path / "exact.txt")]
    assert (
        main(["teach", "accuracy", *arguments, "--empties", "1", "--depth", "1", "--workers", "1"])
        == 0
    )


def test_a_finished_game_is_worth_its_score_the_empties_to_the_winner() -> None:
    assert solve_one(0, 0xFF) == -64
    assert solve_one(0xFF, 0) == 64
    assert solve_one(2**40 - 1, 2**64 - 2**40) == 40 - 24


def test_a_score_that_was_cut_off_is_found_again(games: GamePositions, tmp_path: Path) -> None:
    pairs = pairs_of(games, 8)
    cache = tmp_path / "exact.txt"
    with ThreadPoolExecutor(1) as executor:
        found = ExactScores(cache, executor, lambda line: None).of(pairs)
        cache.write_text(cache.read_text()[:-2])
        again = ExactScores(cache, executor, lambda line: None).of(pairs)
    assert again.tolist() == found.tolist()
    assert len(cache.read_text().splitlines()) == len(pairs)


def test_a_file_that_keeps_no_scores_is_refused(tmp_path: Path) -> None:
    cache = tmp_path / "letter.txt"
    cache.write_text("dear friend,\n")
    with ThreadPoolExecutor(1) as executor, pytest.raises(ValueError, match="line 1: expected two"):
        ExactScores(cache, executor, lambda line: None)

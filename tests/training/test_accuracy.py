"""Measuring an evaluation: exact scores are found once, and perfect play has no error."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.cli.main import main
from outflank.engine import weights
from outflank.training import GamePositions
from outflank.training.accuracy import ExactScores, choose_positions, measure
from outflank.training.positions import held_out


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
    assert said == [f"solving {len(pairs)} positions"]
    assert len(cache.read_text().splitlines()) == len(pairs)


def test_a_search_to_the_end_has_no_error(games: GamePositions, tmp_path: Path) -> None:
    pairs = pairs_of(games, 8)
    with ThreadPoolExecutor(1) as executor:
        exact = ExactScores(tmp_path / "exact.txt", executor, lambda line: None)
        perfect = measure(weights.default(), pairs, exact, depth=8)
        guessed = measure(weights.default(), pairs, exact, depth=0)
    assert (perfect.mean, perfect.bias, perfect.best) == (0, 0, 1)
    assert 0 < guessed.mean < 40


def test_the_command_prints_a_line_for_every_depth(
    games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["--games", str(games_file), "--cache", str(tmp_path / "exact.txt")]
    code = main(
        ["accuracy", *arguments, "--empties", "8", "--depth", "0", "--depth", "8", "--workers", "1"]
    )
    lines = capsys.readouterr().out.splitlines()
    assert code == 0
    assert lines[-1].split()[2:] == ["8", "0.00", "0.00", "100.0%"]


def test_the_command_refuses_a_missing_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    missing = str(tmp_path / "missing.txt")
    assert main(["accuracy", "--games", missing, "--cache", str(tmp_path / "exact.txt")]) == 2
    assert "there is no file" in capsys.readouterr().err


def test_the_command_measures_one_source_alone(
    games_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tagged = tmp_path / "tagged.txt"
    lines = games_file.read_text().splitlines()
    tagged.write_text("".join(f"{line} {'W' if n == 7 else 'L'}\n" for n, line in enumerate(lines)))
    arguments = ["--games", str(tagged), "--cache", str(tmp_path / "exact.txt"), "--workers", "1"]
    common = ["accuracy", *arguments, "--empties", "8", "--depth", "0"]
    assert main([*common, "--source", "W"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].split()[:3] == ["8", "1", "0"]
    assert main([*common, "--source", "L"]) == 2
    assert "no held-out position with 8 empties" in capsys.readouterr().err

"""Games of the engine against itself: legal, finished, repeatable and resumable."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.training import read_games
from outflank.training.selfplay import BATCH, play_batch, self_play


def play(path: Path, games: int) -> list[str]:
    said: list[str] = []
    with ThreadPoolExecutor(2) as executor:
        self_play(path, games, depth=1, opening=40, seed=3, executor=executor, report=said.append)
    return said


def test_games_are_finished_and_their_scores_are_right(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("\n".join(play_batch(seed=2, count=4, depth=1, opening=30)) + "\n")
    assert set(read_games(path).game) == {0, 1, 2, 3}


def test_more_games_are_added_to_a_file_and_depend_on_the_seed_alone(tmp_path: Path) -> None:
    once, twice = tmp_path / "once.txt", tmp_path / "twice.txt"
    assert play(once, 2 * BATCH) == ["50 games of 100", "100 games of 100"]
    play(twice, BATCH)
    assert play(twice, 2 * BATCH) == ["100 games of 100"]
    assert once.read_bytes() == twice.read_bytes()
    assert len(set(once.read_text().splitlines())) == 2 * BATCH


def test_a_file_that_was_cut_off_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.txt"
    path.write_text("f5d6 +3\n")
    with pytest.raises(ValueError, match="1 games, which is not a multiple of 50"):
        play(path, 100)

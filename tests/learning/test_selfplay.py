"""Games of the engine against itself: legal, finished, repeatable and resumable."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from outflank.cli.main import main
from outflank.learning import selfplay
from outflank.learning.positions import read_games
from outflank.learning.selfplay import BATCH, play_batch, self_play


def play(path: Path, games: int, *, depth: int = 1, opening: int = 40, seed: int = 3) -> list[str]:
    said: list[str] = []
    with ThreadPoolExecutor(2) as executor:
        self_play(
            path,
            games,
            depth=depth,
            opening=opening,
            seed=seed,
            executor=executor,
            report=said.append,
        )
    return said


def test_games_are_finished_and_their_scores_are_right(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("\n".join(play_batch(seed=2, count=4, depth=1, opening=30)) + "\n")
    assert set(read_games(path).game) == {0, 1, 2, 3}


def test_more_games_are_added_to_a_file_and_depend_on_the_seed_alone(tmp_path: Path) -> None:
    once, twice = tmp_path / "once.txt", tmp_path / "twice.txt"
    assert play(once, 2 * BATCH) == ["50 of 100 games", "100 of 100 games"]
    play(twice, BATCH)
    assert play(twice, 2 * BATCH) == ["100 of 100 games"]
    assert once.read_bytes() == twice.read_bytes()
    assert len(set(once.read_text().splitlines())) == 2 * BATCH


@pytest.mark.parametrize("left", [1, 4])
def test_games_that_were_cut_off_are_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, left: int
) -> None:
    monkeypatch.setattr(selfplay, "BATCH", 3)
    path = tmp_path / "games.txt"
    play(path, 9)
    whole = path.read_text()
    lines = whole.splitlines(keepends=True)
    path.write_text("".join(lines[:left]) + lines[left][:-3])
    play(path, 9)
    assert path.read_text() == whole


@pytest.mark.parametrize("other", [{"seed": 4}, {"depth": 2}, {"opening": 39}])
def test_games_of_other_settings_are_not_mixed_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, other: dict[str, int]
) -> None:
    monkeypatch.setattr(selfplay, "BATCH", 2)
    path = tmp_path / "games.txt"
    play(path, 2)
    before = path.read_text()
    with pytest.raises(ValueError, match=r"line \d+"):
        play(path, 4, **other)
    assert path.read_text() == before


@pytest.mark.parametrize("text", ["f5d6 +3\n", "dear friend", "dear friend\n" * BATCH])
def test_a_file_of_something_else_is_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "letter.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"letter\.txt has"):
        play(path, 100)
    assert path.read_text() == text


def test_the_command_makes_games_to_learn_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(selfplay, "BATCH", 2)
    path = tmp_path / "games.txt"
    quick = ["--depth", "1", "--opening", "40", "--workers", "1"]
    assert main(["teach", "selfplay", str(path), "--games", "4", *quick]) == 0
    assert capsys.readouterr().out.splitlines() == ["2 of 4 games", "4 of 4 games"]
    assert set(read_games(path, weigh={"S": 0.5}).weight) == {0.5}
    assert main(["teach", "selfplay", str(path), "--games", "5", *quick]) == 0
    assert len(path.read_text().splitlines()) == 5
    assert main(["teach", "selfplay", str(path), "--games", "6", *quick, "--seed", "2"]) == 2
    assert f"{path} " in capsys.readouterr().err
    assert main(["teach", "selfplay", str(path), "--opening", "-1"]) == 2
    assert "--opening must be 0 or more, not -1" in capsys.readouterr().err

"""``outflank teach train`` from files of games to weights, and what it refuses."""

from dataclasses import replace
from pathlib import Path

import pytest

from outflank.cli.commands.teach import train as command
from outflank.cli.main import main
from outflank.engine import weights
from outflank.learning.positions import read_games
from outflank.learning.recipe import Descent, TrainingRecipe
from outflank.learning.selfplay import play_batch

# Little data, and without the searches, which take most of the time.
QUICK = TrainingRecipe(
    rounds=(),
    hold_out=4,
    descent=Descent(4, damping=100),
    solved=300,
    calibrate=((6, 20), (8, 20)),
)


def test_the_command_learns_from_an_archive_and_from_self_play(
    games_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(command, "DEFAULTS", QUICK)
    played = tmp_path / "selfplay.txt"
    played.write_text("".join(f"{line}\n" for line in play_batch(1, 2, depth=1, opening=40)))
    directory = tmp_path / "training"
    arguments = ["teach", "train", str(directory), "--from", str(games_file), "--from", str(played)]
    options = ["--exact-from", "8", "--weigh", "S=0.5", "--workers", "1"]
    assert main([*arguments, *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    positions = len(read_games(games_file, played))
    assert lines[0].startswith(f"{positions} ")
    assert "50 empt" in "\n".join(lines)
    weighed = f"engine:level=20,weights={directory / 'evaluation.weights'} engine:20"
    assert lines[-2].endswith(f"outflank match {weighed} --nodes 20000 --sprt elo0=0,elo1=10")
    assert lines[-1] == str(directory / "evaluation.weights")
    weights.load(directory / "evaluation.weights")

    # Other games, or these in another order, are another training.
    other = ["teach", "train", str(directory), "--from", str(played), "--from", str(games_file)]
    assert main([*other, *options]) == 2
    assert str(directory / "recipe.json") in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--from", "."], ". cannot be read: Is a directory"),
        (["--from", "nowhere.txt"], "nowhere.txt"),
        (["--weigh", "WTHOR=2"], "--weigh must be"),
        (["--weigh", "L=0"], "--weigh must be"),
        (["--weigh", "L"], "--weigh must be"),
        (["--workers", "0"], "--workers must be"),
        (["--round", "deep"], "EMPTIES:DEPTH:POSITIONS"),
    ],
)
def test_wrong_options_are_refused_in_a_sentence(
    games_file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    sentence: str,
) -> None:
    directory = tmp_path / "training"
    assert main(["teach", "train", str(directory), "--from", str(games_file), *options]) == 2
    assert sentence in capsys.readouterr().err
    assert not directory.exists()


def test_a_file_in_the_place_of_the_directory_is_refused(
    games_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["teach", "train", str(games_file), "--from", str(games_file), "--workers", "1"]) == 2
    )
    assert str(games_file) in capsys.readouterr().err


def test_a_small_training_plays_its_own_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "SMALL", replace(QUICK, exact_from=8, strays=1))
    monkeypatch.setattr(command, "SMALL_GAMES", 12)
    directory = tmp_path / "work"
    assert main(["teach", "train", str(directory), "--small", "--workers", "1"]) == 0
    assert len((directory / "games.txt").read_text().splitlines()) == 12
    weights.load(directory / "evaluation.weights")
    assert (directory / "errors.svg").exists()
    capsys.readouterr()
    assert main(["teach", "train", str(tmp_path / "other")]) == 2
    assert "--small" in capsys.readouterr().err

"""The engine with another evaluation than its own: `engine:weights=FILE`."""

from pathlib import Path

import pytest

from outflank.arena.entrants import InvalidEntrant, changed_entrants, make_entrants
from outflank.board import Board
from outflank.cli.main import main
from outflank.engine import weights
from outflank.learning import trained_weights
from outflank.players import InvalidSetting, UnknownOpponent, make_player, with_full_path
from outflank.players.catalogue import find_opponent, opponents
from outflank.players.engine import EnginePlayer
from outflank.players.ratings import rating_of, strength

IGNORANT = trained_weights.pack(trained_weights.Parameters.ignorant(), effort=1)


@pytest.fixture
def ignorant(tmp_path: Path) -> Path:
    path = tmp_path / "ignorant.weights"
    path.write_bytes(IGNORANT)
    return path


def moves(text: str) -> list[int]:
    """A game of one player against itself."""
    player, board = make_player(text), Board()
    played: list[int] = []
    while board.legal_moves and len(played) < 20:
        played.append(player.choose(board))
        board = board.play(played[-1])
    return played


def test_it_plays_by_what_the_file_says(ignorant: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.weights"
    copy.write_bytes(weights.DEFAULT_FILE.read_bytes())
    own = moves("engine:depth=3")
    assert moves(f"engine:depth=3,weights={copy}") == own
    assert moves(f"engine:depth=3,weights={ignorant}") != own


def test_the_setting_is_told(ignorant: Path) -> None:
    text = f"engine:level=20,weights={ignorant}"
    player = make_player(text)
    assert isinstance(player, EnginePlayer)
    assert player.description == f"level 20, weights of {ignorant}"
    assert "weights=FILE: a weights file" in opponents()["engine"].settings_help[-1]
    assert rating_of(text) is None, "nobody measured it"
    assert strength(text, 8) == ""


def test_a_name_is_looked_at_only_when_the_player_is_made(tmp_path: Path) -> None:
    missing = tmp_path / "none.weights"
    assert find_opponent(f"engine:weights={missing}")[1] == {"weights": str(missing)}
    with pytest.raises(UnknownOpponent, match=f"{missing} cannot be read: No such file"):
        make_player(f"engine:weights={missing}")
    with pytest.raises(InvalidSetting, match="weights must be the name of a file"):
        make_player("engine:weights=")
    (tmp_path / "poem.txt").write_text("Of cabbages and kings")
    with pytest.raises(UnknownOpponent, match="is not a weights file"):
        make_player(f"engine:weights={tmp_path / 'poem.txt'}")


def test_the_same_file_is_meant_from_anywhere(
    ignorant: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ignorant.parent)
    full = f"engine:level=3,weights={ignorant},book=off"
    assert with_full_path("engine:level=3,weights=ignorant.weights,book=off") == full
    assert with_full_path("engine:3") == "engine:3"


def test_a_changed_file_is_another_player(ignorant: Path) -> None:
    entrants = make_entrants([f"engine:weights={ignorant}", "engine"], 8)
    assert entrants[0].digest != entrants[1].digest
    assert changed_entrants(entrants) == []
    ignorant.write_bytes(weights.DEFAULT_FILE.read_bytes())
    assert changed_entrants(entrants) == [entrants[0].name]
    ignorant.unlink()
    assert changed_entrants(entrants) == [entrants[0].name]
    with pytest.raises(InvalidEntrant, match=f"{ignorant} cannot be read"):
        make_entrants([f"engine:weights={ignorant}", "engine"], 8)


def test_a_trial_is_a_match(
    ignorant: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Against an evaluation that knows nothing the engine's own is soon proven better."""
    log, test = str(tmp_path / "trial.jsonl"), "elo0=0,elo1=200"
    players = ["engine:level=20", f"engine:level=20,weights={ignorant}"]
    limits = ["--depth", "2", "--games", "200", "--workers", "1"]
    assert main(["match", *players, "--sprt", test, *limits, "--log", log]) == 0
    assert "is accepted" in capsys.readouterr().out.replace("\n", " ")


def test_the_commands_take_it(ignorant: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answers = []
    for options in ([], ["--weights", str(ignorant)]):
        assert main(["hint", "f5d6c3d3c4", "--depth", "1", *options]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] != answers[1]
    assert main(["hint", "f5", "--weights", "none.weights"]) == 2
    assert "none.weights: No such file" in capsys.readouterr().err

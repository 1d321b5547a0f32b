"""Shards of games: the same bytes for a seed, resumed after a kill, and refused when changed."""

import hashlib
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from outflank.batch import Sequences
from outflank.cli.main import main
from outflank.engine import Engine, Limit
from outflank.game import Game
from outflank.learning.sequence_shards import (
    ShardSettings,
    read_shard,
    sampled_games,
    write_shards,
)

SETTINGS = ShardSettings(games=250, seed=3, shard=100)


def write(folder: Path, settings: ShardSettings = SETTINGS, workers: int = 2) -> list[int]:
    counts: list[int] = []
    with ThreadPoolExecutor(workers) as executor:
        write_shards(folder, settings, executor, counts.append)
    return counts


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_seed_has_the_same_bytes_with_any_workers_and_after_a_kill(tmp_path: Path) -> None:
    assert write(tmp_path / "a") == [100, 200, 250]
    write(tmp_path / "b", workers=1)
    assert content(tmp_path / "a") == content(tmp_path / "b")
    manifest = json.loads((tmp_path / "b" / "manifest.json").read_text())
    for shard in manifest["shards"]:
        data = (tmp_path / "b" / shard["file"]).read_bytes()
        assert hashlib.sha256(data).hexdigest() == shard["sha256"]
    # Killed while the second shard was written.
    del manifest["shards"][1:]
    (tmp_path / "b" / "manifest.json").write_text(json.dumps(manifest))
    (tmp_path / "b" / "games-00002.npz").unlink()
    (tmp_path / "b" / "games-00001.npz").write_bytes(b"half")
    assert write(tmp_path / "b") == [100, 200, 250]
    assert content(tmp_path / "a") == content(tmp_path / "b")
    assert write(tmp_path / "a") == [250] * 3
    assert content(tmp_path / "a") == content(tmp_path / "b")


def test_all_games_are_different_even_where_there_are_few(tmp_path: Path) -> None:
    settings = replace(SETTINGS, size=4, games=2000, shard=500)
    write(tmp_path, settings)
    rows = [row.tobytes() for path in tmp_path.glob("*.npz") for row in read_shard(path).moves]
    assert len(set(rows)) == len(rows) == 2000


def test_more_games_than_there_are_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = Sequences.random(10, seed=1, size=4)
    monkeypatch.setattr("outflank.learning.sequence_shards.make_games", lambda *_: same)
    with pytest.raises(ValueError, match="too few different games"):
        write(tmp_path, replace(SETTINGS, size=4, games=20, shard=20))


def test_a_changed_file_and_other_settings_are_refused(tmp_path: Path) -> None:
    write(tmp_path)
    with pytest.raises(ValueError, match="other settings"):
        write(tmp_path, replace(SETTINGS, seed=4))
    (tmp_path / "games-00000.npz").write_bytes(b"x")
    with pytest.raises(ValueError, match=r"games-00000\.npz"):
        write(tmp_path)


def test_labels_are_in_the_order_of_the_squares(tmp_path: Path) -> None:
    settings = replace(SETTINGS, order="columns", labels=("boards", "legal", "mine"))
    write(tmp_path, settings)
    games = read_shard(tmp_path / "games-00001.npz", "columns")
    with np.load(tmp_path / "games-00001.npz") as file:
        assert (file["boards"] == games.boards("columns")).all()
        assert (file["mine"] == games.mine_and_theirs("columns")).all()
        assert (file["legal"] == games.legal_moves("columns")).all()
        assert (file["moves"] == games.squares("columns")).all()


def share_of_best_moves(games: Sequences) -> float:
    """How often the eighth move is the best of a search of one ply, by the search itself."""
    engine, best = Engine(memory=1), 0
    for row in games.moves:
        game = Game()
        for square in row[:7]:
            game.play(int(square))
        values = {
            move: -engine.choose(game.board.play(move), Limit(depth=1)).score
            for move in game.board.legal_moves
            if game.board.play(move).legal_moves
        }
        best += values.get(int(row[7]), -99) >= max(values.values()) - 1
    return best / len(games)


def test_sampled_games_are_legal_and_better_when_cold() -> None:
    cold, hot = (sampled_games(temperature, 1, 40) for temperature in (0.01, 100))
    for games in (cold, hot):
        Sequences.of([[int(s) for s in row if s >= 0] for row in games.moves])
    assert share_of_best_moves(cold) > 0.8 > 0.6 > share_of_best_moves(hot)
    assert (sampled_games(0.01, 1, 40).moves == cold.moves).all()


def test_the_command_writes_random_and_recorded_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "random"
    quick = ["--workers", "1", "--shard", "20"]
    assert main(["teach", "sequences", str(folder), "--games", "30", *quick]) == 0
    assert "30 distinct games in 2 files" in capsys.readouterr().out
    games = [Game("f5d6c3"), Game("f5f6"), Game("f5d6c3")]
    (tmp_path / "games.txt").write_text("".join(f"{game.transcript}\n" for game in games))
    folder = tmp_path / "recorded"
    assert main(["teach", "sequences", str(folder), "--from", str(tmp_path / "games.txt")]) == 0
    assert read_shard(folder / "games-00000.npz").moves[:, :3].tolist() == [
        [37, 43, 18],
        [37, 45, -1],
    ]


def test_repetitions_among_records_leave_no_empty_file(tmp_path: Path) -> None:
    records = [[37, 43]] * 5 + [[37, 45]] * 5 + [[37, 29]]
    settings = replace(SETTINGS, games=1 << 40, shard=2, source="x")
    for _again in range(2):
        with ThreadPoolExecutor(1) as executor:
            manifest = write_shards(tmp_path, settings, executor, lambda done: None, iter(records))
        assert [shard["games"] for shard in manifest["shards"]] == [2, 1]


def test_parquet_needs_its_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert main(["teach", "sequences", str(tmp_path / "x"), "--format", "parquet"]) == 2
    assert "outflank[parquet]" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()

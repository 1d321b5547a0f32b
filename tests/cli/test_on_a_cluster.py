"""On a cluster all comes out as it does here."""

import argparse
import shutil
import time
from pathlib import Path

import pytest
from cluster import Cluster
from network import Network
from onnx_file import onnx_bytes

from outflank.arena import GameLog
from outflank.arena.entrants import make_entrants
from outflank.arena.playing.executors import ClusterExecutor, play_safely
from outflank.arena.records import Assignment
from outflank.cli.main import main
from outflank.cli.shared.arena_run import make_executor
from outflank.cli.shared.workers import executor_for
from outflank.engine.weights import DEFAULT_FILE


def built(path: Path, *who: str) -> bytes:
    small = ["--positions", "40", "--depth", "2", "--quick-depth", "1"]
    assert main(["book", "build", str(path), *small, *who]) == 0
    return path.read_bytes()


def test_a_cluster_comes_to_the_same_book(cluster: Cluster, tmp_path: Path) -> None:
    here, there = ("--workers", "1"), ("--cluster", cluster.address)
    assert built(tmp_path / "here.book", *here) == built(tmp_path / "there.book", *there)


BOT = """
from helper import pick

class Bot:
    def choose(self, board):
        return pick(board)
"""


def test_a_player_of_a_relative_path_plays_on_workers_of_another_folder_and_so_do_weights(
    cluster: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bot.py").write_text(BOT)
    (tmp_path / "helper.py").write_text("def pick(board): return list(board.legal_moves)[-1]")
    monkeypatch.chdir(tmp_path)
    played = {}
    for name, where in (("here", ("--workers", "1")), ("there", ("--cluster", cluster.address))):
        match = ["match", "./bot.py", "greedy", "--games", "4", "--log", f"{name}.jsonl", *where]
        assert main(match) == 0
        games = GameLog.read(Path(f"{name}.jsonl")).records
        played[name] = sorted((game.game, game.moves, game.fault) for game in games)
    assert played["here"] == played["there"]

    shutil.copy(DEFAULT_FILE, "mine.weights")
    Path("net.onnx").write_bytes(onnx_bytes(Network(8, width=8)))
    files = {"mine.weights": "engine:depth=1,weights=mine.weights", "net.onnx": "onnx:net.onnx"}
    for file, spec in files.items():
        player, other = make_entrants([spec, "first"], 8)
        with ClusterExecutor(cluster.address) as executor:
            sent = executor.submit(play_safely, [Assignment(0, 0, 0, player, other, "", 8, 1)])
            Path(file).unlink()  # a worker on another machine has none
            [game] = sent.result(60)
        assert game.fault is None
        assert len(game.moves) > 20


def test_a_cluster_without_workers_says_so(
    cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    for worker in cluster.workers:
        worker.kill()
        worker.wait()
    executor = ClusterExecutor(cluster.address)
    while executor.workers:
        time.sleep(0.05)
    executor.shutdown()
    args = argparse.Namespace(cluster=cluster.address, workers=None)
    make_executor(args)[0].shutdown()  # of a match, a tournament or a tuning
    with executor_for(args):  # of a book or a training
        pass
    said = capsys.readouterr().err
    assert said.count(f"`dask worker {cluster.address}`") == 2

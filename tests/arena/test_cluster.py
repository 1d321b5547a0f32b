"""A cluster: a real scheduler and two real workers, one of them killed in the middle."""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from outflank.arena.executors import ClusterExecutor, ClusterMissing
from outflank.arena.log import GameLog
from outflank.arena.openings import load_openings
from outflank.arena.records import Entrant, GameRecord
from outflank.arena.referee import play_game
from outflank.arena.tournament import Ending, Settings, Silent, Tournament
from outflank.arena.worker import make

pytest.importorskip("distributed")


class Cluster:
    """Dask processes on this machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._started: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
        while not self._file.exists() or not self._file.read_text():
            assert self._started[0].poll() is None, self._words("scheduler")
            time.sleep(0.05)
        self.address = json.loads(self._file.read_text())["address"]
        self.workers = [
            self._start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard")
            for _ in range(2)
        ]

    def _start(self, kind: str, *options: str) -> "subprocess.Popen[bytes]":
        with (self._folder / f"{kind}.txt").open("ab") as words:
            process = subprocess.Popen(
                [
                    sys.executable,
                    "-m",
                    f"distributed.cli.dask_{kind}",
                    "--scheduler-file",
                    str(self._file),
                    *options,
                ],
                cwd=self._folder,
                stdout=words,
                stderr=words,
            )
        self._started.append(process)
        return process

    def _words(self, kind: str) -> str:
        return (self._folder / f"{kind}.txt").read_text()

    def close(self) -> None:
        for process in self._started:
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.close()


class Killer(Silent):
    """Kills a worker when some games are done."""

    def __init__(self, victim: "subprocess.Popen[bytes]", after: int) -> None:
        self._victim, self._after = victim, after
        self.seen: list[int] = []

    def finished(self, records: Sequence[GameRecord]) -> None:
        self.seen += [record.game for record in records]
        if len(self.seen) >= self._after:
            self._victim.kill()


def test_a_worker_killed_in_the_middle_loses_no_game_and_none_counts_twice(
    cluster: Cluster, tmp_path: Path, bots: Path
) -> None:
    settings = Settings(
        (Entrant("slow", f"{bots}:Slow"), Entrant("random", "random")),
        pairs=6,
        seed=3,
        openings=tuple(load_openings("balanced", 8, 3, 0)[:6]),
    )
    killer = Killer(cluster.workers[0], after=3)
    log = GameLog.create(tmp_path / "log.jsonl", settings.to_json())
    executor = ClusterExecutor(cluster.address)
    with log, executor:
        result = Tournament(settings, log, executor, workers=2, watcher=killer).run()
    assert cluster.workers[0].poll() is not None
    assert cluster.workers[1].poll() is None
    assert result.ending is Ending.COMPLETE
    assert sorted(killer.seen) == list(range(12))
    written = GameLog.read(tmp_path / "log.jsonl").records
    assert sorted(record.game for record in written) == list(range(12))
    # The same games as without a cluster.
    games = settings.plan.games(
        settings.make_format().next_round([]), round=0, first_game=0, first_opening=0
    )
    here = [play_game(game, make).moves for game in games]
    assert [record.moves for record in result.records] == here
    assert not any(record.fault for record in written)


def test_an_address_where_nobody_answers_is_a_sentence() -> None:
    with pytest.raises(ClusterMissing, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        ClusterExecutor("tcp://127.0.0.1:1", patience=0.5)

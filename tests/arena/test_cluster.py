"""A cluster: a real scheduler and two real workers, one of them killed in the middle."""

import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from cluster import Cluster

from outflank.arena.log import GameLog
from outflank.arena.openings import load_openings
from outflank.arena.playing.executors import ClusterExecutor, ClusterMissing
from outflank.arena.playing.referee import play_game
from outflank.arena.playing.worker import make
from outflank.arena.records import Entrant, PlayedGame
from outflank.arena.runs import RunEnding, RunSettings, Tournament, Watcher


class Killer(Watcher):
    """Kills a worker when some games are done."""

    def __init__(self, victim: "subprocess.Popen[bytes]", after: int) -> None:
        self._victim, self._after = victim, after
        self.seen: list[int] = []

    def finished(self, records: Sequence[PlayedGame]) -> None:
        self.seen += [record.game for record in records]
        if len(self.seen) >= self._after:
            self._victim.kill()


def test_a_worker_killed_in_the_middle_loses_no_game_and_none_counts_twice(
    cluster: Cluster, tmp_path: Path, bots: Path
) -> None:
    settings = RunSettings(
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
    assert result.ending is RunEnding.COMPLETE
    assert sorted(killer.seen) == list(range(12))
    written = GameLog.read(tmp_path / "log.jsonl").records
    assert sorted(record.game for record in written) == list(range(12))
    # The same games as without a cluster.
    games = settings.games_of(
        settings.make_format().next_round([]), round=0, first_game=0, first_opening=0
    )
    here = [play_game(game, make).moves for game in games]
    assert [record.moves for record in result.records] == here
    assert not any(record.fault for record in written)


def test_an_address_where_nobody_answers_is_a_sentence() -> None:
    pytest.importorskip("distributed")
    with pytest.raises(ClusterMissing, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        ClusterExecutor("tcp://127.0.0.1:1", patience=0.5)

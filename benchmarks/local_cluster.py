"""A local cluster of two compared with two local workers: the wall time of 40 short games.

    python benchmarks/local_cluster.py

They alternate five times, and the best time of each counts. The cluster is running and warmed up;
the time is that of the whole command, from Python's start to the verdict. Its imports are
precompiled even if PYTHONDONTWRITEBYTECODE is set: otherwise Dask would take half a second more.
"""

import os
import subprocess
import sys
import tempfile
import time

import distributed

GAMES = 40
ROUNDS = 5
PLAYERS = [("greedy", "random"), ("lookahead:3", "positional")]


def seconds(folder: str, players: tuple[str, str], *where: str) -> float:
    """Return the wall time of the command."""
    match = ["match", *players, "--games", str(GAMES), "--log", f"{time.time_ns()}.jsonl"]
    command = [sys.executable, "-m", "outflank", *match, *where]
    begin = time.perf_counter()
    subprocess.run(command, check=True, cwd=folder, stdout=subprocess.DEVNULL)
    return time.perf_counter() - begin


def main() -> None:
    """Measure both alternately."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    start = getattr(distributed, "LocalCluster")  # noqa: B009 - Dask has no type hints
    with (
        tempfile.TemporaryDirectory() as folder,
        start(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
    ):
        here, there = ("--workers", "2"), ("--cluster", cluster.scheduler_address)
        for players in PLAYERS:
            seconds(folder, players, *there)  # its workers start the playing processes
            taken = [
                (seconds(folder, players, *here), seconds(folder, players, *there))
                for _ in range(ROUNDS)
            ]
            local, remote = (min(column) for column in zip(*taken, strict=True))
            ratio = f"{remote / local:.2f} ×"
            print(f"{' – '.join(players)}: {local:.2f} s here, {remote:.2f} s there, {ratio}")


if __name__ == "__main__":
    main()

"""Work in other processes that is given up in the middle."""

import argparse
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from outflank.cli.shared.workers import executor_for


def _mark_and_sleep(mark: Path) -> None:
    mark.touch()
    time.sleep(3600)


def test_whoever_stops_at_once_waits_for_no_worker(tmp_path: Path) -> None:
    mark = tmp_path / "begun"
    args = argparse.Namespace(workers=1, cluster=None)
    tasks = []

    def work() -> None:
        with executor_for(args, finish=True) as executor:
            tasks.append(executor.submit(_mark_and_sleep, mark))
            while not mark.exists():
                time.sleep(0.01)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    with pytest.raises(BrokenProcessPool):
        tasks[0].result()

"""A real Dask cluster for the tests: a scheduler and two workers, as processes of this machine."""

import json
import subprocess
import sys
import time
from pathlib import Path


class Cluster:
    """Dask processes on this machine."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._started: list[subprocess.Popen[bytes]] = []
        self._start("scheduler", "--port", "0", "--no-dashboard", "--host", "127.0.0.1")
        while (address := self._written()) is None:
            assert self._started[0].poll() is None, self._words("scheduler")
            time.sleep(0.05)
        self.address = address
        self.workers = [
            self._start("worker", "--no-nanny", "--nthreads", "1", "--no-dashboard")
            for _ in range(2)
        ]

    def _written(self) -> str | None:
        """The address that the scheduler has written down, once all of it is there."""
        try:
            return str(json.loads(self._file.read_text())["address"])
        except (FileNotFoundError, json.JSONDecodeError):
            return None

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

    def __enter__(self) -> "Cluster":
        return self

    def __exit__(self, *_: object) -> None:
        for process in self._started:
            process.kill()
            process.wait()

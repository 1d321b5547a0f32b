"""A hundred games at once over HTTP, on SQLite and on PostgreSQL, and a server killed half-way.

Each of a hundred visitors plays a whole game against `greedy`, moving as soon as it can. Printed
are the moves a second (people's and computers'), the median and 99th percentile of the time from a
person's move to its answer, which comes when the move is on the disk, and the server's processor
time a move, which a busy machine disturbs least. Then every game is compared with what its visitor
was told: nothing may be lost or mixed up. Visitors and server share this machine's processors.

    python benchmarks/bench_server.py [--games 100]
"""

import argparse
import http.client
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from postgres import postgres, programs


@contextmanager
def server(folder: str, database: str) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """`outflank serve` on a free port."""
    command = [sys.executable, "-m", "outflank", "serve", "--no-open", "--port", "0"]
    process = subprocess.Popen(
        [*command, *(["--database", database] if database else [])],
        env={**os.environ, "OUTFLANK_DATA": folder},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://127.0.0.1:" in line, f"the server did not start: {line}"
    try:
        yield process, int(line.split("127.0.0.1:")[1].split("/")[0])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@dataclass
class Visitor:
    """One person playing one game, with a connection that stays open."""

    seed: int
    port: int
    cookie: str = ""
    game: str = ""
    told: str = ""  # the transcript of the last answer: everything acknowledged
    finished: bool = False
    waits: list[float] = field(default_factory=list)
    moves: int = 0
    busy: int = 0

    def send(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if self.cookie:
            headers["Cookie"] = self.cookie
        while True:
            text = None if body is None else json.dumps(body)
            self.line.request(method, path, text, headers)
            response = self.line.getresponse()
            answer = json.loads(response.read() or b"null")
            if response.status == 503:  # all thinkers are busy; told when to come back
                self.busy += 1
                time.sleep(float(response.headers["Retry-After"]) * 0.2)
                continue
            assert response.status < 300, (response.status, answer)
            if given := response.headers["Set-Cookie"]:
                self.cookie = given.split(";")[0]
            return answer

    def play(self, stop: threading.Event) -> None:
        """Play until the game is over or the server is gone."""
        chooser = random.Random(self.seed)
        self.line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)
        try:
            state = self.send("POST", "/api/games", {})
            self.game = f"/api/games/{state['id']}"
            while state["outcome"] is None and not stop.is_set():
                if state["thinking"]:
                    state = self.send("POST", f"{self.game}/reply", {})
                else:
                    square = chooser.choice(sorted(state["legal"]))
                    began = time.perf_counter()
                    state = self.send(
                        "POST", f"{self.game}/moves", {"square": square, "ply": state["ply"]}
                    )
                    self.waits.append(time.perf_counter() - began)
                self.moves += 1
                self.told = state["transcript"]
            self.finished = state["outcome"] is not None
        except (OSError, http.client.HTTPException):
            if not stop.is_set():
                raise
        finally:
            self.line.close()

    def check(self, port: int, *, killed: bool) -> None:
        """Compare the stored game with what this visitor was told."""
        self.line = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
        stored = self.send("GET", self.game)["transcript"]
        self.line.close()
        unanswered = stored[len(self.told) :]
        assert stored.startswith(self.told), f"lost: told {self.told}, stored {stored}"
        # A move that was on its way when the server died may be there, although nobody was told.
        assert len(unanswered) <= (2 if killed else 0), f"mixed up: {stored} after {self.told}"


def processor_seconds(process: "subprocess.Popen[str]") -> float:
    """What the server and its thinkers have used so far."""
    seconds = 0.0
    pids = [str(process.pid)]
    for task in Path(f"/proc/{process.pid}/task").iterdir():
        pids += (task / "children").read_text().split()
    for pid in pids:
        used = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
        seconds += sum(map(int, used)) / os.sysconf("SC_CLK_TCK")
    return seconds


def play_all(visitors: list[Visitor], stop: threading.Event) -> list[threading.Thread]:
    threads = [threading.Thread(target=visitor.play, args=[stop]) for visitor in visitors]
    for thread in threads:
        thread.start()
    return threads


def measure(name: str, database: str, games: int) -> None:
    """Whole games, all at once."""
    with tempfile.TemporaryDirectory() as folder, server(folder, database) as (process, port):
        visitors = [Visitor(seed, port) for seed in range(games)]
        used = processor_seconds(process)
        began = time.perf_counter()
        for thread in play_all(visitors, threading.Event()):
            thread.join()
        took = time.perf_counter() - began
        used = processor_seconds(process) - used
        assert all(visitor.finished for visitor in visitors), "a game did not end"
        for visitor in visitors:
            visitor.check(port, killed=False)
        waits = sorted(wait for visitor in visitors for wait in visitor.waits)
        moves = sum(visitor.moves for visitor in visitors)
        p50, p99 = (1000 * waits[int(share * (len(waits) - 1))] for share in (0.5, 0.99))
        busy = sum(visitor.busy for visitor in visitors)
        print(
            f"server {name}: {games} games at once, {moves / took:.0f} moves/s, "
            f"a person's move p50 {p50:.0f} ms, p99 {p99:.0f} ms, "
            f"{1000 * used / moves:.1f} ms of processor a move, "
            f"{busy} times told to come back, 0 lost",
            flush=True,
        )


def kill(name: str, database: str, games: int) -> None:
    """The server dies in the middle; another one has everything that was acknowledged."""
    with tempfile.TemporaryDirectory() as folder:
        stop = threading.Event()
        with server(folder, database) as (process, port):
            visitors = [Visitor(seed, port) for seed in range(games)]
            threads = play_all(visitors, stop)
            while sum(visitor.moves for visitor in visitors) < 15 * games:
                time.sleep(0.01)
            stop.set()
            process.send_signal(signal.SIGKILL)
            for thread in threads:
                thread.join()
        moves = sum(visitor.moves for visitor in visitors)
        with server(folder, database) as (_, port):
            for visitor in visitors:
                visitor.check(port, killed=True)
        print(f"server {name}: killed after {moves} acknowledged moves, 0 lost", flush=True)


def main() -> None:
    """Measure what is installed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100)
    games = parser.parse_args().games
    measure("sqlite", "", games)
    kill("sqlite", "", games)
    if programs() is None:
        print("server postgresql: not installed (apt-get install postgresql), not measured")
        return
    with postgres(durable=True) as url:
        measure("postgresql", url, games)
        kill("postgresql", url, games)


if __name__ == "__main__":
    main()

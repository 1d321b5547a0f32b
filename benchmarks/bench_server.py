"""Hundreds of players over HTTP, on SQLite and PostgreSQL, compared with a bare Flask route.

At full load, visitors play both sides without pauses: moves per second, and CPU time from request
to commit. With two seconds of thinking time they play against `greedy`: the median and 99th
percentile of the response time, which includes the opponent's move, and the CPU time of both. Then
the server is killed among acknowledged moves, and every game is compared with the responses. This
is repeated with two server processes. Finally 200 visitors play against `engine:20` while others
wait for faster opponents.

Visitors, server, thinkers and database share the machine's cores, so the relevant figures are CPU
times and ratios within a run. The whole run takes five minutes on a quiet machine.

    python benchmarks/bench_server.py [--seconds 6] [--only sqlite|postgresql|fair]
"""

import argparse
import asyncio
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "support"))

from postgres import postgres, programs

THOUGHT = 2.0  # seconds
SOON = 1000  # ms within which fast opponents must respond under load
GOALS = {300: 100, 500: 500}  # players with two seconds of thinking time: ms at the 99th percentile
PLAYERS, EVERY = 10_000, 8.0  # for the estimate: number of players, seconds per move of each
DATABASE = ""  # PostgreSQL's folder, found in its process names
_RETRY = re.compile(rb"\r\nretry-after: (\d+)\r\n", re.IGNORECASE)
_LENGTH = re.compile(rb"\r\ncontent-length: (\d+)\r\n")


class Ply(msgspec.Struct):
    """A move or a pass."""

    square: str | None


class State(msgspec.Struct):
    """The part of a response that a visitor reads."""

    id: str
    version: int
    ply: int
    moves: list[Ply]
    legal: dict[str, list[str]]
    thinking: dict[str, Any] | None
    outcome: dict[str, Any] | None

    @property
    def transcript(self) -> str:
        """The moves up to the current position."""
        return "".join(ply.square or "" for ply in self.moves[: self.ply])


READ = msgspec.json.Decoder(State)


class Figures:
    """The counters of a measurement."""

    def __init__(self) -> None:
        self.waits: list[float] = []
        self.replies: list[float] = []
        self.requests = self.busy = self.failed = 0
        self.on = False


class Visitor(asyncio.Protocol):
    """A client with a persistent connection, in as little Python as possible."""

    def __init__(self, number: int, figures: Figures) -> None:
        self.chooser = random.Random(number)
        self.figures = figures
        self.cookie = b""
        self.told = ""  # all acknowledged moves
        self.state: State | None = None
        self.begun = False
        self._read = b""
        self._answer: asyncio.Future[bytes] | None = None

    def itself(self) -> "Visitor":
        return self

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionResetError())

    def data_received(self, data: bytes) -> None:
        self._read += data
        end = self._read.find(b"\r\n\r\n")
        if end < 0:
            return
        found = _LENGTH.search(self._read, 0, end + 2)
        whole = end + 4 + (int(found[1]) if found else 0)
        if len(self._read) >= whole and self._answer is not None and not self._answer.done():
            answer, self._read = self._read[:whole], self._read[whole:]
            self._answer.set_result(answer)

    async def send(self, method: str, path: str, body: bytes = b"") -> bytes:
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\n"
        )
        said = head.encode() + self.cookie + b"\r\n" + body
        while True:
            self._answer = asyncio.get_running_loop().create_future()
            self.transport.write(said)
            answer = await self._answer
            status = int(answer[9:12])
            if status != 503:
                break
            self.figures.busy += 1
            wait = _RETRY.search(answer)  # as the page does
            await asyncio.sleep(float(wait[1]) if wait else 1.0)
        assert status < 300, answer
        head_, _, content = answer.partition(b"\r\n\r\n")
        if (given := re.search(rb"\r\nset-cookie: ([^;]+)", head_)) is not None:
            self.cookie = b"Cookie: " + given[1] + b"\r\n"
        self.figures.requests += 1
        self.begun = True
        return content

    async def ask(self, method: str, path: str, body: bytes = b"") -> State:
        self.state = READ.decode(await self.send(method, path, body))
        self.told = self.state.transcript
        return self.state

    async def play(self, *, thought: float, against: str = "greedy") -> None:
        """Play forever against an opponent, or both sides (``human``)."""
        wanted = f'{{"black": "human", "white": "{against}"}}'.encode()
        await asyncio.sleep(self.chooser.random() * thought)
        while True:
            state = await self.ask("POST", "/api/games", wanted)
            path = f"/api/games/{state.id}"
            while state.outcome is None:
                if state.thinking:
                    began = time.perf_counter()
                    state = await self.ask("POST", f"{path}/reply", b"{}")
                    if self.figures.on:
                        self.figures.replies.append(time.perf_counter() - began)
                    continue
                if not state.legal:  # the opponent failed, for example by timeout
                    self.figures.failed += 1
                    state = await self.ask("POST", f"{path}/resume", b"{}")
                    continue
                if thought:
                    await asyncio.sleep(thought * (0.5 + self.chooser.random()))
                square = self.chooser.choice(sorted(state.legal))
                began = time.perf_counter()
                move = f'{{"square":"{square}","ply":{state.ply},"answer":true}}'.encode()
                state = await self.ask("POST", f"{path}/moves", move)
                if self.figures.on:
                    self.figures.waits.append(time.perf_counter() - began)

    async def look(self) -> None:
        """Repeat a GET request forever."""
        while True:
            await self.send("GET", "/")

    async def check(self, *, killed: bool) -> None:
        """Compare the stored game with the responses of this visitor."""
        if self.state is None:
            return
        told = self.told
        stored = (await self.ask("GET", f"/api/games/{self.state.id}")).transcript
        assert stored.startswith(told), f"lost: told {told}, stored {stored}"
        # A move in flight when the server died may be stored without acknowledgement.
        assert len(stored) - len(told) <= (4 if killed else 0), f"mixed up: {stored} after {told}"


# --- Servers -------------------------------------------------------------------------------------


@contextmanager
def started(command: list[str], folder: str) -> Iterator[tuple[int, int]]:
    """Yield a server's process ID and port."""
    process = subprocess.Popen(
        command,
        env={**os.environ, "OUTFLANK_DATA": folder},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert "http://127.0.0.1:" in line, f"the server did not start: {line}"
    try:
        yield process.pid, int(line.split("127.0.0.1:")[1].split("/")[0])
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        process.stdout.close()


def server(folder: str, database: str, more: list[str] | None = None) -> Any:
    """Run `outflank serve` on a free port."""
    command = [sys.executable, "-m", "outflank", "serve", "--no-open", "--port", "0"]
    command += ["--budget", "0", "--connections-each", "2000", "--quiet", *(more or [])]
    return started([*command, *(["--database", database] if database else [])], folder)


def bare() -> None:
    """Serve a route that does nothing in the same way as ours."""
    from flask import Flask

    from outflank.web.app import create_app
    from outflank.web.http.server import Server, listen
    from outflank.web.settings import Settings

    app = Flask("bare")
    app.extensions |= create_app(Settings(connections_each=2000)).extensions
    app.get("/")(lambda: "Othello")
    sockets = listen("127.0.0.1", 0)
    print(f"http://127.0.0.1:{sockets[0].getsockname()[1]}/", flush=True)
    Server(app).run(sockets)


# --- Measuring -----------------------------------------------------------------------------------


def processor_seconds(root: int) -> tuple[float, float, float]:
    """Return the CPU time used so far by the server, its thinkers and the database."""
    processes: dict[int, tuple[int, str, float]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                name, _, rest = (entry / "stat").read_text().partition("(")[2].rpartition(")")
                fields = rest.split()
                used = sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")
                line = (entry / "cmdline").read_bytes()
                kind = "thinker" if b"thinker" in line or b"keeper" in line else name
                if DATABASE and DATABASE.encode() in line and b"-D" in line:
                    kind = "database"
                processes[int(entry.name)] = int(fields[1]), kind, used

    def below(pid: int, top: int) -> bool:
        while pid in processes:
            if pid == top:
                return True
            pid = processes[pid][0]
        return False

    def used_by(top: int) -> dict[int, float]:
        return {pid: used for pid, (_, _, used) in processes.items() if below(pid, top)}

    mine = used_by(root)
    thinkers = sum(used for pid, used in mine.items() if processes[pid][1] == "thinker")
    tops = [pid for pid, (_, kind, _) in processes.items() if kind == "database"]
    database = sum(sum(used_by(top).values()) for top in tops)
    return sum(mine.values()) - thinkers, thinkers, database


class Crowd:
    """The visitors of one server."""

    def __init__(self, count: int, pid: int, port: int) -> None:
        self.figures = Figures()
        self.visitors = [Visitor(number, self.figures) for number in range(count)]
        self.pid, self.port = pid, port

    async def measure(self, act: Callable[[Visitor], Any], seconds: float, warm: float) -> None:
        """Run an action for all visitors for a while, after a warm-up."""
        loop = asyncio.get_running_loop()
        for visitor in self.visitors:
            await loop.create_connection(visitor.itself, "127.0.0.1", self.port)
        tasks = [asyncio.ensure_future(act(visitor)) for visitor in self.visitors]
        while not all(visitor.begun for visitor in self.visitors):
            await asyncio.sleep(0.05)
        await asyncio.sleep(warm)
        self.figures.waits.clear()
        self.figures.requests = self.figures.busy = 0
        self.figures.on = True
        self.figures.replies.clear()
        before, began = processor_seconds(self.pid), time.perf_counter()
        mine = time.process_time()
        await asyncio.sleep(seconds)
        self.took = time.perf_counter() - began
        self.mine = time.process_time() - mine
        after = processor_seconds(self.pid)
        self.used = [late - early for late, early in zip(after, before, strict=True)]
        self.counted, self.busy = self.figures.requests, self.figures.busy
        self.waits = sorted(self.figures.waits)
        for task in tasks:
            task.cancel()
        for result in await asyncio.gather(*tasks, return_exceptions=True):
            if not isinstance(result, asyncio.CancelledError):
                raise AssertionError(f"a visitor stopped: {result!r}")
        for visitor in self.visitors:
            visitor.transport.abort()

    def wait(self, share: float) -> float:
        return 1000 * self.waits[int(share * (len(self.waits) - 1))]

    def ms(self, which: int, count: int) -> float:
        return 1000 * self.used[which] / max(1, count)


def measure_bare(connections: int, seconds: float) -> None:
    command = [sys.executable, __file__, "--bare"]
    with tempfile.TemporaryDirectory() as folder, started(command, folder) as (pid, port):
        crowd = Crowd(connections, pid, port)
        asyncio.run(crowd.measure(Visitor.look, seconds, 1.0))
        print(
            f"server bare Flask: {connections} connections, {crowd.counted / crowd.took:,.0f} "
            f"requests/s, {crowd.ms(0, crowd.counted):.2f} ms of processor a request",
            flush=True,
        )


def measure_flat_out(
    name: str, database: str, connections: int, seconds: float, more: list[str]
) -> float:
    """Measure visitors who play both sides without pauses; returns CPU ms per move."""
    with tempfile.TemporaryDirectory() as folder, server(folder, database, more) as (pid, port):
        crowd = Crowd(connections, pid, port)
        act = lambda visitor: visitor.play(against="human", thought=0.0)  # noqa: E731
        asyncio.run(crowd.measure(act, seconds, 1.0))
        moves = len(crowd.waits)
        print(
            f"server {name}: {connections} connections flat out, {moves / crowd.took:,.0f} "
            f"moves/s (goal 400), p50 {crowd.wait(0.5):.0f} ms, p99 {crowd.wait(0.99):.0f} ms, "
            f"{crowd.ms(0, moves):.2f} ms of processor a move (goal 2.5)"
            + (f", {crowd.ms(2, moves):.2f} in the database" if database else "")
            + f"; the visitors took {crowd.mine / crowd.took:.0%} of a processor",
            flush=True,
        )
        return crowd.ms(0, moves)


def measure_thought(
    name: str, database: str, players: int, seconds: float, more: list[str]
) -> list[float]:
    """Measure visitors who think before they move; returns CPU ms per move and reply."""
    with tempfile.TemporaryDirectory() as folder, server(folder, database, more) as (pid, port):
        crowd = Crowd(players, pid, port)
        act = lambda visitor: visitor.play(thought=THOUGHT)  # noqa: E731
        asyncio.run(crowd.measure(act, seconds, THOUGHT))
        moves = len(crowd.waits)
        each = [crowd.ms(which, moves) for which in range(3)]
        print(
            f"server {name}: {players} players with {THOUGHT:g} s of thought, "
            f"{moves / crowd.took:.0f} moves/s, p50 {crowd.wait(0.5):.0f} ms, p99 "
            f"{crowd.wait(0.99):.0f} ms (goal {GOALS[players]}); a move and its reply take "
            f"{each[0]:.2f} ms of processor in the server, {each[1]:.2f} in thinkers"
            + (f", {each[2]:.2f} in the database" if database else "")
            + f"; told to come back {crowd.busy} times, {crowd.figures.failed} failed thoughts; "
            f"the visitors took {crowd.mine / crowd.took:.0%} of a processor",
            flush=True,
        )
        return each


def kill(name: str, database: str, games: int, more: list[str]) -> None:
    """Kill the server, restart it, and check that all acknowledged moves are stored."""
    with tempfile.TemporaryDirectory() as folder:
        figures = Figures()
        visitors = [Visitor(number, figures) for number in range(games)]

        async def connect(port: int) -> None:
            loop = asyncio.get_running_loop()
            for visitor in visitors:
                await loop.create_connection(visitor.itself, "127.0.0.1", port)

        async def play(pid: int, port: int) -> None:
            await connect(port)
            tasks = [asyncio.ensure_future(one.play(thought=0.0)) for one in visitors]
            while figures.requests < 15 * games:
                await asyncio.sleep(0.01)
            os.kill(pid, signal.SIGKILL)
            await asyncio.gather(*tasks, return_exceptions=True)

        async def check(port: int) -> None:
            await connect(port)
            for visitor in visitors:
                await visitor.check(killed=True)

        with server(folder, database, more) as (pid, port):
            asyncio.run(play(pid, port))
        moves = figures.requests
        with server(folder, database, more) as (_, port):
            asyncio.run(check(port))
        print(f"server {name}: killed after {moves} acknowledged requests, 0 lost", flush=True)


def measure_fairness(strong: int, quick: int, seconds: float) -> None:
    """Measure the response time of fast opponents while many play the strongest engine."""
    at_once, soon = "greedy", "lookahead"  # the second one runs briefly in a process
    with tempfile.TemporaryDirectory() as folder, server(folder, "") as (pid, port):
        crowds = {
            "engine:20": Crowd(strong, pid, port),
            at_once: Crowd(quick, pid, port),
            soon: Crowd(quick, pid, port),
        }

        def against(who: str) -> Callable[[Visitor], Any]:
            return lambda visitor: visitor.play(against=who, thought=1.0)

        async def measure() -> None:
            each = (one.measure(against(who), seconds, 4.0) for who, one in crowds.items())
            await asyncio.gather(*each)

        asyncio.run(measure())
        others = {at_once: crowds[at_once].waits, soon: sorted(crowds[soon].figures.replies)}
        print(
            f"server fair: {strong} visitors against engine:20 get "
            f"{len(crowds['engine:20'].figures.replies) / seconds:.1f} moves and "
            f"{crowds['engine:20'].busy / seconds:.0f} rejections per second; "
            + "; ".join(
                f"{quick} others wait for {who} p50 {1000 * waits[len(waits) // 2]:.0f}, "
                f"p99 {1000 * waits[int(0.99 * (len(waits) - 1))]:.0f}, at most "
                f"{1000 * waits[-1]:.0f} ms (goal {SOON})"
                for who, waits in others.items()
            ),
            flush=True,
        )


def calculate(name: str, move: float, with_reply: list[float]) -> None:
    """Estimate the resources for ten thousand players."""
    rate = PLAYERS / EVERY
    server, thinkers, database = (rate * ms / 1000 for ms in with_reply)
    print(
        f"server {name}: {PLAYERS:,} players who move every {EVERY:g} s make {rate:,.0f} moves and "
        f"as many replies a second: {server:.1f} cores of servers ({rate * move / 1000:.1f} of "
        f"them for the moves), {thinkers:.1f} of thinkers"
        + (f", {database:.1f} of the database" if database else ""),
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=6.0, help="seconds per measurement")
    parser.add_argument("--only", choices=("sqlite", "postgresql", "fair"))
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.bare:
        bare()
        return

    def whole(name: str, url: str) -> None:
        move = measure_flat_out(name, url, 100, args.seconds, [])
        measure_flat_out(name, url, 500, args.seconds, [])
        for players in GOALS:
            with_reply = measure_thought(name, url, players, args.seconds, [])
        calculate(name, move, with_reply)
        kill(name, url, 50, [])
        two = ["--workers", "2"]
        measure_flat_out(f"{name}, two processes", url, 500, args.seconds, two)
        measure_thought(f"{name}, two processes", url, max(GOALS), args.seconds, two)
        kill(f"{name}, two processes", url, 50, two)

    if args.only in (None, "fair"):
        measure_fairness(200, 20, 2 * args.seconds)
    if args.only == "fair":
        return
    for connections in (100, 500):
        measure_bare(connections, args.seconds / 2)
    if args.only != "postgresql":
        whole("sqlite", "")
    if args.only == "sqlite":
        return
    if programs() is None:
        print("server postgresql: not installed (apt-get install postgresql), not measured")
        return
    global DATABASE
    with postgres(durable=True) as url:
        DATABASE = url.partition("host=")[2]
        whole("postgresql", url)


if __name__ == "__main__":
    main()

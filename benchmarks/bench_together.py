"""Shared games with watchers: the latency of moves and the reliability of the streams.

Each player moves about two seconds after the opponent, so every four seconds. The figures are the
server's CPU time to set up a table, the time from sending a move until the opponent's stream
delivers it, and the server's CPU time per move including all streams. Streams are disconnected at
random and reconnect, and halfway through the server is killed (SIGKILL) and restarted. No stream
may deliver a version twice or out of order, each table must continue from the last version seen,
every acknowledged move must be in the game, and at the end every stream must have delivered the
current state of its table.

Players, watchers and server share this machine's cores. The whole run takes two minutes on a quiet
machine; a short one: `--people 100 --watchers 100 --seconds 15`.

    python benchmarks/bench_together.py [--people 1000] [--watchers 1000] [--seconds 60]
        [--database URL] [--no-kill]
"""

import argparse
import asyncio
import os
import random
import resource
import secrets
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from statistics import median, quantiles
from typing import Any

import msgspec

from bench_server import READ, Figures, State, Visitor, processor_seconds, server

THOUGHT = (1.0, 3.0)  # seconds after the opponent's move
CUTS = 0.01  # share of streams disconnected per second
SETTLE = 20.0  # seconds within which everything must arrive at the end
AT_ONCE = 20  # tables that are set up at the same time
GOALS = {600: (15, 100), 2000: (60, 400)}  # ms at the median and the 99th percentile, by streams
GOAL_MEMORY, GOAL_TABLE, GOAL_MOVE = 40, 10, 2.5  # kB per stream, ms of CPU
CLUB = 10_000  # players, for the estimate


class Tab(asyncio.Protocol):
    """A stream of one table, in as little Python as possible."""

    def __init__(self, who: Visitor, game: str) -> None:
        self.who = who
        self.game = game
        self.version = self.skipped = self.cuts = 0
        self.table: State | None = None
        self.changed = asyncio.Event()
        self.seen: dict[int, float] = {}
        """The time when each ply was first seen."""
        self.open = False
        self.transport: Any = None
        self._read = self._body = b""
        self._head = True

    async def listen(self, port: int) -> None:
        """Open the stream from the last event seen; retry until the server responds."""
        loop = asyncio.get_running_loop()
        while True:
            with suppress(OSError):
                self._read, self._body, self._head = b"", b"", True
                await loop.create_connection(lambda: self, "127.0.0.1", port)
                last = f"Last-Event-ID: {self.version}\r\n" if self.version else ""
                head = f"GET /api/events?table={self.game} HTTP/1.1\r\nHost: 127.0.0.1\r\n{last}"
                self.transport.write(head.encode() + self.who.cookie + b"\r\n")
                return
            await asyncio.sleep(0.2)

    def connection_made(self, transport: Any) -> None:
        self.transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self.open = False

    def data_received(self, data: bytes) -> None:
        self._read += data
        if self._head:
            head, found, rest = self._read.partition(b"\r\n\r\n")
            if not found:
                return
            if not head.startswith(b"HTTP/1.1 200"):
                self.transport.abort()  # a server that is shutting down; retry
                return
            self._head, self._read, self.open = False, rest, True
        while (end := self._read.find(b"\r\n")) >= 0:
            size = int(self._read[:end], 16)
            if len(self._read) < end + 4 + size:
                return
            self._body += self._read[end + 2 : end + 2 + size]
            self._read = self._read[end + 4 + size :]
        *events, self._body = self._body.split(b"\n\n")
        for event in events:
            if event.startswith(b"id: "):
                self._take(event)

    def _take(self, event: bytes) -> None:
        number, _, data = event.partition(b"\n")
        table = READ.decode(data.removeprefix(b"data: "))
        assert table.version == int(number[4:]), "an event has another number than its table"
        assert table.version > self.version, f"version {table.version} after {self.version}"
        if self.table is not None:
            known = self.table.transcript
            assert table.transcript.startswith(known), f"{table.transcript} after {known}"
        self.skipped += table.version - self.version - 1 if self.version else 0
        self.version, self.table = table.version, table
        self.seen.setdefault(table.ply, time.perf_counter())
        self.changed.set()


class Player(Visitor):
    """One of two players at a table."""

    def __init__(self, number: int, figures: Figures) -> None:
        super().__init__(number, figures)
        self.tab: Tab
        self.acknowledged: dict[int, tuple[str, float]] = {}
        """The moves made: number of plies before, square, and time of acknowledgement."""
        self.asked: dict[int, float] = {}
        self.leaving = self.busy = False

    async def connect(self, port: int) -> None:
        """Open the connection for requests; retry until the server responds."""
        while True:
            with suppress(OSError):
                loop = asyncio.get_running_loop()
                await loop.create_connection(self.itself, "127.0.0.1", port)
                return
            await asyncio.sleep(0.2)

    async def send_again(self, port: int, method: str, path: str, body: bytes = b"") -> bytes:
        """Repeat a request until it is acknowledged."""
        while True:
            try:
                if self.transport.is_closing():
                    await self.connect(port)
                return await self.send(method, path, body)
            except ConnectionError:
                await asyncio.sleep(0.05)

    async def take_turns(self, port: int) -> None:
        """Move whenever it is the player's turn."""
        while True:
            await self.tab.changed.wait()
            self.tab.changed.clear()
            table = self.tab.table
            if table is None or not table.legal or table.ply in self.acknowledged:
                continue
            await asyncio.sleep(self.chooser.uniform(*THOUGHT))
            if self.leaving:
                return
            square = self.chooser.choice(list(table.legal))
            body = msgspec.json.encode(
                {"square": square, "ply": table.ply, "request": secrets.token_hex(8)}
            )
            self.asked[table.ply] = time.perf_counter()
            self.busy = True
            await self.send_again(port, "POST", f"/api/games/{table.id}/moves", body)
            self.acknowledged[table.ply] = square, time.perf_counter()
            self.busy = False


class Evening:
    """All players, watchers and games."""

    def __init__(self, people: int, watchers: int) -> None:
        self.figures = Figures()
        self.players = [Player(number, self.figures) for number in range(people // 2 * 2)]
        self.pairs = list(zip(self.players[::2], self.players[1::2], strict=True))
        self.watchers = watchers
        self.tabs: list[Tab] = []
        self.problems: list[str] = []

    async def sit_down(self, port: int) -> None:
        """Set up the tables."""
        free = asyncio.Semaphore(AT_ONCE)

        async def table(host: Player, guest: Player) -> None:
            async with free:
                await host.connect(port)
                await guest.connect(port)
                begun = await host.send(
                    "POST", "/api/games/shared", b'{"name": "Ann", "color": "black"}'
                )
                game = READ.decode(begun).id
                where = b'{"address": "http://127.0.0.1/"}'
                link = await host.send("POST", f"/api/games/{game}/invitation", where)
                token = msgspec.json.decode(link)["link"].partition("#join=")[2]
                take = msgspec.json.encode({"token": token, "name": "Ben"})
                await guest.send("POST", "/api/invitations/take", take)
                host.tab, guest.tab = Tab(host, game), Tab(guest, game)

        await asyncio.gather(*(table(host, guest) for host, guest in self.pairs))
        self.tabs += [one.tab for one in self.players]
        nobody = Visitor(0, self.figures)
        for number in range(self.watchers):
            self.tabs.append(Tab(nobody, self.pairs[number % len(self.pairs)][0].tab.game))

    async def listen(self, port: int) -> None:
        """Open all streams."""
        free = asyncio.Semaphore(AT_ONCE)

        async def listen(tab: Tab) -> None:
            async with free:
                await tab.listen(port)

        await asyncio.gather(*map(listen, self.tabs))
        while not all(tab.table is not None for tab in self.tabs):
            await asyncio.sleep(0.05)
            await self.open_again(port)

    async def open_again(self, port: int) -> None:
        """Reopen closed or rejected streams, as a browser does."""
        for tab in self.tabs:
            if tab.transport.is_closing():
                await tab.listen(port)

    async def keep_listening(self, port: int) -> None:
        """Reopen closed streams, and close some at random."""
        chooser = random.Random(1)
        while True:
            await asyncio.sleep(0.25)
            for tab in chooser.sample(self.tabs, int(len(self.tabs) * CUTS / 4) or 1):
                if tab.open:
                    tab.transport.abort()
                    tab.cuts += 1
            await asyncio.sleep(0)
            await self.open_again(port)

    async def stop(self) -> None:
        """Stop starting moves and wait until the current ones are acknowledged."""
        for one in self.players:
            one.leaving = True
        while any(one.busy for one in self.players):
            await asyncio.sleep(0.02)

    async def settle(self, port: int) -> None:
        """Wait until every stream has delivered the current state of its table."""
        until = time.monotonic() + SETTLE
        await self.open_again(port)
        for host, guest in self.pairs:
            look = await host.send_again(port, "GET", f"/api/games/{host.tab.game}")
            self._check_moves(READ.decode(look), host, guest)
        latest = {
            host.tab.game: host.acknowledged | guest.acknowledged for host, guest in self.pairs
        }
        for tab in self.tabs:
            wanted = max(latest[tab.game], default=-1)
            while tab.table is None or tab.table.ply <= wanted:
                if time.monotonic() > until:
                    self.problems.append(f"a stream has not brought move {wanted + 1}")
                    break
                await asyncio.sleep(0.02)

    def _check_moves(self, table: State, host: Player, guest: Player) -> None:
        """Check that every acknowledged move is in the game at its place."""
        made = {**host.acknowledged, **guest.acknowledged}
        moves = "".join(square for _, (square, _) in sorted(made.items()))
        if table.transcript != moves:
            self.problems.append(f"a game is {table.transcript}, and was acknowledged as {moves}")

    def delays(self) -> list[float]:
        """Return the ms from sending each move to the opponent's event."""
        sides = [*self.pairs, *((guest, host) for host, guest in self.pairs)]
        return [
            1000 * (other.tab.seen[ply + 1] - at)
            for one, other in sides
            for ply, at in one.asked.items()
            if ply + 1 in other.tab.seen
        ]


def resident(pid: int) -> int:
    """Return the memory of a process in kB."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0])


def run(args: argparse.Namespace, folder: str) -> int:
    """Measure, then disconnect and kill, then verify the state."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    evening = Evening(args.people, args.watchers)
    streams = len(evening.players) + args.watchers
    more = ["--connections-each", "100000", "--connections", str(2 * streams + 1000)]
    name = f"together, {len(evening.players):,} people and {args.watchers:,} watchers"

    async def first(pid: int, port: int) -> None:
        used = sum(processor_seconds(pid))
        await evening.sit_down(port)
        each_table = 1000 * (sum(processor_seconds(pid)) - used) / len(evening.pairs)
        print(f"{name}: {each_table:.1f} ms of CPU a table (goal {GOAL_TABLE})", flush=True)
        before = resident(pid)
        await evening.listen(port)
        await asyncio.sleep(1)
        each = (resident(pid) - before) / len(evening.tabs)
        print(f"{name}: {each:.1f} kB a stream (goal {GOAL_MEMORY})", flush=True)
        turns = [asyncio.ensure_future(one.take_turns(port)) for one in evening.players]
        used = sum(processor_seconds(pid))
        own = time.process_time()
        began = time.perf_counter()
        await asyncio.sleep(args.seconds / 2)
        took = time.perf_counter() - began
        moves = sum(len(one.acknowledged) for one in evening.players)
        used = sum(processor_seconds(pid)) - used
        own = time.process_time() - own
        delays = evening.delays()
        middle, late = median(delays), quantiles(delays, n=100)[98]
        goals = "goals {}, {}".format(*GOALS[streams]) if streams in GOALS else "no goals"
        print(
            f"{name}: {moves / took:.0f} moves/s, the opponent sees one {middle:.1f} ms after it "
            f"was sent, p99 {late:.1f} ms ({goals})",
            flush=True,
        )
        cost = used / moves
        print(
            f"{name}: {1000 * cost:.2f} ms of CPU a move (goal {GOAL_MOVE}), {used / took:.2f} of "
            f"a core; the people themselves {own / took:.2f}",
            flush=True,
        )
        cores = CLUB / 4 * cost
        print(
            f"calculated: {CLUB:,} people, a move every 4 s each and as many watchers: "
            f"{cores:.1f} cores, {2 * CLUB * each / 1e6:.2f} GB for their streams",
            flush=True,
        )
        cutting = asyncio.ensure_future(evening.keep_listening(port))
        await asyncio.sleep(args.seconds / 4)
        if not args.no_kill:
            os.kill(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
            with server(folder, args.database, [*more, "--port", str(port)]):
                await finish(port, turns, cutting)
        else:
            await finish(port, turns, cutting)

    async def finish(port: int, turns: list[Any], cutting: "asyncio.Future[None]") -> None:
        await asyncio.sleep(args.seconds / 4)
        await evening.stop()
        for task in (*turns, cutting):
            task.cancel()
        ended = await asyncio.gather(*turns, cutting, return_exceptions=True)
        told = [one for one in ended if isinstance(one, Exception)]
        evening.problems += [repr(one) for one in told]
        await evening.settle(port)

    with server(folder, args.database, more) as (pid, port):
        asyncio.run(first(pid, port))
    moves = sum(len(one.acknowledged) for one in evening.players)
    cuts = sum(tab.cuts for tab in evening.tabs)
    skipped = sum(tab.skipped for tab in evening.tabs)
    killed = "" if args.no_kill else ", the server killed once"
    print(
        f"{name}: {moves:,} moves, {cuts:,} streams cut{killed}: "
        f"{len(evening.problems)} lost, doubled or out of order ({skipped:,} overtaken by newer)",
        flush=True,
    )
    for problem in evening.problems[:5]:
        print(f"  {problem}", flush=True)
    return 1 if evening.problems else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--people", type=int, default=1000)
    parser.add_argument("--watchers", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", default="", help="a PostgreSQL database instead of SQLite")
    parser.add_argument("--no-kill", action="store_true")
    with tempfile.TemporaryDirectory() as folder:
        return run(parser.parse_args(), folder)


if __name__ == "__main__":
    sys.exit(main())

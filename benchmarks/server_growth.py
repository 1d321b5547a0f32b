"""What a server keeps: memory, open files, database and log while 300 players play for an hour.

The players do not think, so an hour of moves (one every four seconds each) takes minutes. Each
plays games against `greedy` one after the other; the server keeps `--most-games` of them. The
figures are printed ten times; what is bounded must stop growing once each player has that many.

    python benchmarks/server_growth.py [--players 300] [--moves 270000] [--most-games 20]
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from bench_server import Figures, Visitor, server
from bench_together import resident

STEPS = 10


class Resident(Visitor):
    """A player who deletes the oldest game before starting one more than allowed."""

    def __init__(self, number: int, figures: Figures, most: int) -> None:
        super().__init__(number, figures)
        self.most = most
        self.games: list[str] = []

    async def play_on(self, counted: list[int]) -> None:
        while True:
            if len(self.games) == self.most:
                await self.send("DELETE", f"/api/games/{self.games.pop(0)}?forever=true")
            state = await self.ask("POST", "/api/games", b'{"white": "greedy"}')
            self.games.append(state.id)
            while state.outcome is None:
                if state.thinking:  # the opponent moves again
                    state = await self.ask("POST", f"/api/games/{state.id}/reply", b"{}")
                    continue
                square = self.chooser.choice(sorted(state.legal))
                body = f'{{"square":"{square}","ply":{state.ply},"answer":true}}'.encode()
                state = await self.ask("POST", f"/api/games/{state.id}/moves", body)
                counted[0] += 1


def megabytes(paths: list[Path]) -> float:
    return sum(path.stat().st_size for path in paths if path.is_file()) / 1e6


async def run(args: argparse.Namespace, folder: Path, pid: int, port: int) -> None:
    figures, counted = Figures(), [0]
    players = [Resident(number, figures, args.most_games) for number in range(args.players)]
    loop = asyncio.get_running_loop()
    for one in players:
        await loop.create_connection(one.itself, "127.0.0.1", port)
    began = time.perf_counter()
    tasks = [asyncio.ensure_future(one.play_on(counted)) for one in players]
    print("  moves  seconds  memory MB  open files  database MB  log MB", flush=True)
    for step in range(1, STEPS + 1):
        while counted[0] < args.moves * step // STEPS:
            await asyncio.sleep(0.05)
            for task in tasks:
                if task.done():
                    task.result()
        files = len(list(Path(f"/proc/{pid}/fd").iterdir()))
        print(
            f"{counted[0]:7,}  {time.perf_counter() - began:7.0f}  {resident(pid) / 1000:9.0f}  "
            f"{files:10}  {megabytes(list(folder.glob('games*'))):11.1f}  "
            f"{megabytes(list(folder.glob('log*'))):6.1f}",
            flush=True,
        )
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--moves", type=int, default=270_000)
    parser.add_argument("--most-games", type=int, default=20)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = ["--log-file", f"{folder}/log", "--log-size", "5"]
        more = [*log, "--most-games", str(args.most_games)]
        with server(folder, "", more) as (pid, port):
            asyncio.run(run(args, Path(folder), pid, port))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""The overhead of the arena per game, compared with other frameworks.

Rates are games per CPU second of all processes together, including the players' processes, so a
busy machine has little effect. y-tetsu's `reversi` is not on PyPI (the package of that name is
another game); the frameworks here are those that can be installed.
"""

import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyspiel
import rust_reversi

from outflank.arena.log import GameLog
from outflank.arena.openings import load_openings
from outflank.arena.playing.executors import LocalExecutor
from outflank.arena.records import Entrant
from outflank.arena.runs import RunResult, RunSettings, Tournament
from timing import report

GAMES = 1000
ROUNDS = 3

RUST_PLAYER = """
import sys
from rust_reversi import Board, Turn
turn = Turn.BLACK if sys.argv[1] == "BLACK" else Turn.WHITE
board = Board()
for line in sys.stdin:
    if line.strip() == "ping":
        print("pong", flush=True)
        continue
    board.set_board_str(line.strip(), turn)
    print(board.get_random_move(), flush=True)
"""


def cpu_seconds() -> float:
    """Return the CPU time of this process and its finished children."""
    usages = (
        resource.getrusage(resource.RUSAGE_SELF),
        resource.getrusage(resource.RUSAGE_CHILDREN),
    )
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def play(players: tuple[str, str], games: int, workers: int, seed: int = 1) -> RunResult:
    """Play a match with all user features: processes, guard, durable log, standings."""
    settings = RunSettings(
        tuple(Entrant(f"{name} {i}", name) for i, name in enumerate(players)),
        pairs=games // 2,
        seed=seed,
        openings=tuple(load_openings("balanced", 8, seed, 0)),
    )
    with tempfile.TemporaryDirectory() as folder:
        log = GameLog.create(Path(folder) / "log.jsonl", settings.to_json())
        with log, LocalExecutor(workers) as executor:
            return Tournament(settings, log, executor, workers=workers).run()


def outflank_games() -> int:
    play(("random", "random"), GAMES, workers=1)
    return GAMES


def open_spiel_games() -> int:
    """Run OpenSpiel's loop with two of its own C++ bots, without log or processes."""
    game = pyspiel.load_game("othello")
    for number in range(GAMES):
        bots = [pyspiel.make_uniform_random_bot(i, 2 * number + i) for i in range(2)]
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
    return GAMES


class SpielRandom(pyspiel.Bot):  # type: ignore[misc]
    """A random player in Python, as a user of OpenSpiel would write it."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self._dice = random.Random(seed)

    def step(self, state: pyspiel.State) -> int:
        move: int = self._dice.choice(state.legal_actions())
        return move


def open_spiel_python_games(games: int = 200) -> int:
    """Run the same loop with Python players, like ours."""
    game = pyspiel.load_game("othello")
    for number in range(games):
        bots = [SpielRandom(2 * number), SpielRandom(2 * number + 1)]
        pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
    return games


def rust_reversi_games(games: int = 100) -> int:
    """Run its arena: two player processes and one line through a pipe per move."""
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "player.py"
        script.write_text(RUST_PLAYER)
        command = [sys.executable, str(script)]
        arena = rust_reversi.Arena(command, command, show_progress=False)
        arena.play_n(games)
        del arena  # ends its players, so that their time counts
    return games


def rust_reversi_loop() -> int:
    """Run a plain loop over its board, without an arena."""
    dice = random.Random(1)
    for _ in range(GAMES):
        board = rust_reversi.Board()
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(dice.choice(board.get_legal_moves_vec()))
    return GAMES


def rate(work: Callable[[], int]) -> float:
    """Return the games per CPU second, best of several rounds."""
    best = 0.0
    for _ in range(ROUNDS):
        begin = cpu_seconds()
        done = work()
        best = max(best, done / (cpu_seconds() - begin))
    return best


def overhead() -> None:
    """Report the CPU time per game beyond the players' thinking, without worker startup.

    Thinking is measured in wall time, so on a busy machine that figure is too small; the total CPU
    time remains valid.
    """
    best = best_of_all = 1e9
    for seed in range(ROUNDS):
        start = cpu_seconds()
        small = play(("random", "random"), 200, 1, seed)
        middle = cpu_seconds()
        large = play(("random", "random"), 1200, 1, seed)
        used = (cpu_seconds() - middle) - (middle - start)
        thought = sum(sum(r.seconds) for r in large.records) - sum(
            sum(r.seconds) for r in small.records
        )
        best = min(best, (used - thought) / 1000)
        best_of_all = min(best_of_all, used / 1000)
    print(
        f"{'arena: overhead of a game':<28} {best * 1000:>14.2f} ms (limit 2 ms), "
        f"{best_of_all * 1000:.2f} ms of CPU time with the thinking"
    )


def scaling() -> None:
    """Alternate a CPU-bound match between one worker and two."""
    players, games = ("lookahead:5", "lookahead:4"), 24
    walls: dict[int, float] = {1: 1e9, 2: 1e9}
    cpus: dict[int, float] = {1: 1e9, 2: 1e9}
    for _ in range(ROUNDS):
        for workers in (1, 2):
            begin, began = time.perf_counter(), cpu_seconds()
            play(players, games, workers)
            walls[workers] = min(walls[workers], time.perf_counter() - begin)
            cpus[workers] = min(cpus[workers], cpu_seconds() - began)
    print(
        f"{'arena: two workers':<28} {walls[1] / walls[2]:>14.2f} × one in wall time "
        f"(load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors), "
        f"{cpus[2] / cpus[1]:.2f} × the CPU time"
    )


if __name__ == "__main__":
    report(
        "arena: random games",
        rate(outflank_games),
        {
            "open_spiel, Python players": rate(open_spiel_python_games),
            "open_spiel, C++ players": rate(open_spiel_games),
            "rust-reversi Arena": rate(rust_reversi_games),
            "bare rust-reversi loop": rate(rust_reversi_loop),
        },
        "games/s",
    )
    overhead()
    if "--no-scaling" not in sys.argv:
        scaling()

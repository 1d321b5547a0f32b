"""Engine benchmarks: rules, endgames, stopping, time limits, threads.

FFO #40 to #49 are read from the suites beside the checkout, or from the file given as argument.
Figures are CPU seconds for one thread and otherwise wall time, so use a quiet machine.
"""

import os
import resource
import statistics
import sys
import threading
import time
from pathlib import Path

from outflank.board import Board
from outflank.cli.shared.positions import GivenPosition, read_positions
from outflank.engine import Engine, Limit
from outflank.engine.bench import BENCH_POSITIONS, perft_speed

DEFAULT_SUITE = Path(__file__).parents[2] / "shared/data/suites/fforum-40-49.obf"
HARD = (5, 9)  # FFO #45 and #49, two thirds of the suite's time; skipped if solved twice
HASH_MB = 256
STOPS = 40
MIDDLE = Board.from_text(BENCH_POSITIONS[0])


def perft() -> None:
    """Compare moves and flips with plain code in the same run."""
    ratios, seconds = [], []
    for _ in range(3):
        fast, plain = perft_speed(Board(), depth=10)
        ratios.append(fast / plain)
        seconds.append(fast)
    print(
        f"perft 10: {min(seconds):.3f} CPU s, "
        f"{statistics.median(ratios):.2f} of the time of plain code"
    )


def endgames(problems: list[GivenPosition]) -> None:
    """Solve the suite with one thread and an empty table."""
    engine = Engine(memory=HASH_MB)
    nodes = 0
    seconds = []
    for puzzle in problems:
        engine.clear()
        before = time.process_time()
        result = engine.solve(puzzle.board)
        seconds.append(time.process_time() - before)
        nodes += result.nodes
        if result.score != puzzle.best_score:
            raise SystemExit(f"{puzzle.name}: expected {puzzle.best_score}, got {result.score}")
    total = sum(seconds)
    print(
        f"suite: {total:.1f} CPU s, {nodes:,} nodes, {nodes / total / 1e6:.1f} million nodes/s; "
        f"each {', '.join(f'{each:.1f}' for each in seconds)}"
    )


def threads_beside_one(problems: list[GivenPosition]) -> None:
    """Solve the faster positions with one thread, two, and far more than cores."""
    one = 0.0
    for threads in (1, 2, 8, 16):
        engine = Engine(memory=HASH_MB, threads=threads)
        wall = 0.0
        for puzzle in problems:
            engine.clear()
            wall += engine.solve(puzzle.board).seconds
        one = one or wall
        print(
            f"threads: {threads} on {os.cpu_count()} cores {one / wall:.2f} × as fast as one "
            f"({wall:.1f} s, load {os.getloadavg()[0]:.1f})"
        )


def stops(board: Board, what: str, threads: int) -> None:
    """Measure the delay between a stop request and the end of a search."""
    engine = Engine(memory=HASH_MB, threads=threads)
    waits = []
    for number in range(STOPS):
        returned: list[float] = []

        def search(returned: list[float] = returned) -> None:
            engine.analyze(board, Limit(), lines=1)
            returned.append(time.perf_counter())

        thread = threading.Thread(target=search)
        thread.start()
        time.sleep(0.05 + 0.003 * number)
        told = time.perf_counter()
        engine.stop()
        thread.join()
        waits.append((returned[0] - told) * 1000)
    print(
        f"stop, {what}, {threads} thread{'s' * (threads > 1)}: "
        f"median {statistics.median(waits):.2f} ms, worst of {STOPS} {max(waits):.1f} ms"
    )


def limits(board: Board, what: str) -> None:
    """Measure how far a search exceeds its time limit."""
    engine = Engine(memory=HASH_MB)
    over = []
    for seconds in (0.02, 0.05, 0.1, 0.2, 0.5) * 3:
        engine.clear()
        begin = time.perf_counter()
        engine.choose(board, Limit(seconds=seconds))
        over.append((time.perf_counter() - begin - seconds) * 1000)
    print(
        f"time limit, {what}: median {statistics.median(over):.2f} ms over it, "
        f"worst of {len(over)} {max(over):.1f} ms"
    )


def memory() -> None:
    """Measure the peak memory of the process beyond its tables."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"memory: {peak - HASH_MB:.0f} MB beyond the table, including Python")


def main() -> None:
    suite = Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_SUITE
    perft()
    stops(MIDDLE, "middle game", threads=1)
    stops(MIDDLE, "middle game", threads=2)
    limits(MIDDLE, "middle game")
    if not suite.exists():
        print(f"suite: skipped, because {suite.name} is missing; give its path as the argument")
        memory()
        return
    problems = read_positions(str(suite))
    hardest = problems[-1].board
    stops(hardest, "endgame", threads=1)
    stops(hardest, "endgame", threads=2)
    limits(hardest, "endgame")
    memory()
    threads_beside_one([each for number, each in enumerate(problems) if number not in HARD])
    endgames(problems)


if __name__ == "__main__":
    main()

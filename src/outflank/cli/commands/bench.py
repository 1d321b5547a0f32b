"""``outflank bench``: the engine's figures, one line each."""

import argparse
import time

from outflank.board import Board
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.positions import GivenPosition, read_positions
from outflank.engine import Engine
from outflank.engine.bench import bench_nodes, evaluation_speed, perft_speed


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--suite",
        metavar="FILE",
        help="also solve the positions of an .obf file, such as FFO 40-49",
    )
    add_engine_options(parser.add_argument_group("for --suite"), memory=512)


def run(args: argparse.Namespace) -> int:
    puzzles = read_positions(args.suite) if args.suite else []
    before = time.process_time()
    nodes = bench_nodes()
    seconds = time.process_time() - before
    fast, plain = perft_speed(Board(), depth=10)
    print(f"perft 10: {fast:.2f} CPU s, {fast / plain:.2f} of the time of plain code")
    print(f"evaluation: {evaluation_speed() / 1e6:.1f} million a CPU second, each with its move")
    print(f"bench: {nodes / seconds / 1e6:.1f} million nodes/s, {seconds:.2f} CPU s")
    if puzzles:
        _solve_suite(engine_of(args), puzzles)
    print(f"Bench: {nodes}")
    return 0


def _solve_suite(engine: Engine, puzzles: list[GivenPosition]) -> None:
    nodes = wrong = 0
    wall = cpu = 0.0
    for puzzle in puzzles:
        engine.clear()
        before = time.process_time()
        result = engine.solve(puzzle.board)
        spent = time.process_time() - before
        cpu += spent
        wall += result.seconds
        nodes += result.nodes
        right = puzzle.best_score in (None, result.score)
        wrong += not right
        print(
            f"{puzzle.name}: {result.score:+d}{'' if right else ' WRONG'}, "
            f"{result.nodes:,} nodes, {result.seconds:.2f} s, {spent:.2f} CPU s",
            flush=True,
        )
    print(
        f"suite: {cpu:.2f} CPU s, {wall:.2f} s, {nodes:,} nodes, "
        f"{nodes / max(cpu, 1e-9) / 1e6:.1f} million nodes/s, {wrong} wrong"
    )

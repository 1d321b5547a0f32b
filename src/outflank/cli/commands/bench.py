"""``outflank bench``: the engine's performance figures, one per line."""

import argparse
import time

from outflank.board import Board
from outflank.cli.commands.suite import solved
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.positions import GivenPosition, read_positions
from outflank.engine import Engine
from outflank.engine.bench import bench_nodes, evaluation_speed, perft_speed
from outflank.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--suite",
        metavar="FILE",
        help=_("also solve the positions of an .obf file, such as FFO 40-49"),
    )
    add_engine_options(parser.add_argument_group(_("options for --suite")), memory=512)


def run(args: argparse.Namespace) -> int:
    engine = engine_of(args)
    puzzles = read_positions(args.suite) if args.suite else []
    before = time.process_time()
    nodes = bench_nodes()
    seconds = time.process_time() - before
    fast, plain = perft_speed(Board(), depth=10)
    print(
        _(
            "perft 10: {cpu:.2f} CPU s, {share:.2f} of the portable code's time",
            cpu=fast,
            share=fast / plain,
        )
    )
    print(
        _(
            "evaluation: {speed:.1f} million positions per CPU second, including making the moves",
            speed=evaluation_speed() / 1e6,
        )
    )
    print(
        _(
            "bench: {speed:.1f} million nodes/s, {cpu:.2f} CPU s",
            speed=nodes / seconds / 1e6,
            cpu=seconds,
        )
    )
    if puzzles:
        _solve_suite(engine, puzzles)
    print(f"Bench: {nodes}")
    return 0


def _solve_suite(engine: Engine, puzzles: list[GivenPosition]) -> None:
    nodes = wrong = 0
    wall = cpu = 0.0
    for one in solved(engine, puzzles):
        cpu += one.cpu
        wall += one.seconds
        nodes += one.nodes
        right = one.known in (None, one.score)
        wrong += not right
        work = _(
            "{nodes:,} nodes, {seconds:.2f} s, {cpu:.2f} CPU s",
            nodes=one.nodes,
            seconds=one.seconds,
            cpu=one.cpu,
        )
        verdict = "" if right else " " + _("WRONG")
        print(f"{one.position}: {one.score:+d}{verdict}, {work}", flush=True)
    print(
        _(
            "suite: {cpu:.2f} CPU s, {seconds:.2f} s, {nodes:,} nodes, {speed:.1f} million "
            "nodes/s, {wrong} wrong",
            cpu=cpu,
            seconds=wall,
            nodes=nodes,
            speed=nodes / max(cpu, 1e-9) / 1e6,
            wrong=wrong,
        )
    )

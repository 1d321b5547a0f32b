"""``outflank teach probes``: how far shallow searches are from deep ones."""

import argparse
from pathlib import Path

from outflank.cli.commands.teach.accuracy import add_source_options, read_source, read_weights
from outflank.cli.shared.arena_run import refuse_unwritable
from outflank.cli.shared.workers import executor_for, tell
from outflank.learning.probes import Reach, tell_probes
from outflank.learning.recipe import TrainingRecipe

POSITIONS = 200


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "A search skips a move when a shallower one, the probe, says that it is bad by more\n"
        "than the probe's usual error. The table shows that error for the probes in use, and\n"
        "after the stroke what native/probcut.cpp states; below it are the constants that fit\n"
        "best.\n"
        "The positions are drawn from every 50th game of the file, which training leaves out."
    )
    add_source_options(parser, POSITIONS)
    usual = Reach()
    parser.add_argument(
        "--depth",
        type=int,
        default=usual.depth,
        help=f"plies of the deepest search; default: {usual.depth}",
    )
    parser.add_argument(
        "--solve-from",
        type=int,
        default=usual.solved,
        metavar="EMPTIES",
        help=f"find the exact score too; default: {usual.solved}",
    )
    parser.add_argument("--csv", type=Path, help="write all that was measured")


def run(args: argparse.Namespace) -> int:
    refuse_unwritable(args.csv)
    reach = Reach(args.depth, args.solve_from)
    games = read_source(args)
    packed = read_weights(args)
    with executor_for(args) as executor:
        tell_probes(
            packed,
            games,
            TrainingRecipe().hold_out,
            args.positions,
            executor,
            tell,
            args.csv,
            reach,
        )
    return 0

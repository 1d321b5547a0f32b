"""``outflank teach probes``: how far shallow searches are from deep ones."""

import argparse
from pathlib import Path

from outflank.cli.commands.teach.accuracy import add_source_options, read_source, read_weights
from outflank.cli.shared.arena_run import refuse_unwritable
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import executor_for, tell
from outflank.learning import Recipe, TooFewPositions, tell_probes

POSITIONS = 200


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = (
        "A search skips a move when a shallower one, the probe, says that it is bad by more\n"
        "than the probe's usual error. The table shows that error for the probes in use, and\n"
        "after the stroke what native/probcut.cpp states; below it are the constants that fit\n"
        "best.\n"
        "The positions are drawn from every 50th game of the file, which training leaves out."
    )
    add_source_options(parser, POSITIONS)
    parser.add_argument("--csv", type=Path, help="write all that was measured")


def run(args: argparse.Namespace) -> int:
    """Measure and print."""
    refuse_unwritable(args.csv)
    games = read_source(args)
    packed = read_weights(args)
    with executor_for(args) as executor:
        try:
            tell_probes(packed, games, Recipe().hold_out, args.positions, executor, tell, args.csv)
        except TooFewPositions as error:
            raise UsageError(str(error)) from error
    return 0

"""``outflank teach probes``: compare shallow searches with deep ones."""

import argparse
from pathlib import Path

from outflank.cli.commands.teach.accuracy import (
    HELD_OUT,
    add_source_options,
    read_source,
    read_weights,
)
from outflank.cli.shared.arena_run import refuse_unwritable
from outflank.cli.shared.workers import executor_for, tell
from outflank.learning.probes import Reach, tell_probes
from outflank.learning.recipe import TrainingRecipe
from outflank.translation import _

POSITIONS = 200


def configure(parser: argparse.ArgumentParser) -> None:
    about = _(
        "A search skips a move if a shallower search, the probe, shows that it is bad by more than "
        "the probe's usual error. The table shows this error for the probes in use, and after the "
        "slash the constant in native/probcut.cpp. Below it are the constants that fit best."
    )
    parser.epilog = f"{about} {_(HELD_OUT)}"
    add_source_options(parser, POSITIONS)
    usual = Reach()
    parser.add_argument(
        "--depth",
        type=int,
        default=usual.depth,
        help=_("depth of the deepest search"),
    )
    parser.add_argument(
        "--solve-from",
        type=int,
        default=usual.solved,
        metavar="EMPTIES",
        help=_("also find exact scores from this number of empty squares"),
    )
    parser.add_argument("--csv", type=Path, help=_("write all measurements as CSV"))


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

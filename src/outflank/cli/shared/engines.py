"""Engine options that several commands share."""

import argparse
from pathlib import Path

from outflank.engine import Engine, weights
from outflank.translation import _


def add_engine_options(parser: argparse._ActionsContainer, *, memory: int) -> None:
    parser.add_argument("--threads", type=int, default=1, help=_("number of search threads"))
    parser.add_argument(
        "--memory",
        type=int,
        default=memory,
        metavar="MB",
        help=_("size of the transposition table in megabytes"),
    )
    parser.add_argument(
        "--weights",
        type=Path,
        help=_("a weights file of `outflank teach train`; default: the engine's own"),
    )


def engine_of(args: argparse.Namespace) -> Engine:
    known = weights.load(args.weights) if args.weights else None
    return Engine(threads=args.threads, memory=args.memory, weights=known)

"""The engine as several commands take it: how many cores, how much memory, which evaluation."""

import argparse
from pathlib import Path

from outflank.engine import Engine, weights


def add_engine_options(parser: argparse._ActionsContainer, *, memory: int) -> None:
    parser.add_argument("--threads", type=int, default=1, help="processor cores")
    parser.add_argument(
        "--memory",
        type=int,
        default=memory,
        metavar="MB",
        help="megabytes for positions it has seen",
    )
    parser.add_argument(
        "--weights", type=Path, help="an evaluation of `outflank teach train`; default: its own"
    )


def engine_of(args: argparse.Namespace) -> Engine:
    known = weights.load(args.weights) if args.weights else None
    return Engine(threads=args.threads, memory=args.memory, weights=known)

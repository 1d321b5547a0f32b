"""The engine as several commands take it: how many cores, how much memory, which evaluation."""

import argparse

from outflank.cli.shared.errors import UsageError
from outflank.engine import CannotThink, Engine


def add_engine_options(parser: argparse._ActionsContainer, *, memory: int) -> None:
    """Declare what the engine works with."""
    parser.add_argument("--threads", type=int, default=1, help="processor cores")
    parser.add_argument(
        "--memory",
        type=int,
        default=memory,
        metavar="MB",
        help="megabytes for positions it has seen",
    )


def engine_of(args: argparse.Namespace) -> Engine:
    """The engine that the options ask for."""
    try:
        return Engine(threads=args.threads, hash_mb=args.memory)
    except CannotThink as error:
        raise UsageError(str(error)) from None

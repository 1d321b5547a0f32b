"""Who thinks behind ``outflank gtp`` and ``outflank nboard``."""

import argparse

from outflank.book import default_book
from outflank.cli.shared.errors import UsageError
from outflank.engine import CannotThink, Engine
from outflank.players import make_player
from outflank.protocols import Budget, EngineThinker, PlayerThinker, Thinker


def add_thinker_options(parser: argparse.ArgumentParser) -> None:
    """Declare who thinks and how deeply."""
    parser.add_argument(
        "--player",
        metavar="NAME",
        help="who plays: a name as in `outflank opponents` (default: the engine at full strength)",
    )
    parser.add_argument(
        "--depth", type=int, metavar="N", help="how many plies the engine looks ahead (12)"
    )
    parser.add_argument(
        "--no-book", action="store_true", help="let the engine think in the opening too"
    )
    parser.add_argument("--seed", type=int, metavar="N", help="same seed, same choice of openings")
    parser.add_argument("--threads", type=int, default=1, help="processor cores (1)")
    parser.add_argument("--hash-mb", type=int, default=64, help="megabytes of table (64)")


def thinker_of(args: argparse.Namespace) -> tuple[Thinker, Budget]:
    """The thinker that the options ask for, and how long it may think without a clock."""
    if args.depth is not None and not 1 <= args.depth <= 60:
        raise UsageError(f"--depth is a number from 1 to 60; got {args.depth}")
    budget = Budget(depth=args.depth)
    if args.player is None:
        try:
            engine = Engine(threads=args.threads, hash_mb=args.hash_mb)
            book = None if args.no_book else default_book()
            return EngineThinker(engine, book=book, seed=args.seed), budget
        except CannotThink as error:
            raise UsageError(str(error)) from None
    try:
        player = make_player(args.player, size=8)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return PlayerThinker(player, args.player), budget

"""Who thinks behind ``outflank gtp`` and ``outflank nboard``."""

import argparse

from outflank.cli.errors import UsageError
from outflank.players import make_player
from outflank.protocols import Budget, PlayerThinker, Thinker

DEFAULT_PLAYER = "lookahead"


def add_thinker_options(parser: argparse.ArgumentParser) -> None:
    """Declare who thinks and how deeply."""
    parser.add_argument(
        "--player",
        default=DEFAULT_PLAYER,
        metavar="NAME",
        help="who plays: a name as in `outflank opponents` (default: %(default)s)",
    )
    parser.add_argument("--depth", type=int, metavar="N", help="how many plies to look ahead")


def thinker_of(args: argparse.Namespace) -> tuple[Thinker, Budget]:
    """The thinker that the options ask for, and how long it may think without a clock."""
    if args.depth is not None and not 1 <= args.depth <= 60:
        raise UsageError(f"--depth is a number from 1 to 60; got {args.depth}")
    try:
        player = make_player(args.player, size=8)
    except ValueError as error:
        raise UsageError(str(error)) from None
    return PlayerThinker(player, args.player), Budget(depth=args.depth)

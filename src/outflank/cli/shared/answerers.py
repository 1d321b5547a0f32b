"""Who thinks behind ``outflank engine``."""

import argparse

from outflank.book import default_book
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.errors import UsageError
from outflank.players import make_player
from outflank.protocols.answering import Answerer, EngineAnswerer, PlayerAnswerer, ThinkingBudget


def add_answerer_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--player",
        metavar="NAME",
        help="who plays: a name as in `outflank opponents`; default: the engine without mistakes",
    )
    parser.add_argument(
        "--depth", type=int, help="how many plies the engine looks ahead; default: 12"
    )
    parser.add_argument(
        "--no-book", action="store_true", help="let the engine think in the opening too"
    )
    parser.add_argument(
        "--ponder", action="store_true", help="let the engine think while the opponent does"
    )
    parser.add_argument("--seed", type=int, help="same seed, same choice of openings")
    add_engine_options(parser, memory=64)


def answerer_of(args: argparse.Namespace) -> tuple[Answerer, ThinkingBudget]:
    """The answerer that the options ask for, and how long it may think without a clock."""
    if args.depth is not None and not 1 <= args.depth <= 60:
        raise UsageError(f"--depth is a number from 1 to 60; got {args.depth}")
    budget = ThinkingBudget(depth=args.depth)
    if args.player is None:
        book = None if args.no_book else default_book()
        return EngineAnswerer(engine_of(args), book=book, seed=args.seed), budget
    if args.ponder:
        raise UsageError("--ponder is for the engine: a player of --player thinks in its own turn")
    return PlayerAnswerer(make_player(args.player, size=8), args.player), budget

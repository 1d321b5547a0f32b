"""The players behind ``outflank engine``."""

import argparse

from outflank.book import default_book
from outflank.cli.shared.engines import add_engine_options, engine_of
from outflank.cli.shared.errors import UsageError
from outflank.players import make_player
from outflank.protocols.answering import Answerer, EngineAnswerer, PlayerAnswerer, ThinkingBudget
from outflank.translation import _


def add_answerer_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--player",
        metavar="NAME",
        help=_(
            "the player, a name from `outflank opponents`; default: the engine at full strength"
        ),
    )
    parser.add_argument(
        "--depth", type=int, help=_("the engine's search depth in plies; default: 12")
    )
    parser.add_argument("--no-book", action="store_true", help=_("do not use the opening book"))
    parser.add_argument("--ponder", action="store_true", help=_("think during the opponent's turn"))
    parser.add_argument(
        "--seed", type=int, help=_("the same seed gives the same choice of openings")
    )
    add_engine_options(parser, memory=64)


def answerer_of(args: argparse.Namespace) -> tuple[Answerer, ThinkingBudget]:
    """Return the player of the options, and its thinking time without a clock."""
    if args.depth is not None and not 1 <= args.depth <= 60:
        raise UsageError(_("--depth must be from 1 to 60, not {number}.", number=args.depth))
    budget = ThinkingBudget(depth=args.depth)
    if args.player is None:
        book = None if args.no_book else default_book()
        return EngineAnswerer(engine_of(args), book=book, seed=args.seed), budget
    if args.ponder:
        raise UsageError(_("--ponder works only with the engine. Leave out --ponder or --player."))
    return PlayerAnswerer(make_player(args.player, size=8), args.player), budget

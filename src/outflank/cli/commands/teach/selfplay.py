"""``outflank teach selfplay``: games of the engine against itself, for training."""

import argparse
from pathlib import Path

from outflank.cli.shared.arena_run import refuse_unwritable
from outflank.cli.shared.errors import at_least
from outflank.cli.shared.long_work import RESUMABLE
from outflank.cli.shared.workers import add_worker_options, executor_for, tell
from outflank.learning.selfplay import self_play
from outflank.translation import _


def configure(parser: argparse.ArgumentParser) -> None:
    more = _(
        "With a larger --games it adds games. It refuses a file made with other settings "
        "or weights."
    )
    parser.epilog = f"{_(RESUMABLE)} {more}"
    parser.add_argument("file", type=Path, help=_("the file for the games"))
    parser.add_argument("--games", type=int, default=1000, help=_("the number of games in FILE"))
    parser.add_argument("--depth", type=int, default=4, help=_("search depth in plies"))
    parser.add_argument("--opening", type=int, default=12, help=_("random moves at the start"))
    parser.add_argument("--seed", type=int, default=1, help=_("the same seed gives the same games"))
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    at_least(args, games=1, depth=1, opening=0)
    refuse_unwritable(args.file)
    with executor_for(args) as executor:
        self_play(
            args.file,
            args.games,
            depth=args.depth,
            opening=args.opening,
            seed=args.seed,
            executor=executor,
            report=tell,
        )
    return 0

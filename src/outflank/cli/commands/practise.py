"""``outflank practise``: one's own errors again, until nothing is lost."""

import argparse
from contextlib import closing

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.practising import ask_all
from outflank.storage.study.practice_cards import open_practice


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Positions come from `outflank review GAME --practise black`."
    parser.add_argument("--limit", type=int, default=20, help="positions asked")


def run(args: argparse.Namespace) -> int:
    if args.limit < 1:
        raise UsageError(f"--limit is the number of positions asked, 1 or more; got {args.limit}")
    with closing(open_practice()) as store:
        if not store.count():
            raise UsageError(
                "there is nothing to practise yet; `outflank review GAME --practise black` adds "
                "the errors of a game"
            )
        return ask_all(store, args.limit)

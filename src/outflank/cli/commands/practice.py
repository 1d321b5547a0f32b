"""``outflank practice``: repeat the user's own errors until every answer is right."""

import argparse
from contextlib import closing

from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.positions_quiz import ask_all
from outflank.storage.study.practice_cards import open_practice
from outflank.translation import _

ADD = "outflank review GAME --practice black"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _("`{command}` adds the errors of a game.", command=ADD)
    parser.add_argument(
        "--limit", type=int, default=20, help=_("maximum number of positions to practice")
    )


def run(args: argparse.Namespace) -> int:
    if args.limit < 1:
        raise UsageError(_("--limit must be 1 or more, not {number}.", number=args.limit))
    with closing(open_practice()) as store:
        if not store.count():
            raise UsageError(
                _(
                    "There are no positions to practice yet. "
                    "Add the errors of a game with `{command}`.",
                    command=ADD,
                )
            )
        return ask_all(store, args.limit)

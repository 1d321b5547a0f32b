"""``outflank window``: a game in a desktop window."""

import argparse

from outflank.cli.shared import distance, seating
from outflank.cli.shared.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    seating.configure(parser)
    distance.configure(parser)


def run(args: argparse.Namespace) -> int:
    """Play."""
    from outflank.window import NoWindow, play, play_at

    try:
        if distance.wanted(args):
            play_at(*distance.table_of(args))
        else:
            ready = seating.seating(args)
            play(ready.arranged, ready.make_player, saves=ready.saves)
    except NoWindow as error:
        raise UsageError(str(error)) from None
    return 0

"""``outflank window``: a game in a desktop window."""

import argparse

from outflank.cli.shared import seating
from outflank.cli.shared.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    seating.configure(parser)


def run(args: argparse.Namespace) -> int:
    """Play."""
    ready = seating.seating(args)
    from outflank.window import NoWindow, play

    try:
        play(ready.arranged, ready.make_player, saves=ready.saves)
    except NoWindow as error:
        raise UsageError(str(error)) from None
    return 0

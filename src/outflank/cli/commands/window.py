"""``outflank window``: a game in a desktop window."""

import argparse

from outflank.cli.shared import remote_games, seating
from outflank.cli.shared.errors import UsageError
from outflank.storage.files.saves import Saves


def configure(parser: argparse.ArgumentParser) -> None:
    seating.configure(parser)
    remote_games.configure(parser)


def run(args: argparse.Namespace) -> int:
    from outflank.window.opening import NoWindow, play

    try:
        if remote_games.wanted(args):
            play(remote_games.remote_game(args).open_table, saves=Saves())
        else:
            ready = seating.seating(args)
            play(ready.open_table, saves=ready.saves)
    except NoWindow as error:
        raise UsageError(str(error)) from None
    return 0

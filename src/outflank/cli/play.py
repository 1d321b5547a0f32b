"""``outflank play``: a game in the terminal."""

import argparse
import sys

from outflank.cli import seating
from outflank.terminal.plain import PlainGame


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    seating.configure(parser)
    parser.add_argument("--plain", action="store_true", help="plain lines, also through a pipe")


def run(args: argparse.Namespace) -> int:
    """Play."""
    ready = seating.seating(args)
    plain = PlainGame(
        ready.game,
        ready.seats,
        ready.make_player,
        lines=sys.stdin,
        out=sys.stdout,
        saves=ready.saves,
        echo=not sys.stdin.isatty(),
    )
    return plain.run()

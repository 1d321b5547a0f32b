"""``outflank join``: let a program play at a shared table of a server."""

import argparse
from contextlib import closing

from outflank.board import Color
from outflank.cli.shared.errors import UsageError


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = (
        "example:\n"
        "  outflank join 'https://club.example/#join=…' ./mybot.py --name Cautious\n\n"
        "The program runs here, in a process that is ended if it hangs; the server sees its moves."
    )
    parser.add_argument("link", metavar="LINK", help="the link of an invitation to a seat")
    parser.add_argument(
        "player", metavar="PLAYER", help="a player file, or an opponent (see `outflank opponents`)"
    )
    parser.add_argument("--name", metavar="NAME", help="what it is called there; default: PLAYER")


def run(args: argparse.Namespace) -> int:
    """Play until a game ends that is not played again."""
    from outflank.distance import LONGEST, Link, Refused, Server, Unreachable, VisitingProgram
    from outflank.players import with_full_path
    from outflank.sitting import InvalidSeat, check_seat, player_maker
    from outflank.table import ProcessThinkers

    player = with_full_path(args.player)
    try:
        link = Link.parse(args.link)
        with closing(ProcessThinkers(1, seconds=LONGEST, patience=LONGEST, waiting=1)) as thinkers:
            program = VisitingProgram(Server(link.address), player, thinkers, _print)
            check_seat(Color.BLACK, player, 8, player_maker(None))
            program.play(program.sit_down(link, args.name or args.player))
    except (ValueError, LookupError, InvalidSeat, Refused, Unreachable) as error:
        raise UsageError(str(error)) from None
    return 0


def _print(sentence: str) -> None:
    print(sentence, flush=True)

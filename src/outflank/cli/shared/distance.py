"""The options for a game at a distance: a link to a shared table or an invitation of one's own."""

import argparse
import getpass
from typing import TYPE_CHECKING

from outflank.cli.shared.errors import UsageError

if TYPE_CHECKING:
    from outflank.distance import Server, TableView


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--at",
        metavar="LINK",
        help="sit down at a shared table, or watch it: the link of an invitation, or of a table",
    )
    parser.add_argument(
        "--invite",
        metavar="SERVER",
        help="set up a table on a server and wait there for a friend, who gets the link that is "
        "shown; with --size and --clock if you like",
    )
    parser.add_argument(
        "--color", choices=("black", "white", "lot"), help="with --invite: yours; default: lot"
    )
    parser.add_argument(
        "--name", metavar="NAME", help="what you are called there; default: your user name"
    )


def wanted(args: argparse.Namespace) -> bool:
    """Whether the game is at a distance."""
    if args.at is not None and args.invite is not None:
        raise UsageError("--at is somebody else's table and --invite one of yours; choose one")
    if args.at is None and args.invite is None and args.name is not None:
        raise UsageError(
            "--name is what you are called at a shared table; say which with --at, or --invite"
        )
    if args.invite is None and args.color is not None:
        raise UsageError("--color is for a table to which you --invite somebody")
    return args.at is not None or args.invite is not None


def table_of(args: argparse.Namespace) -> "tuple[Server, TableView, str]":
    """The table at which one sits now, or which one watches; and the link to its free seat."""
    from outflank.distance import Link, Refused, Unreachable, set_up, sit_down, visit

    name = args.name or getpass.getuser()
    option = "--at" if args.invite is None else "--invite"
    given = ("black", "white", "start", "load", "seed")
    for one in (*given, "size", "clock") if args.invite is None else given:
        if getattr(args, one) is not None:
            raise UsageError(f"{option} brings its own game; leave out --{one}")
    try:
        if args.invite is not None:
            server = visit(args.invite)
            terms = {"size": args.size, "clock": args.clock, "color": args.color}
            chosen = {key: value for key, value in terms.items() if value is not None}
            return server, *set_up(server, name, **chosen)
        link = Link.parse(args.at)
        server = visit(link.address)
        return server, sit_down(server, link, name), ""
    except (ValueError, Refused, Unreachable) as error:
        raise UsageError(f"{option}: {error}") from None

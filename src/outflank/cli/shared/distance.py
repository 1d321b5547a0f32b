"""The options for a game at a distance: a link to a shared table, and a name there."""

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
        "--name", metavar="NAME", help="what you are called there; default: your user name"
    )


def wanted(args: argparse.Namespace) -> bool:
    """Whether the game is at a distance."""
    if args.at is None and args.name is not None:
        raise UsageError("--name is what you are called at a shared table; say which with --at")
    return args.at is not None


def table_of(args: argparse.Namespace) -> "tuple[Server, TableView]":
    """The table of a link, at which one sits now if there was a seat."""
    from outflank.distance import Link, Refused, Unreachable, sit_down, visit

    for given in ("black", "white", "size", "start", "load", "seed", "clock"):
        if getattr(args, given) is not None:
            raise UsageError(f"--at brings its own game; leave out --{given}")
    try:
        link = Link.parse(args.at)
        server = visit(link.address)
        return server, sit_down(server, link, args.name or getpass.getuser())
    except (ValueError, Refused, Unreachable) as error:
        raise UsageError(f"--at: {error}") from None

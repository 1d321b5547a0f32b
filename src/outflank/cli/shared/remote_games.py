"""The options of a game on a server: a link to it, or an invitation of one's own."""

import argparse
import getpass
from dataclasses import dataclass
from typing import TYPE_CHECKING

from outflank.cli.shared.errors import UsageError

if TYPE_CHECKING:
    from outflank.play.remote.client import RemoteServer
    from outflank.play.remote.remote_table import RemoteTable
    from outflank.play.view import GameView
    from outflank.workers.background import Post


@dataclass(frozen=True, slots=True)
class RemoteGame:
    """A game on a server, and the link to its free seat for the player who made it."""

    server: "RemoteServer"
    view: "GameView"
    link: str = ""

    def open_table(self, post: "Post") -> "RemoteTable":
        from outflank.play.remote.remote_table import RemoteTable

        return RemoteTable(self.server, self.view, link=self.link, post=post)


def configure(parser: argparse.ArgumentParser) -> None:
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


def remote_game(args: argparse.Namespace) -> RemoteGame:
    from outflank.play.remote.client import Refused, Unreachable
    from outflank.play.remote.links import Link, host_game, join_game, visit
    from outflank.storage.files.data_dir import own_folder

    name = args.name or getpass.getuser()
    option = "--at" if args.invite is None else "--invite"
    given = ("black", "white", "start", "load", "seed")
    for one in (*given, "size", "clock") if args.invite is None else given:
        if getattr(args, one) is not None:
            raise UsageError(f"{option} brings its own game; leave out --{one}")
    try:
        if args.invite is not None:
            server = visit(args.invite, own_folder())
            terms = {"size": args.size, "clock": args.clock, "color": args.color}
            chosen = {key: value for key, value in terms.items() if value is not None}
            return RemoteGame(server, *host_game(server, name, **chosen))
        link = Link.parse(args.at)
        server = visit(link.address, own_folder())
        return RemoteGame(server, join_game(server, link, name))
    except (ValueError, Refused, Unreachable) as error:
        raise UsageError(f"{option}: {error}") from None

"""Options for remote games: joining by a link, or inviting."""

import argparse
import getpass
from dataclasses import dataclass
from typing import TYPE_CHECKING

from outflank.cli.shared.errors import UsageError
from outflank.translation import _

if TYPE_CHECKING:
    from outflank.play.remote.client import RemoteServer
    from outflank.play.remote.remote_table import RemoteTable
    from outflank.play.view import GameView
    from outflank.workers.background import Post


@dataclass(frozen=True, slots=True)
class RemoteGame:
    """A remote game, with the invitation link if it was created here."""

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
        help=_("join or watch a shared game: the link of an invitation or of a game"),
    )
    parser.add_argument(
        "--invite",
        metavar="SERVER",
        help=_(
            "start a shared game on a server and print the link for your friend; "
            "--size and --clock work with it"
        ),
    )
    parser.add_argument(
        "--color",
        choices=("black", "white", "lot"),
        help=_("with --invite: your color; default: lot, a random color"),
    )
    parser.add_argument(
        "--name", metavar="NAME", help=_("your name in a shared game; default: your user name")
    )


def wanted(args: argparse.Namespace) -> bool:
    """Return True if the options ask for a remote game."""
    if args.at is not None and args.invite is not None:
        raise UsageError(
            _("--at joins a game and --invite starts a new one. Leave out one of them.")
        )
    if args.at is None and args.invite is None and args.name is not None:
        raise UsageError(
            _("--name is your name in a shared game. Add --at LINK or --invite SERVER.")
        )
    if args.invite is None and args.color is not None:
        raise UsageError(_("--color works only with --invite."))
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
            raise UsageError(
                _(
                    "{option} opens a game on a server. Leave out --{other}.",
                    option=option,
                    other=one,
                )
            )
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

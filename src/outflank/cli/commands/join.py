"""``outflank join``: let a program play a shared game, or in a club."""

import argparse
import getpass
import logging
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.board import Color
from outflank.cli.parser import examples
from outflank.cli.shared.errors import UsageError, warn_root
from outflank.translation import _, ngettext

if TYPE_CHECKING:
    from outflank.play.thinkers.processes import ProcessThinkers

TOKEN = "OUTFLANK_TOKEN"


def configure(parser: argparse.ArgumentParser) -> None:
    rows = {
        "outflank join 'https://club.example/#join=…' ./mybot.py --name Cautious": "",
        "outflank join https://club.example ./mybot.py --name Cautious --games 8": "",
        "outflank join 'https://club.example/#event=…' ./mybot.py --name Cautious": "",
    }
    about = _(
        "The first command takes the seat of an invitation. The second joins the club as a member "
        "and accepts challenges until you press Ctrl+C. It needs a token from Club > Invite a "
        "program: type it when asked, or set the environment variable {variable}. The third enters "
        "an event of the club, without a token, and plays until the event ends.",
        variable=TOKEN,
    )
    where = _(
        "The program runs on this machine, in its own process, which is killed if it hangs. The "
        "server receives only its moves."
    )
    parser.epilog = f"{examples(rows)}\n\n{about}\n\n{where}"
    parser.add_argument(
        "link",
        metavar="LINK",
        help=_("the link of an invitation or an event, or the address of a server"),
    )
    parser.add_argument(
        "player",
        metavar="PLAYER",
        help=_("a player file, or an opponent (see `outflank opponents`)"),
    )
    parser.add_argument(
        "--name", metavar="NAME", help=_("the program's name on the server; default: PLAYER")
    )
    club = parser.add_argument_group(_("in a club"))
    club.add_argument(
        "--token",
        metavar="TOKEN",
        help=_(
            "the program's token; other users of this computer can see it here, but not in "
            "{variable}",
            variable=TOKEN,
        ),
    )
    club.add_argument(
        "--games", type=int, metavar="N", help=_("maximum number of simultaneous games; default: 4")
    )
    club.add_argument(
        "--accept",
        metavar="WHICH",
        help=_("the challenges to accept: all, casual or rated; default: all"),
    )


def run(args: argparse.Namespace) -> int:
    from outflank.play.opponents.seating import InvalidSeat
    from outflank.play.remote.client import Refused, Unreachable
    from outflank.players import with_full_path

    warn_root()
    player = with_full_path(args.player)
    try:
        if "#event=" in args.link:
            return _in_an_event(args, player)
        return (_at_a_table if "#" in args.link else _in_a_club)(args, player)
    except (ValueError, LookupError, InvalidSeat, Refused, Unreachable) as error:
        raise UsageError(str(error)) from None


def _at_a_table(args: argparse.Namespace, player: str) -> int:
    from outflank.play.remote.client import RemoteServer
    from outflank.play.remote.links import Link
    from outflank.play.remote.program import RemoteProgram

    for option in ("token", "games", "accept"):
        if getattr(args, option) is not None:
            raise UsageError(
                _("--{option} works only in a club. An invitation is for one game.", option=option)
            )
    link = Link.parse(args.link)
    with closing(_thinkers(1)) as thinkers:
        program = RemoteProgram(RemoteServer(link.address), player, thinkers, _print)
        _expect_player(player, 8)
        program.play(program.join(link, args.name or args.player))
    return 0


def _in_a_club(args: argparse.Namespace, player: str) -> int:
    from outflank.play.opponents.seating import InvalidSeat
    from outflank.play.remote.client import RemoteServer
    from outflank.play.remote.club_program import ACCEPTS, ClubProgram

    most = 4 if args.games is None else args.games
    if not 1 <= most <= 100:
        raise UsageError(_("--games must be from 1 to 100, not {number}.", number=most))
    accepts = next((one for one in ACCEPTS if one == (args.accept or "all")), None)
    if accepts is None:
        raise UsageError(
            _(
                "--accept must be one of {choices}, not {text}.",
                choices=", ".join(ACCEPTS),
                text=repr(args.accept),
            )
        )
    RemoteServer(args.link)  # checks the address before the user types a token
    _expect_player(player, 8)

    def plays_on(size: int) -> bool:
        try:
            _expect_player(player, size)
        except InvalidSeat:
            return False
        return True

    server = RemoteServer(args.link, token=args.token or os.environ.get(TOKEN) or _asked())
    name = args.name or Path(args.player).stem[:24]
    with closing(_thinkers(most)) as thinkers:
        program = ClubProgram(
            server, player, thinkers, most=most, accepts=accepts, plays_on=plays_on, report=_print
        )
        program.enter_club(name)
        _print(
            ngettext(
                "{name} is in the club at {server} and plays {count} game at a time. Ctrl+C stops "
                "it.",
                "{name} is in the club at {server} and plays up to {count} games at a time. Ctrl+C "
                "stops it.",
                most,
                name=name,
                server=server.name,
            )
        )
        try:
            program.stay()
        except KeyboardInterrupt:
            _print(_("The program has left. Its open games wait one minute for its return."))
    return 0


def _in_an_event(args: argparse.Namespace, player: str) -> int:
    from outflank.play.remote.client import RemoteServer
    from outflank.play.remote.club_program import ClubProgram
    from outflank.play.remote.links import Link, visit
    from outflank.storage.files.data_dir import own_folder

    for option in ("games", "accept"):
        if getattr(args, option) is not None:
            raise UsageError(_("--{option} works only in a club, not in an event.", option=option))
    link, name = Link.parse(args.link), args.name or Path(args.player).stem[:24]
    _expect_player(player, 8)
    token = args.token or os.environ.get(TOKEN)
    if token:
        server = RemoteServer(link.address, token=token)
    else:
        server = visit(link.address, own_folder(), name=name)
    with closing(_thinkers(1)) as thinkers:
        program = ClubProgram(server, player, thinkers, most=1, accepts="none", report=_print)
        program.enter_event(link.event, name)
        _print(
            _(
                "{name} is playing in the event at {server}. Ctrl+C stops the program.",
                name=name,
                server=server.name,
            )
        )
        try:
            program.stay()
        except KeyboardInterrupt:
            _print(
                _(
                    "The program has left, and its clock is still running. Run the same command "
                    "again to rejoin the game."
                )
            )
    return 0


def _asked() -> str:
    if not sys.stdin.isatty():
        raise UsageError(
            _(
                "A program needs a token from Club > Invite a program. Set {variable} to it.",
                variable=TOKEN,
            )
        )
    return getpass.getpass(_("Token:") + " ").strip()


def _thinkers(places: int) -> "ProcessThinkers":
    from outflank.play.remote.program import LONGEST
    from outflank.play.thinkers.processes import ProcessThinkers

    # The program's errors are printed with its game; only a server logs them.
    logging.getLogger("outflank.web").addHandler(logging.NullHandler())
    return ProcessThinkers(places, seconds=LONGEST, patience=LONGEST, waiting=places)


def _expect_player(player: str, size: int) -> None:
    from outflank.play.opponents.seating import check_seat, player_maker

    check_seat(Color.BLACK, player, size, player_maker(None))


def _print(sentence: str) -> None:
    print(sentence, flush=True)

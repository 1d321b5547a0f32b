"""``outflank join``: let a program play at a shared table of a server, or in its club."""

import argparse
import getpass
import logging
import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.board import Color
from outflank.cli.shared.errors import UsageError

if TYPE_CHECKING:
    from outflank.play.thinkers.processes import ProcessThinkers

TOKEN = "OUTFLANK_TOKEN"


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "examples:\n"
        "  outflank join 'https://club.example/#join=…' ./mybot.py --name Cautious\n"
        "  outflank join https://club.example ./mybot.py --name Cautious --games 8\n"
        "  outflank join 'https://club.example/#event=…' ./mybot.py --name Cautious\n\n"
        "The first takes the seat of an invitation. The second comes to the club as a member, with "
        "a token from Club > Invite a program, and plays whoever challenges it until it is stopped "
        f"(Ctrl+C). The token is asked for, or read from the environment variable {TOKEN}. The "
        "third enters an event of the club, without a token, and plays until that is over.\n\n"
        "The program runs here, in a process that is ended if it hangs; the server sees its moves."
    )
    parser.add_argument(
        "link",
        metavar="LINK",
        help="the link of an invitation to a seat or of an event, or a server's address",
    )
    parser.add_argument(
        "player", metavar="PLAYER", help="a player file, or an opponent (see `outflank opponents`)"
    )
    parser.add_argument("--name", metavar="NAME", help="what it is called there; default: PLAYER")
    club = parser.add_argument_group("in a club")
    club.add_argument(
        "--token",
        metavar="TOKEN",
        help=f"its token; others on this computer may see it here, and not in {TOKEN}",
    )
    club.add_argument(
        "--games", type=int, metavar="N", help="how many games it plays at once; default: 4"
    )
    club.add_argument(
        "--accept",
        metavar="WHICH",
        help="which challenges it accepts: all, casual or rated; default: all",
    )


def run(args: argparse.Namespace) -> int:
    from outflank.play.opponents.seating import InvalidSeat
    from outflank.play.remote.client import Refused, Unreachable
    from outflank.players import with_full_path

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
            raise UsageError(f"--{option} is for a club; an invitation is for one table")
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
        raise UsageError(f"--games is 1 to 100; got {most}")
    accepts = next((one for one in ACCEPTS if one == (args.accept or "all")), None)
    if accepts is None:
        raise UsageError(f"--accept is one of {', '.join(ACCEPTS)}; got {args.accept!r}")
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
        _print(f"{name} is in the club at {server.name}, and plays {most} at once; Ctrl+C ends it.")
        try:
            program.stay()
        except KeyboardInterrupt:
            _print("Left. Games that are not over wait a minute for it to come back.")
    return 0


def _in_an_event(args: argparse.Namespace, player: str) -> int:
    from outflank.play.remote.client import RemoteServer
    from outflank.play.remote.club_program import ClubProgram
    from outflank.play.remote.links import Link, visit
    from outflank.storage.files.data_dir import own_folder

    for option in ("games", "accept"):
        if getattr(args, option) is not None:
            raise UsageError(
                f"--{option} is for a club; in an event one plays when it is one's turn"
            )
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
        _print(f"{name} plays in the event at {server.name} until it is over; Ctrl+C ends it.")
        try:
            program.stay()
        except KeyboardInterrupt:
            _print("Left. The same command comes back; meanwhile its clock runs.")
    return 0


def _asked() -> str:
    if not sys.stdin.isatty():
        raise UsageError(
            f"a program comes to a club with a token, from Club > Invite a program; set {TOKEN}"
        )
    return getpass.getpass("Token: ").strip()


def _thinkers(places: int) -> "ProcessThinkers":
    from outflank.play.remote.program import LONGEST
    from outflank.play.thinkers.processes import ProcessThinkers

    # What a program does wrong is printed with its game; a server logs it.
    logging.getLogger("outflank.web").addHandler(logging.NullHandler())
    return ProcessThinkers(places, seconds=LONGEST, patience=LONGEST, waiting=places)


def _expect_player(player: str, size: int) -> None:
    from outflank.play.opponents.seating import check_seat, player_maker

    check_seat(Color.BLACK, player, size, player_maker(None))


def _print(sentence: str) -> None:
    print(sentence, flush=True)

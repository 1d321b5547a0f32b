"""``outflank club``: look after the people who meet on a server."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.board import counted
from outflank.cli.parser import Parser, add_action
from outflank.cli.shared.club_events import configure_events, run_event
from outflank.cli.shared.databases import add_database_option, opened_database
from outflank.cli.shared.errors import UsageError
from outflank.club.ladder import PACES, Pace
from outflank.storage.club.members import Club

if TYPE_CHECKING:
    from outflank.web.club.hosting import HostService

RUNGS = 1000
Action = Callable[[Club, "HostService", argparse.Namespace], None]


def configure(parser: Parser) -> None:
    parser.epilog = (
        "examples:\n"
        "  outflank club list                       who has a name here\n"
        "  outflank club ban 'Rude Person'          they meet nobody here any more\n"
        "  outflank club export Ann ann.json        everything there is about Ann\n"
        "  outflank club event new 'Class cup'      a tournament, to be entered\n\n"
        "A server may run meanwhile. Those at a table that is closed see it with their next move."
    )
    add_database_option(parser)
    actions = parser.add_actions("what to do in the club")
    add_action(actions, _list, "list the members, and who is banned")
    add_action(actions, _key, "make a key for `/api/club/host`; an older one is void then")
    ratings = add_action(actions, _ratings, "show the ladder of each pace")
    ratings.add_argument(
        "--recount", action="store_true", help="first count every rating anew, from all results"
    )
    named = Parser(add_help=False)
    named.add_argument("name", help="the member's name")

    def of_member(do: Action, sentence: str) -> Parser:
        return add_action(actions, do, sentence, parents=[named])

    of_member(_rename, "give a member another name, in all they played").add_argument(
        "new", help="the new name"
    )
    of_member(_code, "make a code for a member who has lost their browser or password")
    of_member(_remove, "take a member's name away; the games stay")
    of_member(_ban, "let a member meet nobody here any more; the tables they opened are closed")
    of_member(_unban, "let somebody come again")
    of_member(_export, "write everything there is about a member to a file").add_argument(
        "file", type=Path, help="a JSON file"
    )
    of_member(_delete, "delete everything of a member; others keep their games, without the name")
    shut = add_action(actions, _close, "call a game of the club off; it does not count")
    shut.add_argument("game", help="its id, as in the address of the table")
    configure_events(add_action(actions, _event, "make and look after tournaments"))


def run(args: argparse.Namespace) -> int:
    from outflank.web.api.errors import ApiError
    from outflank.web.club.hosting import HostService

    try:
        with opened_database(args) as database:
            args.do(Club(database), HostService.of(database), args)
    except ApiError as problem:
        told = problem.sentence.rstrip(".")
        raise UsageError(told[:1].lower() + told[1:]) from None
    return 0


def _list(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    members = club.members()
    for member in members:
        here = "here now" if member.here > club.now() else ""
        print(f"{member.name:<26}{'program' if member.program else '':<9}{here}".rstrip())
    print(f"{counted(len(members), 'member')}.")
    if banned := club.banned():
        print(f"Banned: {', '.join(banned)}.")


def _key(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    print(club.make_key())


def _ratings(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    if args.recount:
        print(f"{counted(club.recount(), 'rated game')} counted anew.")
    for pace in PACES:
        _ladder(club, pace)


def _ladder(club: Club, pace: Pace) -> None:
    ranked = club.ladder(pace, RUNGS)
    if not ranked:
        return
    print(f"{pace}:")
    for place, (member, known) in enumerate(ranked, 1):
        rating = known.now(club.now())
        print(
            f"{place:>4}  {member.name:<26}{rating.value:>6.0f} ± {2 * rating.deviation:<5.0f}"
            f"{counted(known.games, 'game'):>10}"
        )


def _rename(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    print(f"{member.name} is called {host.rename(member, args.new)} now.")


def _code(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    print(host.code(member))
    print(
        f"Whoever enters it first at Start > Take your games with you is {member.name} there: give "
        f"it to {member.name} alone. A password of theirs opens nothing any more."
    )


def _remove(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    host.remove(member)
    print(f"The name {member.name} is free again.")


def _ban(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    tables = host.ban(member)
    print(f"{member.name} meets nobody here any more; {counted(tables, 'table')} closed.")


def _unban(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    host.unban(args.name)
    print(f"{args.name} may come again.")


def _close(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    host.close(args.game)
    print("The game is called off.")


def _export(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    found = host.export(host.called(args.name))
    args.file.write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(f"{counted(sum(len(rows) for rows in found.values()), 'row')} written to {args.file}")


def _delete(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    host.delete(member)
    print(f"Everything of {member.name} is deleted.")


def _event(club: Club, host: "HostService", args: argparse.Namespace) -> None:
    run_event(host, args)

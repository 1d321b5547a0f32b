"""``outflank club``: look after the people who meet on a server."""

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.board import counted
from outflank.cli.parser import Parser
from outflank.cli.shared.club_events import configure_events, run_event
from outflank.cli.shared.errors import UsageError
from outflank.club.ladder import PACES, Pace
from outflank.club.names import InvalidName
from outflank.storage.club.club_events import EventRefused, NoSuchEvent
from outflank.storage.club.members import Club, NameTaken
from outflank.storage.database import Database, file_url
from outflank.storage.files.data_dir import data_folder
from outflank.storage.games.games import NoSuchGame

if TYPE_CHECKING:
    from outflank.web.club.hosting import HostService

RUNGS = 1000


def configure(parser: Parser) -> None:
    parser.epilog = (
        "examples:\n"
        "  outflank club list                       who has a name here\n"
        "  outflank club ban 'Rude Person'          they meet nobody here any more\n"
        "  outflank club export Ann ann.json        everything there is about Ann\n"
        "  outflank club event new 'Class cup'      a tournament, to be entered\n\n"
        "A server may run meanwhile. Those at a table that is closed see it with their next move."
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="which database, as in `outflank serve`; default: the browser's games in your data "
        "directory",
    )
    actions = parser.add_actions("what to do in the club")
    actions.add_parser("list", help="list the members, and who is banned")
    actions.add_parser("key", help="make a key for `/api/club/host`; an older one is void then")
    ratings = actions.add_parser("ratings", help="show the ladder of each pace")
    ratings.add_argument(
        "--recount", action="store_true", help="first count every rating anew, from all results"
    )
    named = Parser(add_help=False)
    named.add_argument("name", help="the member's name")

    def of_member(name: str, sentence: str) -> Parser:
        return actions.add_parser(name, help=sentence, parents=[named])

    of_member("rename", "give a member another name, in all they played").add_argument(
        "new", help="the new name"
    )
    of_member("code", "make a code for a member who has lost their browser or password")
    of_member("remove", "take a member's name away; the games stay")
    of_member("ban", "let a member meet nobody here any more; the tables they opened are closed")
    of_member("unban", "let somebody come again")
    of_member("export", "write everything there is about a member to a file").add_argument(
        "file", type=Path, help="a JSON file"
    )
    of_member("delete", "delete everything of a member; others keep their games, without the name")
    shut = actions.add_parser("close", help="call a game of the club off; it does not count")
    shut.add_argument("game", help="its id, as in the address of the table")
    configure_events(actions.add_parser("event", help="make and look after tournaments"))


def run(args: argparse.Namespace) -> int:
    from outflank.web.api.errors import ApiError
    from outflank.web.club.hosting import HostService

    try:
        database = Database(args.database or file_url(data_folder() / "games.sqlite3"))
        try:
            _expect_there(database)
            _ACTIONS[args.action](Club(database), HostService.of(database), args)
        finally:
            database.close()
    except ApiError as problem:
        told = problem.sentence.rstrip(".")
        raise UsageError(told[:1].lower() + told[1:]) from None
    except (InvalidName, NameTaken, NoSuchGame, NoSuchEvent, EventRefused) as error:
        raise UsageError(str(error)) from None
    return 0


def _expect_there(database: Database) -> None:
    file = database.engine.url.database
    if database.is_sqlite and not Path(file or "").exists():
        raise UsageError(f"there is no database {file}; --database names another")
    if not database.is_current:
        raise UsageError(
            "the database has older tables, or none yet; make a backup, and let `outflank serve` "
            "of this version bring it up to date"
        )


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
    for place, one in enumerate(ranked, 1):
        rating = one.counted.now(club.now())
        print(
            f"{place:>4}  {one.member.name:<26}{rating.value:>6.0f} ± {2 * rating.deviation:<5.0f}"
            f"{counted(one.counted.games, 'game'):>10}"
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


_ACTIONS = {
    "list": _list,
    "key": _key,
    "ratings": _ratings,
    "rename": _rename,
    "code": _code,
    "remove": _remove,
    "ban": _ban,
    "unban": _unban,
    "close": _close,
    "export": _export,
    "delete": _delete,
    "event": _event,
}

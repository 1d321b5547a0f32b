"""``outflank club``: look after the people who meet on a server."""

import argparse
import json
from pathlib import Path

from outflank.board import counted
from outflank.cli.parser import Parser
from outflank.cli.shared.errors import UsageError
from outflank.club import PACES, InvalidName, Pace, checked_person, name_key
from outflank.storage import (
    Club,
    Database,
    InvalidDatabase,
    Meetings,
    Member,
    NameTaken,
    NoSuchGame,
    data_folder,
    everything_of,
    file_url,
    forget_person,
)

RUNGS = 1000


def configure(parser: Parser) -> None:
    """Declare the options."""
    parser.epilog = (
        "examples:\n"
        "  outflank club list                       who has a name here\n"
        "  outflank club ban 'Rude Person'          they meet nobody here any more\n"
        "  outflank club export Ann ann.json        everything there is about Ann\n\n"
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
    for name, sentence in (
        ("rename", "give a member another name"),
        ("remove", "take a member's name away; the games stay"),
        ("ban", "let a member meet nobody here any more; the tables they opened are closed"),
        ("unban", "let somebody come again"),
        ("export", "write everything there is about a member to a file"),
        ("delete", "delete everything of a member; others keep their games, without the name"),
    ):
        action = actions.add_parser(name, help=sentence)
        action.add_argument("name", help="the member's name")
        if name == "rename":
            action.add_argument("new", help="the new name")
        if name == "export":
            action.add_argument("file", type=Path, help="a JSON file")
    shut = actions.add_parser("close", help="call a game of the club off; it does not count")
    shut.add_argument("game", help="its id, as in the address of the table")


def run(args: argparse.Namespace) -> int:
    """Do the action."""
    try:
        database = Database(args.database or file_url(data_folder() / "games.sqlite3"))
        try:
            _expect_there(database)
            _ACTIONS[args.action](Club(database), args)
        finally:
            database.close()
    except (InvalidDatabase, InvalidName, NameTaken, NoSuchGame) as error:
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


def _called(club: Club, name: str) -> Member:
    found = club.called(name_key(name))
    if found is None:
        raise UsageError(f"nobody in the club is called {name!r}; `outflank club list` lists all")
    return found


def _list(club: Club, args: argparse.Namespace) -> None:
    members = club.members()
    for member in members:
        here = "here now" if member.here > club.now() else ""
        print(f"{member.name:<26}{'program' if member.program else '':<9}{here}".rstrip())
    print(f"{counted(len(members), 'member')}.")
    if banned := club.banned():
        print(f"Banned: {', '.join(banned)}.")


def _key(club: Club, args: argparse.Namespace) -> None:
    print(club.make_key())


def _ratings(club: Club, args: argparse.Namespace) -> None:
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


def _rename(club: Club, args: argparse.Namespace) -> None:
    member, name = _called(club, args.name), checked_person(args.new)
    club.claim(member.visitor, name, name_key(name), member.face, program=member.program)
    print(f"{member.name} is called {name} now.")


def _remove(club: Club, args: argparse.Namespace) -> None:
    member = _called(club, args.name)
    club.remove(member.visitor)
    print(f"The name {member.name} is free again.")


def _ban(club: Club, args: argparse.Namespace) -> None:
    member = _called(club, args.name)
    club.ban(member)
    tables = club.open_tables_of(member.visitor)
    for game in tables:
        Meetings(club.database).close(game)
    print(f"{member.name} meets nobody here any more; {counted(len(tables), 'table')} closed.")


def _unban(club: Club, args: argparse.Namespace) -> None:
    if not club.unban(args.name):
        raise UsageError(f"nobody called {args.name!r} is banned")
    print(f"{args.name} may come again.")


def _close(club: Club, args: argparse.Namespace) -> None:
    if not Meetings(club.database).close(args.game):
        raise UsageError("this game is over already")
    print("The game is called off.")


def _export(club: Club, args: argparse.Namespace) -> None:
    found = everything_of(club.database, _called(club, args.name).visitor)
    args.file.write_text(json.dumps(found, indent=1), encoding="utf-8")
    print(f"{counted(sum(len(rows) for rows in found.values()), 'row')} written to {args.file}")


def _delete(club: Club, args: argparse.Namespace) -> None:
    member = _called(club, args.name)
    forget_person(club.database, member.visitor)
    print(f"Everything of {member.name} is deleted.")


_ACTIONS = {
    "list": _list,
    "key": _key,
    "ratings": _ratings,
    "rename": _rename,
    "remove": _remove,
    "ban": _ban,
    "unban": _unban,
    "close": _close,
    "export": _export,
    "delete": _delete,
}

"""``outflank club``: manage the members of a server."""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.parser import Parser, add_action, examples
from outflank.cli.plain_text import padded
from outflank.cli.shared.club_events import configure_events, run_event
from outflank.cli.shared.databases import add_database_option, opened_database
from outflank.cli.shared.errors import UsageError
from outflank.club.ladder import PACES, Pace
from outflank.translation import _, ngettext

if TYPE_CHECKING:
    from outflank.storage.club.members import Club
    from outflank.web.club.hosting import HostService

RUNGS = 1000
Action = Callable[["Club", "HostService", argparse.Namespace], None]


def configure(parser: Parser) -> None:
    rows = {
        "outflank club list": _("list the members"),
        "outflank club ban 'Rude Person'": _("ban a member"),
        "outflank club export Ann ann.json": _("export all data about Ann"),
        "outflank club event new 'Class cup'": _("create a tournament"),
    }
    about = _("The server may be running. Players see that a game is closed after their next move.")
    parser.epilog = f"{examples(rows)}\n\n{about}"
    add_database_option(parser)
    actions = parser.add_actions(_("the action"))
    add_action(actions, _list, _("list the members and the banned names"))
    add_action(actions, _key, _("make a new key for `/api/club/host`; the old key stops working"))
    ratings = add_action(actions, _ratings, _("show the ladder of each pace"))
    ratings.add_argument(
        "--recount", action="store_true", help=_("first compute all ratings again from all results")
    )
    named = Parser(add_help=False)
    named.add_argument("name", help=_("the member's name"))

    def of_member(do: Action, sentence: str) -> Parser:
        return add_action(actions, do, sentence, parents=[named])

    of_member(_rename, _("rename a member, also in past games")).add_argument(
        "new", help=_("the new name")
    )
    of_member(_code, _("make a code for a member who has lost their browser or password"))
    of_member(_remove, _("remove a member's name and keep the games"))
    of_member(_ban, _("ban a member and close the games they opened"))
    of_member(_unban, _("end the ban of a member"))
    of_member(_export, _("write all data about a member to a file")).add_argument(
        "file", type=Path, help=_("the JSON file to write")
    )
    of_member(_delete, _("delete all data about a member; opponents keep their games"))
    add_action(actions, _series, _("list series of rated games that look arranged"))
    pair = add_action(actions, _unrate, _("take back the ratings of the games of two members"))
    pair.add_argument("name", help=_("the member's name"))
    pair.add_argument("other", help=_("the other member's name"))
    shut = add_action(actions, _close, _("abort a game of the club, without a result"))
    shut.add_argument("game", help=_("the game's id, which is in its address"))
    configure_events(add_action(actions, _event, _("create and manage tournaments")))


def run(args: argparse.Namespace) -> int:
    with opened_database(args) as database:
        from outflank.storage.club.members import Club  # slow, and useless without a database
        from outflank.web.api.errors import ApiError
        from outflank.web.club.hosting import HostService

        try:
            args.do(Club(database), HostService.of(database), args)
        except ApiError as problem:
            raise UsageError(problem.sentence) from None
    return 0


def _list(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    members = club.members()
    for member in members:
        here = _("online") if member.here > club.now() else ""
        kind = padded(_("program") if member.program else "", 9)
        print(f"{padded(member.name, 26)}{kind}{here}".rstrip())
    print(ngettext("{count:,} member", "{count:,} members", len(members)))
    if banned := club.banned():
        print(_("Banned: {names}", names=", ".join(banned)))


def _key(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    print(club.make_key())


def _ratings(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    if args.recount:
        print(
            ngettext(
                "Computed all ratings from {count:,} rated game.",
                "Computed all ratings from {count:,} rated games.",
                club.recount(),
            )
        )
    for pace in PACES:
        _ladder(club, pace)


def _ladder(club: "Club", pace: Pace) -> None:
    ranked = club.ladder(pace, RUNGS)
    if not ranked:
        return
    print(f"{_(pace)}:")
    for place, (member, known) in enumerate(ranked, 1):
        rating = known.now(club.now())
        games = ngettext("{count:,} game", "{count:,} games", known.games)
        print(
            f"{place:>4}  {padded(member.name, 26)}{rating.value:>6.0f} ± "
            f"{2 * rating.deviation:<5.0f}{games:>10}"
        )


def _rename(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    print(_("{old} is now {new}.", old=member.name, new=host.rename(member, args.new)))


def _code(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    print(host.code(member))
    print(
        _(
            "The first browser where this code is entered becomes {name}, so give it only to "
            "{name}. It is entered at Start > Move to another device. The old password no longer "
            "works.",
            name=member.name,
        )
    )


def _remove(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    host.remove(member)
    print(_("The name {name} is free again.", name=member.name))


def _ban(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    tables = host.ban(member)
    print(
        ngettext(
            "{name} is banned. {count} open game is closed.",
            "{name} is banned. {count} open games are closed.",
            tables,
            name=member.name,
        )
    )


def _unban(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    host.unban(args.name)
    print(_("{name} is no longer banned.", name=args.name))


def _close(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    host.close(args.game)
    print(_("The game is aborted."))


def _series(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    for one in host.suspicious():
        winner, loser = one.names
        print(
            _(
                "{winner} won {points:g} points in {games} games against {loser}, with {moves:.0f} "
                "moves per game.",
                winner=winner,
                loser=loser,
                points=one.points,
                games=one.games,
                moves=one.moves,
            )
        )


def _unrate(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    count = host.unrate(host.called(args.name).id, host.called(args.other).id)
    print(ngettext("{count} game is no longer rated.", "{count} games are no longer rated.", count))


def _export(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    found = host.export(host.called(args.name))
    args.file.write_text(json.dumps(found, indent=1), encoding="utf-8")
    written = sum(len(rows) for rows in found.values())
    print(f"{args.file}: " + ngettext("{count:,} row written", "{count:,} rows written", written))


def _delete(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    member = host.called(args.name)
    host.delete(member)
    print(_("All data about {name} is deleted.", name=member.name))


def _event(club: "Club", host: "HostService", args: argparse.Namespace) -> None:
    run_event(host, args)

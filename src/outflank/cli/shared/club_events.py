"""``outflank club event``: tournaments of a club."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.arena.club_event import EVENT_FORMATS
from outflank.cli.parser import Parser, examples
from outflank.cli.shared.arena_run import refuse_odd
from outflank.cli.shared.errors import UsageError
from outflank.translation import _

if TYPE_CHECKING:
    from outflank.web.club.event_views import EventView
    from outflank.web.club.hosting import HostService


def configure_events(parser: Parser) -> None:
    rows = {
        "outflank club event new 'Class cup' --clock 3+2": "",
        "outflank club event start ID": _("when all have entered"),
        "outflank club event log ID cup.jsonl": _("for `outflank review`"),
    }
    about = _("ID is the id of an event, or its first characters.")
    parser.epilog = f"{examples(rows)}\n\n{about}"
    deeds = parser.add_actions(_("the action"), dest="deed")
    deeds.add_parser("list", help=_("list all events"))
    new = deeds.add_parser("new", help=_("create an event that members can enter"))
    new.add_argument("name", help=_("the event's name"))
    new.add_argument("--format", default="swiss", choices=EVENT_FORMATS, help=_("the format"))
    new.add_argument(
        "--pairs",
        type=int,
        default=1,
        metavar="N",
        help=_("pairs of games per meeting: one opening, played with both colors"),
    )
    new.add_argument(
        "--games",
        type=int,
        metavar="N",
        help=_("instead of --pairs: games per meeting, an even number"),
    )
    new.add_argument(
        "--clock",
        default="3+2",
        metavar="CLOCK",
        help=_("minutes per side and extra seconds per move"),
    )
    new.add_argument("--size", type=int, default=8, metavar="N", help=_("board size"))
    new.add_argument(
        "--openings",
        default="",
        metavar="WHICH",
        help=_("balanced, start or random:N; default: balanced on 8×8, random on other sizes"),
    )
    new.add_argument(
        "--rounds",
        type=int,
        default=0,
        metavar="N",
        help=_("rounds of a Swiss tournament; 0: enough for a winner"),
    )
    new.add_argument("--rated", action="store_true", help=_("the games count for the ladder"))
    which = Parser(add_help=False)
    which.add_argument("event", help=_("the event's id"))

    def of_event(name: str, sentence: str) -> Parser:
        return deeds.add_parser(name, help=sentence, parents=[which])

    of_event("show", _("show the standings of an event"))
    of_event("start", _("close the registration and start the games"))
    of_event("close", _("end an event early"))
    of_event("expel", _("remove a player, who forfeits all open games")).add_argument(
        "name", help=_("the member's name")
    )
    of_event("log", _("write the games to a log, as `outflank tournament` does")).add_argument(
        "file", type=Path, help=_("the log to write, in JSON lines")
    )


def run_event(host: "HostService", args: argparse.Namespace) -> None:
    from outflank.web.club.club_events import EventPlan

    events = host.events
    if args.deed == "list":
        for one in host.look().events:
            print(f"{one.id}  {one.state:<8}{one.format:<12}{one.control:<8}{one.name}")
        return
    if args.deed == "new":
        if args.games is not None:
            refuse_odd("--games", args.games)
            args.pairs = args.games // 2
        made = events.make(
            EventPlan(
                args.name,
                args.format,
                args.pairs,
                args.clock,
                args.size,
                args.openings,
                args.rounds,
                args.rated,
            )
        )
        link = f"ADDRESS/#event={made}"
        print(
            f"{made}\n" + _("Members enter it in the Club, programs use the link {link}", link=link)
        )
        return
    found = _event_id(host, args.event)
    if args.deed == "start":
        events.start(found)
    elif args.deed == "close":
        events.close(found)
    elif args.deed == "expel":
        events.leave(found, host.called(args.name))
    elif args.deed == "log":
        args.file.write_text(events.log(found), encoding="utf-8")
        print(_("Wrote {file}", file=args.file))
        return
    _show_event(events.look(found))


def _event_id(host: "HostService", beginning: str) -> str:
    found = [one.id for one in host.look().events if one.id.startswith(beginning)]
    if len(found) != 1:
        raise UsageError(
            _(
                "{count} events have an id that begins with {text}. "
                "`outflank club event list` lists all events.",
                count=len(found),
                text=repr(beginning),
            )
        )
    return found[0]


def _show_event(event: "EventView") -> None:
    played = f"{event.played}" if event.games is None else f"{event.played}/{event.games}"
    print(
        _(
            "{name}: {state}, {format}, games played: {played}",
            name=event.name,
            state=_(event.state),
            format=event.format,
            played=played,
        )
    )
    if not event.table:
        names = ", ".join(one.name for one in event.entrants)
        print(_("Entrants: {names}", names=names) if names else _("There are no entrants yet."))
    for line in event.table:
        elo = "–"
        if line.elo is not None and line.low is not None and line.high is not None:
            elo = f"{line.elo:+.0f} ±{(line.high - line.low) / 2:.0f}"
        left = _("left the event") if line.left else ""
        points = f"{line.points:g}"
        print(f"{line.rank:>4}  {line.who.name:<26}{points:>6}{elo:>14}  {left}".rstrip())
    for board in event.boards:
        print(
            _(
                "Game {number}: {black} against {white}",
                number=board.number,
                black=board.black.name,
                white=board.white.name,
            )
        )
    if event.verdict:
        print(event.verdict)

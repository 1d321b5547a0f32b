"""``outflank club event``: tournaments of a club."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.arena.club_event import EVENT_FORMATS
from outflank.cli.parser import Parser
from outflank.cli.shared.errors import UsageError

if TYPE_CHECKING:
    from outflank.web.club.event_views import EventView
    from outflank.web.club.hosting import HostService


def configure_events(parser: Parser) -> None:
    parser.epilog = (
        "example:\n"
        "  outflank club event new 'Class cup' --clock 3+2\n"
        "  outflank club event start ID             when all have entered\n"
        "  outflank club event log ID cup.jsonl     which `outflank review` reads\n\n"
        "An event is named by its id, or by the beginning of it."
    )
    deeds = parser.add_actions("what to do with an event", dest="deed")
    deeds.add_parser("list", help="list all events")
    new = deeds.add_parser("new", help="make an event, which members may enter")
    new.add_argument("name", help="what it is called")
    new.add_argument("--format", default="swiss", choices=EVENT_FORMATS, help="who meets whom")
    new.add_argument(
        "--pairs",
        type=int,
        default=1,
        metavar="N",
        help="pairs of games that two who meet play: an opening, each with either colour",
    )
    new.add_argument(
        "--clock", default="3+2", metavar="CLOCK", help="minutes, and seconds more a move"
    )
    new.add_argument("--size", type=int, default=8, metavar="N", help="the board's size")
    new.add_argument(
        "--openings",
        default="",
        metavar="WHICH",
        help="balanced, start or random:N; default: balanced on 8×8, random moves on others",
    )
    new.add_argument(
        "--rounds", type=int, default=0, metavar="N", help="of a Swiss; 0 for as many as it takes"
    )
    new.add_argument("--rated", action="store_true", help="let it count for the ladder")
    which = Parser(add_help=False)
    which.add_argument("event", help="its id")

    def of_event(name: str, sentence: str) -> Parser:
        return deeds.add_parser(name, help=sentence, parents=[which])

    of_event("show", "show how an event stands")
    of_event("start", "let the games begin; nobody enters any more")
    of_event("close", "end an event before its time")
    of_event("expel", "let somebody play in it no longer: their games are forfeited").add_argument(
        "name", help="the member's name"
    )
    of_event("log", "write what was played to a file, as `outflank tournament` does").add_argument(
        "file", type=Path, help="a file of JSON lines"
    )


def run_event(host: "HostService", args: argparse.Namespace) -> None:
    from outflank.web.club.club_events import EventPlan

    events = host.events
    if args.deed == "list":
        for one in host.look().events:
            print(f"{one.id}  {one.state:<8}{one.format:<12}{one.control:<8}{one.name}")
        return
    if args.deed == "new":
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
        print(f"{made}\nPeople enter it in the Club, programs with the link ADDRESS/#event={made}")
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
        print(f"Written to {args.file}")
        return
    _show_event(events.look(found))


def _event_id(host: "HostService", beginning: str) -> str:
    found = [one.id for one in host.look().events if one.id.startswith(beginning)]
    if len(found) != 1:
        told = "no event has" if not found else f"{len(found)} events have"
        raise UsageError(
            f"{told} an id that begins with {beginning!r}; `outflank club event list` lists all"
        )
    return found[0]


def _show_event(event: "EventView") -> None:
    games = "" if event.games is None else f" of {event.games}"
    print(f"{event.name}: {event.state}, {event.format}, {event.played}{games} games played")
    if not event.table:
        print(f"Entered: {', '.join(one.name for one in event.entrants) or 'nobody yet'}.")
    for line in event.table:
        elo = "–"
        if line.elo is not None and line.low is not None and line.high is not None:
            elo = f"{line.elo:+.0f} ±{(line.high - line.low) / 2:.0f}"
        left = "left" if line.left else ""
        points = f"{line.points:g}"
        print(f"{line.rank:>4}  {line.who.name:<26}{points:>6}{elo:>14}  {left}".rstrip())
    for board in event.boards:
        print(f"Game {board.number}: {board.black.name} against {board.white.name}")
    if event.verdict:
        print(event.verdict)

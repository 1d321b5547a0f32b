"""``outflank book build``: build a book with the engine."""

import argparse
from collections.abc import Iterable
from pathlib import Path

from outflank.book.build import BuildPlan, build_book, journal_header, often_played
from outflank.book.graph import Key
from outflank.book.journal import Journal
from outflank.cli.books.shared import (
    add_lines_option,
    add_minutes_option,
    journal_beside,
    named_openings,
    refuse_minutes,
    save,
    tasks_ahead,
)
from outflank.cli.parser import Parser
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.game_lines import NO_SOURCE, SOURCE, no_games, read_game_lines
from outflank.cli.shared.long_work import RESUMABLE, STOPPED, Progress, Stop
from outflank.cli.shared.workers import add_worker_options, executor_for, workers_of
from outflank.translation import _

DEFAULTS = BuildPlan()
POSITIONS, OFTEN = 16_000, 200  # parameters of the book that ships with Outflank


def configure(parser: Parser) -> None:
    larger = _("With a larger --positions it extends a finished book.")
    parser.epilog = f"{_(RESUMABLE)} {larger}"
    parser.add_argument(
        "file", type=Path, help=_("the book to write (with its journal FILE.journal)")
    )
    parser.add_argument(
        "--positions", type=int, default=POSITIONS, help=_("the number of positions in the book")
    )
    parser.add_argument(
        "--depth", type=int, default=DEFAULTS.depth, help=_("search depth of good moves")
    )
    parser.add_argument(
        "--quick-depth",
        type=int,
        help=_(
            "search depth of all moves, which finds the good ones; "
            "default: {depth}, or --depth if that is less",
            depth=DEFAULTS.quick_depth,
        ),
    )
    parser.add_argument(
        "--near",
        type=int,
        default=DEFAULTS.near,
        metavar="DISCS",
        help=_("a good move is at most this much worse than the best"),
    )
    parser.add_argument(
        "--per-move",
        type=float,
        default=DEFAULTS.per_move,
        metavar="DISCS",
        help=_(
            "the cost of each move from the start, besides the discs lost; a higher cost makes the "
            "book wider, a lower cost deeper"
        ),
    )
    parser.add_argument(
        "--last-ply", type=int, default=DEFAULTS.last_ply, help=_("the last move in the book")
    )
    add_lines_option(parser)
    parser.add_argument(
        "--from",
        dest="games",
        type=Path,
        help=_("start with the common positions of these games: one game per line, plain or .xz"),
    )
    parser.add_argument("--source", metavar="LETTER", help=_(SOURCE))
    parser.add_argument(
        "--often",
        type=int,
        default=OFTEN,
        help=_("a position is common if it occurs in this number of games"),
    )
    add_minutes_option(parser)
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    plan = _plan(args)
    path = journal_beside(args.file)
    seeds = _often_played(args)
    openings = named_openings(args)
    progress = Progress(
        lambda done, all: _("{done:,} of {total:,} positions", done=done, total=all)
    )
    with (
        Journal(path, journal_header(plan, seeds, openings)) as journal,
        executor_for(args, finish=True) as executor,
        Stop(args.minutes) as stop,
    ):
        book = build_book(
            plan,
            journal,
            args.positions,
            executor,
            seeds=seeds,
            openings=openings,
            ahead=tasks_ahead(args),
            report=progress,
            stopped=stop,
        )
    progress.end()
    if book:
        save(plan.making, book, args.file)
    if stop() and len(book) < args.positions:
        print(_("Stopped. The same command continues."))
        return STOPPED if stop.interrupted else 0
    return 0


def _plan(args: argparse.Namespace) -> BuildPlan:
    workers_of(args)
    for name in ("positions", "often"):
        if getattr(args, name) < 1:
            raise UsageError(
                _(
                    "--{option} must be 1 or more, not {number}.",
                    option=name,
                    number=getattr(args, name),
                )
            )
    refuse_minutes(args)
    quick = args.quick_depth
    try:
        return BuildPlan(
            depth=args.depth,
            quick_depth=min(DEFAULTS.quick_depth, args.depth) if quick is None else quick,
            near=args.near,
            per_move=args.per_move,
            last_ply=args.last_ply,
            lines_to=args.lines_to,
        )
    except ValueError as error:
        raise UsageError(str(error)) from None


def _often_played(args: argparse.Namespace) -> list[Key]:
    if args.games is None:
        if args.source is not None:
            raise UsageError(_("--source selects games of --from. Add --from FILE."))
        return []
    games = read_game_lines(args.games)
    if args.source:
        games = _of_source(games, args.source)
    if not games:
        raise UsageError(_(NO_SOURCE, files=args.games, letter=repr(args.source)))
    try:
        seeds = often_played(games, times=args.often, last_ply=args.last_ply)
    except ValueError as error:
        raise no_games(args.games, error) from None
    print(
        _(
            "{count:,} positions occur in {often} or more of {games:,} games.",
            count=len(seeds),
            often=args.often,
            games=len(games),
        )
    )
    return seeds


def _of_source(games: Iterable[str], source: str) -> list[str]:
    words = ((line, line.split()[1:]) for line in games)
    return [line for line, after in words if after and after[-1].startswith(source)]

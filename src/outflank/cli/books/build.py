"""``outflank book build``: a book made by our engine."""

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
from outflank.cli.shared.game_lines import HELP as GAMES
from outflank.cli.shared.game_lines import no_games, read_game_lines
from outflank.cli.shared.long_work import STOPPED, Progress, Stop
from outflank.cli.shared.workers import add_worker_options, executor_for, workers_of

DEFAULTS = BuildPlan()
POSITIONS, OFTEN = 16_000, 200  # of the book that comes with Outflank


def configure(parser: Parser) -> None:
    parser.epilog = (
        "Killed or stopped at any moment, the same command goes on where it was; a larger\n"
        "--positions makes a finished book larger."
    )
    parser.add_argument("file", type=Path, help="the book; FILE.journal is kept too")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="how many the book has")
    parser.add_argument(
        "--depth", type=int, default=DEFAULTS.depth, help="moves looked ahead at good moves"
    )
    parser.add_argument(
        "--quick-depth",
        type=int,
        help="moves looked ahead at all moves, to see which are good; "
        f"default: {DEFAULTS.quick_depth}, or --depth if that is less",
    )
    parser.add_argument(
        "--near",
        type=int,
        default=DEFAULTS.near,
        metavar="DISCS",
        help="how much worse than the best a good move may look",
    )
    parser.add_argument(
        "--per-move",
        type=float,
        default=DEFAULTS.per_move,
        metavar="DISCS",
        help="what a move counts against a position, beside the discs lost: more makes the book "
        "wider, less deeper",
    )
    parser.add_argument(
        "--last-ply", type=int, default=DEFAULTS.last_ply, help="moves after which the book ends"
    )
    add_lines_option(parser)
    parser.add_argument(
        "--from", dest="games", type=Path, help=f"begin with what is played: {GAMES}"
    )
    parser.add_argument(
        "--source",
        metavar="LETTER",
        help="only games whose line ends in a word with this first letter; default: all",
    )
    parser.add_argument(
        "--often", type=int, default=OFTEN, help="games a position must occur in to be begun with"
    )
    add_minutes_option(parser)
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    plan = _plan(args)
    path = journal_beside(args.file)
    seeds = _often_played(args)
    openings = named_openings(args)
    progress = Progress("positions")
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
        print("Stopped; the same command goes on.")
        return STOPPED if stop.interrupted else 0
    return 0


def _plan(args: argparse.Namespace) -> BuildPlan:
    workers_of(args)
    for name in ("positions", "often"):
        if getattr(args, name) < 1:
            raise UsageError(f"expected --{name} of 1 or more, got {getattr(args, name)}")
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
            raise UsageError("--source chooses among the games of --from; give them too")
        return []
    games = read_game_lines(args.games)
    if args.source:
        games = _of_source(games, args.source)
    if not games:
        raise UsageError(
            f"{args.games} has no game whose line ends in a word that begins with {args.source!r}"
        )
    try:
        seeds = often_played(games, times=args.often, last_ply=args.last_ply)
    except ValueError as error:
        raise no_games(args.games, error) from None
    print(f"{len(seeds):,} positions occur in {args.often} of {len(games):,} games or more")
    return seeds


def _of_source(games: Iterable[str], source: str) -> list[str]:
    words = ((line, line.split()[1:]) for line in games)
    return [line for line, after in words if after and after[-1].startswith(source)]

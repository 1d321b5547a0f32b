"""``outflank book deepen``: a second, deeper look at whatever a book would play."""

import argparse
from pathlib import Path
from statistics import fmean

from outflank.book import Book
from outflank.book.deepen import DEEPER, Corrections, corrections, look_again, second_header
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
from outflank.cli.shared.long_work import STOPPED, Progress, Stop
from outflank.cli.shared.workers import add_worker_options, executor_for, workers_of
from outflank.engine import weights
from outflank.engine.limit import DEEPEST


def configure(parser: Parser) -> None:
    parser.epilog = (
        "Every move that the book plays and that leads out of it is searched again; values are\n"
        "carried back, and what it plays then is searched too. Killed or stopped at any moment,\n"
        "the same command goes on where it was."
    )
    parser.add_argument("file", type=Path, help="a book that `outflank book build` made")
    parser.add_argument("to", type=Path, help="the better book; TO.journal is kept too")
    parser.add_argument(
        "--depth",
        type=int,
        help=f"moves looked ahead; default: {DEEPER} more than the book was built with",
    )
    add_lines_option(parser)
    add_minutes_option(parser)
    add_worker_options(parser)


def run(args: argparse.Namespace) -> int:
    workers_of(args)
    refuse_minutes(args)
    book = Book.load(args.file)
    depth = _depth(args, book)
    path = journal_beside(args.to)
    openings = named_openings(args)
    progress = Progress("looks")
    with (
        Journal(path, second_header(book, depth, openings, args.lines_to)) as journal,
        executor_for(args, finish=True) as executor,
        Stop(args.minutes) as stop,
    ):
        again = look_again(
            book,
            depth,
            journal,
            executor,
            openings=openings,
            lines_to=args.lines_to,
            ahead=tasks_ahead(args),
            report=progress,
            stopped=stop,
        )
    progress.end()
    if again is None:
        print("Stopped; the same command goes on.")
        return STOPPED if stop.interrupted else 0
    save(book.making, again, args.to)
    _tell(corrections(book, again, journal), depth)
    return 0


def _depth(args: argparse.Namespace, book: Book) -> int:
    first = book.making.depth
    depth: int = first + DEEPER if args.depth is None else args.depth
    if not first < depth <= DEEPEST:
        raise UsageError(
            f"expected --depth from {first + 1}, as the book was built with {first}, to {DEEPEST}; "
            f"got {depth}"
        )
    if args.file.resolve() == args.to.resolve():
        raise UsageError(f"{args.to} is the book to look at; give the better one another name")
    if book.making.weights != weights.checksum():
        raise UsageError(
            f"{args.file} was built with the weights {book.making.weights}, the engine has "
            f"{weights.checksum()}: their values do not compare; build it again"
        )
    return depth


def _tell(found: Corrections, depth: int) -> None:
    changed = len(found.by_discs)
    print(f"{found.moves:,} moves that lead out of the book were looked at again, to depth {depth}")
    if changed:
        print(
            f"  {changed:,} of them changed, by {fmean(map(abs, found.by_discs)):.1f} discs "
            f"({fmean(found.by_discs):+.1f} on average, {min(found.by_discs):+d} to "
            f"{max(found.by_discs):+d})"
        )
    print(f"  {found.other_best:,} of {found.positions:,} positions have other moves to play now")
    print(f"  {found.added:,} positions were added that lines of named openings lacked")

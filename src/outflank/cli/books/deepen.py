"""``outflank book deepen``: a second, deeper search of the moves that a book plays."""

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
from outflank.cli.shared.long_work import RESUMABLE, STOPPED, Progress, Stop
from outflank.cli.shared.workers import add_worker_options, executor_for, workers_of
from outflank.engine import weights
from outflank.engine.limit import DEEPEST
from outflank.translation import _


def configure(parser: Parser) -> None:
    about = _(
        "This searches again each move that the book plays and that leads out of it. It "
        "propagates the new scores through the book, and repeats this for the moves that "
        "the book then plays."
    )
    parser.epilog = f"{about} {_(RESUMABLE)}"
    parser.add_argument("file", type=Path, help=_("a book of `outflank book build`"))
    parser.add_argument(
        "to", type=Path, help=_("the improved book to write (with its journal TO.journal)")
    )
    parser.add_argument(
        "--depth",
        type=int,
        help=_("search depth; default: {more} more than that of the book", more=DEEPER),
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
    progress = Progress(lambda done, all: _("{done:,} of {total:,} searches", done=done, total=all))
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
        print(_("Stopped. The same command continues."))
        return STOPPED if stop.interrupted else 0
    save(book.making, again, args.to)
    _report(corrections(book, again, journal), depth)
    return 0


def _depth(args: argparse.Namespace, book: Book) -> int:
    first = book.making.depth
    depth: int = first + DEEPER if args.depth is None else args.depth
    if not first < depth <= DEEPEST:
        raise UsageError(
            _(
                "The book was built with depth {built}, so --depth must be from {least} to {most}, "
                "not {number}.",
                built=first,
                least=first + 1,
                most=DEEPEST,
                number=depth,
            )
        )
    if args.file.resolve() == args.to.resolve():
        raise UsageError(_("FILE and TO are the same file. Name another file to write."))
    if book.making.weights != weights.checksum():
        raise UsageError(
            _(
                "{file} was built with the weights {old}, but the engine has {new}. Their scores "
                "differ, so build the book again.",
                file=args.file,
                old=book.making.weights,
                new=weights.checksum(),
            )
        )
    return depth


def _report(found: Corrections, depth: int) -> None:
    print(
        _(
            "Searched {count:,} moves that lead out of the book, to depth {depth}",
            count=found.moves,
            depth=depth,
        )
    )
    if found.by_discs:
        changed = _(
            "{count:,} scores changed, by {discs:.1f} discs ({mean:+.1f} on average, {least:+d} to "
            "{most:+d})",
            count=len(found.by_discs),
            discs=fmean(map(abs, found.by_discs)),
            mean=fmean(found.by_discs),
            least=min(found.by_discs),
            most=max(found.by_discs),
        )
        print(f"  {changed}")
    other = _(
        "The best moves changed in {count:,} of {total:,} positions",
        count=found.other_best,
        total=found.positions,
    )
    print(f"  {other}")
    print("  " + _("Added {count:,} positions of named openings", count=found.added))

"""Options and helpers shared by ``book build`` and ``book deepen``."""

import argparse
from pathlib import Path

from outflank.book.build import BuildPlan
from outflank.book.file import Making, save_book
from outflank.book.graph import Entries, Key
from outflank.book.lines import positions_along
from outflank.cli.shared.arena_run import NO_FOLDER
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import workers_of
from outflank.openings import openings
from outflank.translation import _

TASKS_A_WORKER = 3  # one running and two waiting per worker, so that none is idle
WORKERS_OF_A_CLUSTER = 64  # most workers that get enough tasks


def add_lines_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lines-to",
        type=int,
        default=BuildPlan().lines_to,
        metavar="PLY",
        help=_("include the best line of each named opening up to this move; 0: do not"),
    )


def add_minutes_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--minutes", type=float, help=_("stop after this time"))


def refuse_minutes(args: argparse.Namespace) -> None:
    if args.minutes is not None and not args.minutes > 0:
        raise UsageError(
            _("--{option} must be above 0, not {value:g}.", option="minutes", value=args.minutes)
        )


def named_openings(args: argparse.Namespace) -> list[Key]:
    """Return the positions on the way to the named openings, if ``--lines-to`` is given."""
    if not args.lines_to:
        return []
    return positions_along(opening.moves for opening in openings().table)


def journal_beside(book: Path) -> Path:
    if not book.parent.is_dir():
        raise UsageError(_(NO_FOLDER, path=book, folder=book.parent))
    return book.with_name(book.name + ".journal")


def tasks_ahead(args: argparse.Namespace) -> int:
    """Return the number of tasks to submit in advance."""
    return TASKS_A_WORKER * (WORKERS_OF_A_CLUSTER if args.cluster else workers_of(args))


def save(making: Making, book: Entries, path: Path) -> None:
    save_book(making, book, path)
    size = path.stat().st_size / 1000
    print(_("{file}: {count:,} positions, {size:,.0f} kB", file=path, count=len(book), size=size))

"""What building a book and looking at it again share."""

import argparse
from pathlib import Path

from outflank.book.build import BuildPlan
from outflank.book.file import Making, save_book
from outflank.book.graph import Entries, Key
from outflank.book.lines import positions_along
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.workers import workers_of
from outflank.openings import openings

TASKS_A_WORKER = 3  # one to work at and two waiting, so that nobody waits for the next
WORKERS_OF_A_CLUSTER = 64  # at most that are kept busy


def add_lines_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--lines-to",
        type=int,
        default=BuildPlan().lines_to,
        metavar="PLY",
        help="moves to which the best play after every named opening is in the book; "
        "0 for no regard to names",
    )


def add_minutes_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--minutes", type=float, help="stop after so long")


def refuse_minutes(args: argparse.Namespace) -> None:
    if args.minutes is not None and not args.minutes > 0:
        raise UsageError(f"expected --minutes above 0, got {args.minutes:g}")


def named_openings(args: argparse.Namespace) -> list[Key]:
    """The positions on the way to every named opening, if somebody wants their lines."""
    if not args.lines_to:
        return []
    return positions_along(opening.moves for opening in openings().table)


def journal_beside(book: Path) -> Path:
    if not book.parent.is_dir():
        raise UsageError(f"{book} cannot be written: there is no folder {book.parent}")
    return book.with_name(book.name + ".journal")


def tasks_ahead(args: argparse.Namespace) -> int:
    """How many tasks wait or run at once."""
    return TASKS_A_WORKER * (WORKERS_OF_A_CLUSTER if args.cluster else workers_of(args))


def save(making: Making, book: Entries, path: Path) -> None:
    save_book(making, book, path)
    print(f"{path}: {len(book):,} positions, {path.stat().st_size / 1000:,.0f} kB")

"""``outflank storage``: look after the database of a server."""

import argparse
import time
from pathlib import Path

from outflank.board import counted
from outflank.cli.parser import Parser, add_action
from outflank.cli.shared.databases import add_database_option, opened_database
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.progress import counting
from outflank.storage.backup import back_up, restore
from outflank.storage.database import Database
from outflank.storage.upkeep import Forgotten, problems, shrink, sizes, sweep, would_forget
from outflank.web.settings import Settings

DAY = 24 * 3600.0


def configure(parser: Parser) -> None:
    parser.epilog = (
        "examples:\n"
        "  outflank storage show                            what is kept, what a sweep removes\n"
        "  outflank storage backup games-monday.lines.gz    while the server runs\n"
        "  outflank storage --database postgresql://host/games restore games-monday.lines.gz\n\n"
        "A backup is a file of lines that SQLite and PostgreSQL both read, so it also moves games\n"
        "from one to the other."
    )
    add_database_option(parser)
    actions = parser.add_actions("what to do with the database")
    show = add_action(actions, _show, "show the sizes, and what a sweep would remove")
    clean = add_action(actions, _sweep, "forget visitors who did not come back")
    for action in (show, clean):
        action.add_argument(
            "--forget-after",
            type=float,
            default=Settings().forget_after,
            metavar="DAYS",
            help="away for so long",
        )
    clean.add_argument(
        "--shrink",
        action="store_true",
        help="give the space back to the disk afterwards; players wait meanwhile",
    )
    add_action(actions, _check, "see whether everything is sound")
    out = add_action(actions, _backup, "write everything to a file, while the server runs")
    back = add_action(actions, _restore, "fill an empty database from such a file")
    for action in (out, back):
        action.add_argument("file", type=Path, help="one that ends in .gz is packed")


def run(args: argparse.Namespace) -> int:
    restoring, saving = args.action == "restore", args.action == "backup"
    with opened_database(
        args, must_exist=not restoring, must_be_current=not (restoring or saving)
    ) as database:
        code: int = args.do(database, args)
        return code


def _show(database: Database, args: argparse.Namespace) -> int:
    tables = sizes(database)
    print(f"{'table':<20}{'rows':>12}{'MB':>10}")
    for table in tables:
        megabytes = "unknown" if table.bytes is None else f"{table.bytes / 1e6:.2f}"
        print(f"{table.name:<20}{table.rows:>12,}{megabytes:>10}")
    print(f"{'all':<20}{sum(table.rows for table in tables):>12,}"
          f"{sum(table.bytes or 0 for table in tables) / 1e6:>10.2f}")  # fmt: skip
    print()
    print(f"A sweep would forget {_told(would_forget(database, _before(args)), args)}.")
    return 0


def _sweep(database: Database, args: argparse.Namespace) -> int:
    before = _before(args)
    with counting("visitors forgotten") as tell:
        done = sweep(database, before, lambda so_far: tell(so_far.visitors))
    print(f"Forgot {_told(done, args)}.")
    if args.shrink:
        shrink(database)
    return 0


def _check(database: Database, args: argparse.Namespace) -> int:
    found = 0
    with counting("games looked at") as tell:
        for problem in problems(database, tell):
            found += 1
            print(problem)
    print("Everything is sound." if not found else f"{counted(found, 'problem')} found.")
    return 1 if found else 0


def _backup(database: Database, args: argparse.Namespace) -> int:
    with counting("rows written") as tell:
        rows = back_up(database, args.file, tell)
    print(f"{counted(rows, 'row')} written to {args.file}")
    return 0


def _restore(database: Database, args: argparse.Namespace) -> int:
    with counting("rows restored") as tell:
        rows = restore(database, args.file, tell)
    print(f"{counted(rows, 'row')} restored from {args.file}")
    return 0


def _before(args: argparse.Namespace) -> float:
    days: float = args.forget_after
    if not days > 0:
        raise UsageError(f"--forget-after is a number of days above 0; got {days:g}")
    return time.time() - days * DAY


def _told(forgotten: Forgotten, args: argparse.Namespace) -> str:
    return (
        f"{counted(forgotten.visitors, 'visitor')} away for {args.forget_after:g} days, with "
        f"{counted(forgotten.games, 'game')} and {counted(forgotten.cards, 'position')} to practise"
    )

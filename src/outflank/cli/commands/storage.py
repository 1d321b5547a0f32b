"""``outflank storage``: manage a server's database."""

import argparse
import time
from pathlib import Path

from outflank.cli.parser import Parser, add_action, examples
from outflank.cli.plain_text import padded
from outflank.cli.shared.databases import add_database_option, opened_database
from outflank.cli.shared.errors import UsageError
from outflank.cli.shared.progress import counting
from outflank.storage.backup import back_up, restore
from outflank.storage.database import Database
from outflank.storage.upkeep import Forgotten, problems, shrink, sizes, sweep, would_forget
from outflank.translation import _, ngettext
from outflank.web.settings import Settings

DAY = 24 * 3600.0


def configure(parser: Parser) -> None:
    rows = {
        "outflank storage show": _("show the sizes, and what a sweep would delete"),
        "outflank storage backup games-monday.lines.gz": _("while the server runs"),
        "outflank storage --database postgresql://host/games restore games-monday.lines.gz": "",
    }
    about = _(
        "A backup works with SQLite and PostgreSQL, so it can move games from one to the other."
    )
    parser.epilog = f"{examples(rows)}\n\n{about}"
    add_database_option(parser)
    actions = parser.add_actions(_("the action"))
    show = add_action(actions, _show, _("show the sizes, and what a sweep would delete"))
    clean = add_action(
        actions, _sweep, _("delete visitors who have not returned, with their games")
    )
    for action in (show, clean):
        action.add_argument(
            "--forget-after",
            type=float,
            default=Settings().forget_after,
            metavar="DAYS",
            help=_("days without a visit"),
        )
    clean.add_argument(
        "--shrink",
        action="store_true",
        help=_("return the free space to the disk afterwards; players wait until it is done"),
    )
    add_action(actions, _check, _("check the database for errors"))
    out = add_action(actions, _backup, _("write a backup; the server may be running"))
    back = add_action(actions, _restore, _("fill an empty database from a backup"))
    for action in (out, back):
        action.add_argument("file", type=Path, help=_("the backup, compressed if it ends in .gz"))


def run(args: argparse.Namespace) -> int:
    restoring, saving = args.action == "restore", args.action == "backup"
    with opened_database(
        args, must_exist=not restoring, must_be_current=not (restoring or saving)
    ) as database:
        code: int = args.do(database, args)
        return code


def _show(database: Database, args: argparse.Namespace) -> int:
    tables = sizes(database)
    print(padded(_("table"), 20) + "{:>12}{:>10}".format(_("rows"), "MB"))
    for table in tables:
        megabytes = "?" if table.bytes is None else f"{table.bytes / 1e6:.2f}"
        print(f"{table.name:<20}{table.rows:>12,}{megabytes:>10}")
    print(padded(_("all"), 20) + f"{sum(table.rows for table in tables):>12,}"
          f"{sum(table.bytes or 0 for table in tables) / 1e6:>10.2f}")  # fmt: skip
    print()
    print(_("A sweep would delete: {what}.", what=_in_words(would_forget(database, _before(args)))))
    return 0


def _sweep(database: Database, args: argparse.Namespace) -> int:
    before = _before(args)
    with counting(
        lambda n: ngettext("{count:,} visitor deleted", "{count:,} visitors deleted", n)
    ) as show:
        done = sweep(database, before, lambda so_far: show(so_far.visitors))
    print(_("Deleted: {what}.", what=_in_words(done)))
    if args.shrink:
        shrink(database)
    return 0


def _check(database: Database, args: argparse.Namespace) -> int:
    found = 0
    with counting(
        lambda n: ngettext("{count:,} game checked", "{count:,} games checked", n)
    ) as show:
        for problem in problems(database, show):
            found += 1
            print(problem)
    print(
        ngettext("{count} problem found.", "{count} problems found.", found)
        if found
        else _("No problems found.")
    )
    return 1 if found else 0


def _backup(database: Database, args: argparse.Namespace) -> int:
    with counting(_rows_written) as show:
        rows = back_up(database, args.file, show)
    print(f"{args.file}: {_rows_written(rows)}")
    return 0


def _rows_written(count: int) -> str:
    return ngettext("{count:,} row written", "{count:,} rows written", count)


def _restore(database: Database, args: argparse.Namespace) -> int:
    with counting(_rows_restored) as show:
        rows = restore(database, args.file, show)
    print(f"{args.file}: {_rows_restored(rows)}")
    return 0


def _rows_restored(count: int) -> str:
    return ngettext("{count:,} row restored", "{count:,} rows restored", count)


def _before(args: argparse.Namespace) -> float:
    days: float = args.forget_after
    if not days > 0:
        raise UsageError(_("--forget-after must be above 0, not {days:g}.", days=days))
    return time.time() - days * DAY


def _in_words(forgotten: Forgotten) -> str:
    return ", ".join(
        (
            ngettext("{count:,} visitor", "{count:,} visitors", forgotten.visitors),
            ngettext("{count:,} game", "{count:,} games", forgotten.games),
            ngettext(
                "{count:,} practice position", "{count:,} practice positions", forgotten.cards
            ),
        )
    )

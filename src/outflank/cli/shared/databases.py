"""Open a server's database for a command."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from outflank.cli.shared.errors import UsageError
from outflank.storage.files.data_dir import data_folder
from outflank.translation import _

if TYPE_CHECKING:
    from outflank.storage.database import Database


def add_database_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        help=_(
            "the database, as in `outflank serve`; default: the browser's games in your data folder"
        ),
    )


@contextmanager
def opened_database(
    args: argparse.Namespace, *, must_exist: bool = True, must_be_current: bool = True
) -> Iterator["Database"]:
    """Open the database without creating it or changing a running server's tables."""
    usual = data_folder() / "games.sqlite3"
    if must_exist and not args.database:
        _check_exists(usual)
    from outflank.storage.database import Database, file_url  # slow

    database = Database(args.database or file_url(usual))
    try:
        if must_exist and database.is_sqlite:
            _check_exists(Path(database.engine.url.database or ""))
        if must_be_current and not database.is_current:
            raise UsageError(
                _(
                    "The tables of the database are missing or older than this version. "
                    "Make a backup, then start `outflank serve` of this version, which "
                    "updates them."
                )
            )
        yield database
    finally:
        database.close()


def _check_exists(file: Path) -> None:
    if not file.exists():
        raise UsageError(
            _(
                "There is no database {file}. Start `outflank serve` once, "
                "or name another with --database.",
                file=file,
            )
        )

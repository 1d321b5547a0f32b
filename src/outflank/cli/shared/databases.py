"""The database of a server, as the commands that look after one open it."""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from outflank.cli.shared.errors import UsageError
from outflank.storage.database import Database, file_url
from outflank.storage.files.data_dir import data_folder


def add_database_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--database",
        metavar="URL",
        help="which database, as in `outflank serve`; default: the browser's games in your data "
        "directory",
    )


@contextmanager
def opened_database(
    args: argparse.Namespace, *, must_exist: bool = True, must_be_current: bool = True
) -> Iterator[Database]:
    """Open the database: this makes none, and does not change the tables of a running server."""
    database = Database(args.database or file_url(data_folder() / "games.sqlite3"))
    try:
        file = database.engine.url.database
        if must_exist and database.is_sqlite and not Path(file or "").exists():
            raise UsageError(f"there is no database {file}; --database names another")
        if must_be_current and not database.is_current:
            raise UsageError(
                "the database has older tables, or none yet; make a backup, and let `outflank "
                "serve` of this version bring it up to date"
            )
        yield database
    finally:
        database.close()

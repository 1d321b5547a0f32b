"""Backups: the database as a text file that both SQLite and PostgreSQL can restore.

The first line identifies the file and the version of the tables. Then each table has a line with
its name and columns, followed by one line per row. The last line has the number of rows and the
checksum of everything before it, so a truncated or changed file is rejected before anything is
restored. Every line is JSON; bytes are ``{"base64": "…"}``. A file named ``.gz`` is compressed.
"""

import base64
import gzip
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, MetaData, Table, func, inspect, select, text

from outflank.storage.database import (
    Database,
    InvalidDatabase,
    create_tables,
    revisions,
    upgrade,
    version_of,
)
from outflank.storage.metadata import metadata
from outflank.translation import _

FORMAT, VERSION = "outflank-backup", 2  # 1: up to Outflank 0.2
ROWS_AT_ONCE = 500

Progress = Callable[[int], None]


class InvalidBackup(ValueError):
    """A file that cannot be restored; the message gives the reason."""


@dataclass(frozen=True, slots=True)
class Backup:
    """The contents of a backup's header and footer."""

    tables: str  # the version of its tables
    rows: int


# --- Back up -------------------------------------------------------------------------------------


def back_up(database: Database, path: Path, progress: Progress = lambda rows: None) -> int:
    """Write a snapshot of the database to a new file, atomically; return the number of rows."""
    with database.snapshot() as connection, _new_file(path) as file:
        version = version_of(connection)
        if version is None:
            raise InvalidDatabase(_("The database is empty: no server has used it yet"))
        digest = hashlib.sha256()

        def write(line: Any) -> None:
            data = json.dumps(line, default=_packed, separators=(",", ":")).encode() + b"\n"
            digest.update(data)
            file.write(data)

        write({"format": FORMAT, "version": VERSION, "tables": version})
        rows = 0
        for table in _tables(connection):
            write({"table": table.name, "columns": [column.name for column in table.columns]})
            stream = connection.execution_options(yield_per=ROWS_AT_ONCE)
            with stream.execute(select(table)) as found:
                for row in found:
                    write(list(row))
                    rows += 1
                    progress(rows)
        write({"rows": rows, "sha256": digest.hexdigest()})
    return rows


@contextmanager
def _new_file(path: Path) -> Iterator[IO[bytes]]:
    """Yield a temporary file that gets its name once it is complete and on the disk."""
    if path.exists():
        raise FileExistsError(17, _("The file already exists. Choose another name"), str(path))
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            if path.suffix == ".gz":
                with gzip.GzipFile(path.name, "wb", fileobj=file, mtime=0) as packed:
                    yield packed  # type: ignore[misc]  # it has all that is used of it
            else:
                yield file
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)  # never overwrites another file
    finally:
        draft.unlink()


def _packed(value: object) -> dict[str, str]:
    if isinstance(value, bytes | memoryview):
        return {"base64": base64.b64encode(value).decode()}
    raise TypeError(f"{type(value).__name__} is in no table of ours")


# --- Restore -------------------------------------------------------------------------------------


def look_into(path: Path, progress: Progress = lambda rows: None) -> Backup:
    """Read a whole backup and verify that it is complete and unchanged."""
    digest = hashlib.sha256()
    rows = number = 0
    first: Any = None
    last: Any = None
    before = ""
    for number, (line, data) in enumerate(_lines(path), 1):
        if number == 1:
            first = line
            if not (isinstance(line, dict) and line.get("format") == FORMAT):
                raise InvalidBackup(_("{path} is not a backup of Outflank", path=path))
            if line["version"] < VERSION:
                raise InvalidBackup(
                    _(
                        "{path} was written by Outflank 0.2 or older, and this version cannot "
                        "read it",
                        path=path,
                    )
                )
            if line["version"] > VERSION or line["tables"] not in revisions():
                raise InvalidBackup(
                    _(
                        "{path} has tables of version {found}, but this Outflank supports "
                        "versions up to {known}. Update Outflank first",
                        path=path,
                        found=line["tables"],
                        known=revisions()[-1],
                    )
                )
        rows += isinstance(line, list)
        last, before = line, digest.hexdigest()
        digest.update(data)
        progress(number)
    complete = isinstance(last, dict) and last.get("rows") == rows and last.get("sha256") == before
    if first is None or not complete:
        raise InvalidBackup(
            _(
                "{path} is damaged: the checksum after {count} lines is wrong. Use another backup",
                path=path,
                count=number,
            )
        )
    return Backup(first["tables"], rows)


def restore(database: Database, path: Path, progress: Progress = lambda rows: None) -> int:
    """Fill an empty database from a backup, all or nothing; return the number of rows.

    A backup with older tables is upgraded.
    """
    backup = look_into(path)
    with database.alone() as connection:
        _expect_empty(connection, backup)
        if version_of(connection) is None:
            create_tables(connection, backup.tables)
        tables = {table.name: table for table in _tables(connection)}
        done = 0
        for name, columns, rows in _batches(path):
            try:
                given = [dict(zip(columns, map(_unpacked, row), strict=True)) for row in rows]
                connection.execute(tables[name].insert(), given)
            except (KeyError, ValueError) as error:
                raise InvalidBackup(
                    _(
                        "{path} has an invalid row of {table}: {error}",
                        path=path,
                        table=name,
                        error=error,
                    )
                ) from None
            done += len(given)
            progress(done)
        if not database.is_sqlite:
            _count_on(connection, tables)
        upgrade(connection)
    return done


def _expect_empty(connection: Connection, backup: Backup) -> None:
    version = version_of(connection)
    for table in _tables(connection):
        rows = connection.execute(select(func.count()).select_from(table)).scalar_one()
        if rows:
            raise InvalidDatabase(
                _(
                    "The database already has {rows} rows in {table}. Restore a backup into an "
                    "empty database, such as a new file",
                    rows=rows,
                    table=table.name,
                )
            )
    if version not in (None, backup.tables):
        raise InvalidDatabase(
            _(
                "The database has tables of version {found}, but the backup has version {known}. "
                "Use a database without tables",
                found=version,
                known=backup.tables,
            )
        )


def _batches(path: Path) -> Iterator[tuple[str, list[str], list[list[Any]]]]:
    name, columns = "", list[str]()
    rows: list[list[Any]] = []
    for line, _data in _lines(path):
        if rows and (len(rows) == ROWS_AT_ONCE or not isinstance(line, list)):
            yield name, columns, rows
            rows = []
        if isinstance(line, list):
            rows.append(line)
        elif "table" in line:
            name, columns = line["table"], line["columns"]


def _count_on(connection: Connection, tables: dict[str, Table]) -> None:
    """Make PostgreSQL continue numbering after the restored rows."""
    for table in tables.values():
        for column in table.primary_key:
            if column.autoincrement is True or column.server_default is not None:
                connection.execute(
                    text(
                        f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'), "
                        f'max("{column.name}")) FROM "{table.name}"'
                    )
                )


def _unpacked(value: Any) -> Any:
    return base64.b64decode(value["base64"]) if isinstance(value, dict) else value


def _lines(path: Path) -> Iterator[tuple[Any, bytes]]:
    """Yield every line, both decoded and raw."""
    try:
        with gzip.open(path) if path.suffix == ".gz" else path.open("rb") as file:
            for number, data in enumerate(file, 1):
                try:
                    yield json.loads(data), data
                except (ValueError, RecursionError):
                    raise InvalidBackup(
                        _(
                            "{path}, line {number}, is not JSON: {text}",
                            path=path,
                            number=number,
                            text=repr(data[:60]),
                        )
                    ) from None
    except (EOFError, gzip.BadGzipFile) as error:
        raise InvalidBackup(
            _("{path} cannot be decompressed: {error}", path=path, error=error)
        ) from None


def _tables(connection: Connection) -> list[Table]:
    """Return the existing tables of any version, parents first."""
    there = set(inspect(connection).get_table_names()) & set(metadata.tables)
    found = MetaData()
    found.reflect(connection, only=sorted(there), resolve_fks=False)
    return found.sorted_tables

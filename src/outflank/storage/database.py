"""The database: SQLite in a file by default, or PostgreSQL by URL.

Games, practice and the archive use the same tables everywhere: a server keeps them in one database,
a single user in one file each.
"""

import logging
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sqlalchemy import (
    Connection,
    CursorResult,
    Engine,
    ExceptionContext,
    create_engine,
    event,
    inspect,
    make_url,
    text,
)
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.exc import ArgumentError, NoSuchModuleError
from sqlalchemy.orm import Session
from sqlalchemy.pool import ConnectionPoolEntry

from outflank.storage.commits import (
    Commits,
    Execute,
    Pipeline,
    Row,
    for_psycopg,
    operational_error,
    raw_connection,
)
from outflank.storage.files.permissions import private_file, take_from_others
from outflank.storage.outage_log import Outages
from outflank.translation import _

if TYPE_CHECKING:
    from alembic.config import Config

MIGRATIONS = Path(__file__).parent / "migrations"
VERSIONS = MIGRATIONS / "versions"
VERSION_TABLE = "schema_version"  # up to 0.2 it was alembic_version, with other version numbers
LISTEN_SECONDS = 1.0  # after which a listener checks whether to stop
# In the page there is one connection, and the database is a single file.
JOURNAL = "MEMORY" if sys.platform == "emscripten" else "WAL"
BUSY_SECONDS = 60  # how long an SQLite writer waits for another one
_MIGRATION_LOCK = 0x0F1A4B  # an arbitrary id; only one process migrates at a time

GAME_TIME = "SELECT time FROM game_clock WHERE id = 1"
_LATEST_SQLITE = """
INSERT INTO game_clock (id, time) VALUES (1, ?)
ON CONFLICT (id) DO UPDATE SET time = max(game_clock.time, excluded.time) RETURNING time"""
_LATEST_POSTGRES = """
WITH quick AS (SELECT set_config('synchronous_commit', 'off', true))
INSERT INTO game_clock (id, time) SELECT 1, %s::float8 FROM quick
ON CONFLICT (id) DO UPDATE SET time = GREATEST(game_clock.time, excluded.time) RETURNING time"""

logger = logging.getLogger("outflank.storage")


class InvalidDatabase(ValueError):
    """A database URL that cannot be used; the message says how to fix it."""


def file_url(path: Path) -> str:
    return f"sqlite:///{path}"


class Database:
    """A database with its tables up to date.

    ``reading()`` and ``writing()`` yield a session for one transaction. Changes are on the disk
    when the block of ``writing()`` ends, and writers take turns.
    """

    def __init__(self, url: str, *, pool_size: int = 20) -> None:
        self.engine = _engine(url, pool_size)
        self.is_pooled = "pooler" in make_url(url).query
        """True if connections are pooled per transaction, which rules out LISTEN."""
        # SQLite has one writer at a time, and the others poll. Writers of this process use a lock
        # instead, which wakes the next thread immediately.
        self._one_writer: AbstractContextManager[object] = nullcontext()
        self.commits: Commits | None = None
        self.pipeline: Pipeline | None = None
        self.seconds, self.calls = 0.0, 0  # total time and number of calls
        self._outages = Outages()
        if self.is_sqlite:
            self._one_writer = turn = threading.Lock()
            self.commits = Commits(self.engine, turn)
        else:  # a single statement needs neither a transaction nor a ping first
            self._alone = _engine(url, 8, alone=True)
            self.pipeline = Pipeline(self._alone, threading.Lock())
            event.listen(self._alone, "checkin", self._given_back)
        self._closed = False
        self.at_close: list[Callable[[], None]] = []
        event.listen(self.engine, "checkin", self._given_back)

    @property
    def is_sqlite(self) -> bool:
        return self.engine.dialect.name == "sqlite"

    @property
    def commit_count(self) -> int:
        """The number of commits of moves; one commit may contain several moves."""
        together = self.commits or self.pipeline
        assert together is not None
        return together.commits

    @property
    def is_current(self) -> bool:
        with self.engine.connect() as connection:
            return version_of(connection) == revisions()[-1]

    def migrate(self) -> None:
        """Upgrade the tables to the newest version, if necessary."""
        if self.is_current:
            return
        with self.alone() as connection:
            if version_of(connection) is None:
                create_tables(connection)
            else:
                upgrade(connection)

    @contextmanager
    def alone(self) -> Iterator[Connection]:
        """Yield a connection in a transaction during which no other process changes tables."""
        with self.engine.connect() as connection, connection.begin():
            if self.is_sqlite:
                _begin_immediately(connection)
            else:
                connection.execute(
                    text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
                )
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Session]:
        with self._watched(writing=False), Session(self.engine) as session:
            yield session

    @contextmanager
    def _watched(self, *, writing: bool) -> Iterator[None]:
        """Log outages, and measure the time spent, approximately, without a lock."""
        began = time.perf_counter()
        try:
            with self._outages.watched(writing):
                yield
        finally:
            self.seconds += time.perf_counter() - began
            self.calls += 1

    def fetch(self, statement: str, *values: Any) -> Any:
        """Return the first row of a plain SQL query with ``?`` for values, bypassing SQLAlchemy."""
        with self._watched(writing=False):
            if self.pipeline is not None:
                return self.pipeline.fetch(statement, values)
            with raw_connection(self.engine) as connection:
                return connection.execute(statement, values).fetchone()

    def write_alone(self, statement: str, values: tuple[Any, ...]) -> Row | None:
        """Execute one plain SQL statement in PostgreSQL; return its first row."""
        assert self.pipeline is not None
        with self._watched(writing=True):
            return self.pipeline.write((statement, values))

    def write_together(self, write: Callable[[Execute], Row | None]) -> Row | None:
        """Write to SQLite, in one commit with concurrent writes."""
        assert self.commits is not None
        with self._watched(writing=True):
            return self.commits.write(write)

    def latest_time(self, mine: float) -> float:
        """Store the time of games unless a later one is stored; return the latest.

        A killed process loses nothing, and a crash of the computer only the last moments, so this
        does not wait for the disk.
        """
        with self._watched(writing=True):
            if not self.is_sqlite:
                with self._alone.connect() as connection:
                    return float(connection.exec_driver_sql(_LATEST_POSTGRES, (mine,)).scalar_one())
            with self._one_writer, raw_connection(self.engine) as raw:
                raw.execute("PRAGMA synchronous = NORMAL")
                try:
                    return float(raw.execute(_LATEST_SQLITE, (mine,)).fetchone()[0])
                finally:
                    raw.execute("PRAGMA synchronous = FULL")

    def announce(self, channel: str, text: str) -> None:
        with self._alone.connect() as connection:
            connection.exec_driver_sql("SELECT pg_notify(%s, %s)", (channel, text))

    def notices(self, channel: str, ended: threading.Event) -> Iterator[str | None]:
        """Yield the notifications of a PostgreSQL channel until ``ended``.

        None comes first, and after every reconnection, when notifications may have been missed.
        """
        interrupted = False
        while not ended.is_set():
            try:
                with self._alone.connect() as connection:
                    interrupted = False
                    driver: Any = connection.connection.driver_connection
                    driver.execute(f"LISTEN {channel}")
                    try:
                        yield None
                        while not ended.is_set():
                            for notice in driver.notifies(timeout=LISTEN_SECONDS):
                                yield notice.payload
                    finally:
                        connection.invalidate()  # never reuse a listening connection
            except Exception as error:  # the driver's own exception class
                if not _is_of_a_driver(error):
                    raise
                if not interrupted:  # one line, not one per attempt
                    logger.warning("Notifications from other servers are interrupted: %s", error)
                interrupted = True
                ended.wait(LISTEN_SECONDS)

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """Yield a connection with a consistent view, unaffected by concurrent writes."""
        with self.engine.connect() as connection:
            if self.is_sqlite:
                connection.exec_driver_sql("BEGIN")
            else:
                connection = connection.execution_options(isolation_level="REPEATABLE READ")
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """Yield a session whose changes are committed at the end, or rolled back on error."""
        with (
            self._watched(writing=True),
            self._one_writer,
            Session(self.engine, expire_on_commit=False) as session,
            session.begin(),
        ):
            if self.is_sqlite:
                _begin_immediately(session.connection())
            yield session

    def insert(self, table: Any) -> Any:
        """Return an INSERT of this database's dialect, for ON CONFLICT."""
        if self.is_sqlite:
            return sqlite_insert(table)
        from sqlalchemy.dialects.postgresql import insert  # slow to import

        return insert(table)

    def close(self) -> None:
        """Close all connections; those in use are closed when they are returned."""
        for close in self.at_close:
            close()
        self._closed = True
        self.engine.dispose()
        if not self.is_sqlite:
            self._alone.dispose()

    def _given_back(self, _: object, connection: ConnectionPoolEntry) -> None:
        if self._closed:
            connection.invalidate()


def run(session: Session, statement: str, *values: Any) -> CursorResult[Any]:
    """Execute plain SQL with ``?`` placeholders in this session, without the ORM."""
    connection = session.connection()
    spelt = statement if connection.dialect.name == "sqlite" else for_psycopg(statement)
    return connection.exec_driver_sql(spelt, values)


def revisions() -> list[str]:
    """Return the versions of the tables, oldest first: the numbers of the migrations."""
    return sorted(path.name.partition("_")[0] for path in VERSIONS.glob("[0-9]*_*.py"))


def version_of(connection: Connection) -> str | None:
    """Return the version of the tables; None for an empty database."""
    tables = inspect(connection).get_table_names()
    if VERSION_TABLE not in tables:
        if "alembic_version" in tables:
            raise InvalidDatabase(
                _(
                    "{database} was created by Outflank 0.2 or older, and this version cannot "
                    "read it. Move it away to start with an empty one, or use another database",
                    database=connection.engine.url,
                )
            )
        return None
    found: str | None = connection.scalar(text(f"SELECT version_num FROM {VERSION_TABLE}"))
    if found is not None and found not in revisions():
        raise InvalidDatabase(
            _(
                "The database has tables of version {found}. This Outflank supports versions up "
                "to {known}. Update Outflank, or use another database",
                found=found,
                known=revisions()[-1],
            )
        )
    return found


def create_tables(connection: Connection, version: str = "head") -> None:
    """Create the tables in an empty database, within the connection's transaction.

    They are created from the models; for an older version the migrations are then undone.
    """
    from alembic import command  # slow to import

    from outflank.storage.metadata import metadata  # circular import

    metadata.create_all(connection)
    config = _alembic_config(connection)
    command.stamp(config, "head")
    if version != "head":
        command.downgrade(config, version)


def upgrade(connection: Connection) -> None:
    """Upgrade existing tables to the newest version, within the connection's transaction."""
    from alembic import command

    command.upgrade(_alembic_config(connection), "head")


def _alembic_config(connection: Connection) -> "Config":
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def _engine(url: str, pool_size: int, *, alone: bool = False) -> Engine:
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise InvalidDatabase(_expected(url)) from None
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    pooler = parsed.query.get("pooler")
    parsed = parsed.difference_update_query(["pooler"])
    if pooler not in (None, "transaction"):
        raise InvalidDatabase(_("pooler must be transaction, not {value}", value=repr(pooler)))
    # The next transaction may use another connection, without the prepared statements.
    unprepared = {"prepare_threshold": None} if pooler else {}
    try:
        if parsed.get_backend_name() == "sqlite":
            engine = create_engine(parsed, pool_size=pool_size, max_overflow=20)
            file = parsed.database
            if file and file != ":memory:" and not file.startswith("file:"):
                event.listen(engine, "do_connect", lambda *_args: _keep_private(Path(file)))
            event.listen(engine, "connect", _prepare_sqlite)
            event.listen(engine, "handle_error", _tell_plainly)
            return engine
        if parsed.get_backend_name() == "postgresql":
            return create_engine(
                parsed,
                pool_size=min(
                    pool_size, 8
                ),  # PostgreSQL allows 100 connections in total by default
                max_overflow=10,
                pool_pre_ping=not alone,
                connect_args=unprepared,
                **({"isolation_level": "AUTOCOMMIT"} if alone else {}),
            )
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise InvalidDatabase(
            _(
                "PostgreSQL needs the package psycopg: pip install 'outflank[postgres]' ({error})",
                error=error,
            )
        ) from None
    raise InvalidDatabase(_expected(url))


def _expected(url: str) -> str:
    return _(
        "{scheme} is not a supported database. Use sqlite:////full/path/of/games.sqlite3 or "
        "postgresql://user:password@host/name",
        scheme=repr(url.split(":", 1)[0][:30]),
    )


def _keep_private(file: Path) -> None:
    """Make the file, and those that SQLite creates beside it, accessible to the owner only."""
    private_file(file)
    for beside in ("-wal", "-shm"):
        take_from_others(file.with_name(file.name + beside))


def _prepare_sqlite(connection: Any, record: object) -> None:
    """Use WAL, so that readers do not wait, and FULL, so that commits are durable."""
    connection.isolation_level = None  # transactions begin in _begin_immediately
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")
    _set_journal(cursor)
    cursor.execute("PRAGMA synchronous = FULL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.close()


def _set_journal(cursor: sqlite3.Cursor) -> None:
    """Retry while another process creates the file: SQLite does not wait here."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            cursor.execute(f"PRAGMA journal_mode = {JOURNAL}")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
            time.sleep(0.01)
        else:
            return


def _tell_plainly(context: ExceptionContext) -> None:
    error = context.original_exception
    if isinstance(error, sqlite3.OperationalError) and context.engine is not None:
        context.chained_exception = operational_error(context.engine, error)


def _begin_immediately(connection: Connection) -> None:
    """Take SQLite's write lock immediately: upgrading two readers would deadlock."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _is_of_a_driver(error: Exception) -> bool:
    return type(error).__module__.startswith(("psycopg", "sqlalchemy"))

"""Group commit: small writes that reach the disk together.

A commit waits for the disk. Writers therefore queue up, and the first one commits the writes of all
that are waiting. Each call returns when its own write is on the disk.
"""

import shutil
import sqlite3
import threading
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeAlias, TypeVar

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError, OperationalError

Row: TypeAlias = tuple[Any, ...]
Execute = Callable[[str, Row], Any]  # executes an SQLite statement
What = TypeVar("What")
NO_ROOM = 1 << 20  # bytes; SQLite begins with less, but not for long


@dataclass(eq=False, slots=True)
class _Write(Generic[What]):
    what: What
    done: bool = False
    result: Row | None = None
    error: BaseException | None = None


class GroupCommit(ABC, Generic[What]):
    """A queue of writes. Only the thread that holds ``turn`` commits."""

    def __init__(self, engine: Engine, turn: threading.Lock) -> None:
        self._engine = engine
        self._turn = turn
        self._queue: deque[_Write[What]] = deque()
        self.commits = 0  # number of commits

    def write(self, what: What) -> Row | None:
        """Write and wait until it is on the disk; return a row if anything was written.

        The write must be consistent on its own: other writes of the same commit may fail or
        succeed.
        """
        mine = _Write(what)
        self._queue.append(mine)
        with self._turn:
            if not mine.done:
                self._write_all()
        if mine.error is not None:
            raise mine.error
        return mine.result

    def _write_all(self) -> None:
        batch: list[_Write[What]] = []
        try:
            self._commit(batch)
            self.commits += 1
        except BaseException as error:  # on any error nothing was written, so all writers must fail
            # Writes that arrived later fail as well; retrying would take just as long.
            batch += self._waiting()
            for write in batch:
                write.error = error
            if not isinstance(error, Exception):
                raise
        finally:
            for write in batch:
                write.done = True

    def _waiting(self) -> Iterator[_Write[What]]:
        while self._queue:
            yield self._queue.popleft()

    @abstractmethod
    def _commit(self, batch: list[_Write[What]]) -> None:
        """Write all waiting writes, all or nothing, and add them to ``batch``."""


class Commits(GroupCommit[Callable[[Execute], Row | None]]):
    """Writes to SQLite; ``turn`` is the lock of all writers in this process."""

    def _commit(self, batch: list[_Write[Callable[[Execute], Row | None]]]) -> None:
        with raw_connection(self._engine) as connection:
            cursor = connection.cursor()
            cursor.execute("BEGIN IMMEDIATE")
            try:
                for write in self._waiting():
                    batch.append(write)
                    write.result = write.what(cursor.execute)
                cursor.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:  # SQLite may have rolled back already
                    cursor.execute("ROLLBACK")
                raise


@contextmanager
def raw_connection(engine: Engine) -> Iterator[Any]:
    """Yield a raw ``sqlite3`` connection; its errors are raised as SQLAlchemy errors."""
    try:
        pooled = engine.raw_connection()
        try:
            yield pooled.driver_connection
        finally:
            pooled.close()
    except sqlite3.Error as error:
        raise operational_error(engine, error) from error


def operational_error(engine: Engine, error: sqlite3.Error) -> OperationalError:
    """Convert an SQLite error to SQLAlchemy's, and report a full disk as such.

    SQLite reports an I/O error if there is no room for the files beside the database.
    """
    file = engine.url.database
    in_vain = getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_IOERR
    if in_vain and file and shutil.disk_usage(Path(file).parent).free < NO_ROOM:
        error = sqlite3.OperationalError("database or disk is full")
    return OperationalError("writing to SQLite", None, error)


class Pipeline(GroupCommit[tuple[str, Row]]):
    """Statements for PostgreSQL, sent without waiting for each result.

    Each has ``?`` for values. ``engine`` has autocommit connections; statements that are sent
    together form one transaction.
    """

    def fetch(self, statement: str, values: Row) -> Any:
        try:
            with self._connection() as connection:
                return connection.execute(for_psycopg(statement), values).fetchone()
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self._connection() as connection:  # PostgreSQL restarted since the last query
            return connection.execute(for_psycopg(statement), values).fetchone()

    def _commit(self, batch: list[_Write[tuple[str, Row]]]) -> None:
        batch += self._waiting()
        try:
            self._send(batch)
        except DBAPIError as error:
            if len(batch) == 1 or error.connection_invalidated:
                raise
            for write in batch:  # one failing write must not affect the others
                try:
                    self._send([write])
                except DBAPIError as its_own:
                    write.error = its_own

    def _send(self, batch: list[_Write[tuple[str, Row]]]) -> None:
        with (
            self._connection() as connection,
            connection.pipeline() if len(batch) > 1 else nullcontext(),
        ):
            cursors = [
                connection.execute(for_psycopg(statement), values)
                for statement, values in (write.what for write in batch)
            ]
        for write, cursor in zip(batch, cursors, strict=True):
            write.result = cursor.fetchone()

    @contextmanager
    def _connection(self) -> Iterator[Any]:
        """Yield a raw psycopg connection; its errors are raised as SQLAlchemy errors."""
        base = self._engine.dialect.loaded_dbapi.Error
        away = True
        try:
            pooled = self._engine.raw_connection()
            connection: Any = pooled.driver_connection
            try:
                yield connection
            except base as error:
                away = connection.closed
                pooled.invalidate(
                    error
                )  # the server lost the prepared statements of a broken pipeline
                raise
            finally:
                pooled.close()
        except base as error:
            raise DBAPIError.instance(
                "plain SQL", None, error, base, connection_invalidated=away
            ) from error


@cache
def for_psycopg(statement: str) -> str:
    return statement.replace("?", "%s")

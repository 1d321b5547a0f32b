"""Small writes to SQLite that go onto the disk together.

A commit waits for the disk, and only one can be made at a time. So whoever wants to write queues
up, and whoever comes first writes for all who wait: one commit for all of them. Each returns when
its write is on the disk.
"""

import sqlite3
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine
from sqlalchemy.exc import OperationalError

Execute = Callable[[str, tuple[Any, ...]], int]
"""Carries out a statement; how many rows it changed."""


@dataclass(eq=False, slots=True)
class _Write:
    do: Callable[[Execute], bool]
    done: bool = False
    result: bool = False
    error: Exception | None = None


class Commits:
    """Where those who write queue up. The lock is that of all writers of this process."""

    def __init__(self, engine: Engine, turn: threading.Lock) -> None:
        self._engine = engine
        self._turn = turn
        self._queue: deque[_Write] = deque()
        self.commits = 0
        """How often the disk was waited for."""

    def write(self, do: Callable[[Execute], bool]) -> bool:
        """Write, and wait until it is on the disk; ``do`` says whether it wrote anything.

        What it writes must be right by itself: others' writes may be kept or lost with it.
        """
        mine = _Write(do)
        self._queue.append(mine)
        with self._turn:
            if not mine.done:
                self._write_all()
        if mine.error is not None:
            raise OperationalError("writing to SQLite", None, mine.error) from mine.error
        return mine.result

    def _write_all(self) -> None:
        batch = []
        try:
            pooled = self._engine.raw_connection()
            try:
                cursor = pooled.cursor()
                cursor.execute("BEGIN IMMEDIATE")
                try:
                    while self._queue:
                        batch.append(write := self._queue.popleft())
                        write.result = write.do(lambda *said: cursor.execute(*said).rowcount)
                    cursor.execute("COMMIT")
                except BaseException:
                    if pooled.in_transaction:  # SQLite may have taken it back already
                        cursor.execute("ROLLBACK")
                    raise
                self.commits += 1
            finally:
                pooled.close()
        except (sqlite3.Error, OSError) as error:
            for write in (*batch, *self._drain()):
                write.error = error
        finally:
            for write in batch:
                write.done = True

    def _drain(self) -> list[_Write]:
        """Those who came too late for a batch that failed: another try would wait as long."""
        late = []
        while self._queue:
            late.append(self._queue.popleft())
            late[-1].done = True
        return late

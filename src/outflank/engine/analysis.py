"""A background analysis that yields improving results."""

import queue
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Self

from outflank.board import Board
from outflank.engine.limit import Limit
from outflank.engine.result import Result

if TYPE_CHECKING:
    from outflank.engine.engine import Engine

Results = tuple[Result, ...]


class Analysis(Iterator[Results]):
    """Improving results of a search; ends at its limit, or when stopped from any thread.

    Use it in a ``for`` loop. ``stop()`` ends it immediately, and so does leaving a ``with`` block.
    """

    def __init__(self, engine: "Engine", board: Board, limit: Limit, lines: int) -> None:
        self._engine = engine
        self._stopped = threading.Event()
        self._news: queue.SimpleQueue[Results | BaseException | None] = queue.SimpleQueue()
        self._over = False
        self.results: Results = ()
        self._thread = threading.Thread(
            target=self._run, args=(board, limit, lines), name="outflank-analysis", daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Stop the analysis; the best results so far stay in ``results``."""
        self._stopped.set()
        self._engine.stop_one(self)

    def __next__(self) -> Results:
        if self._over:
            raise StopIteration
        news = self._news.get()
        if isinstance(news, tuple):
            self.results = news
            return news
        self._over = True
        self._thread.join()
        if news is not None:
            raise news
        raise StopIteration

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._thread.join()

    def _run(self, board: Board, limit: Limit, lines: int) -> None:
        def report(results: Sequence[Result]) -> bool:
            self._news.put(tuple(results))
            return not self._stopped.is_set()

        try:
            self._engine.analyze(board, limit, lines=lines, progress=report, owner=self)
        except BaseException as error:  # noqa: BLE001 — raised again in the consumer
            self._news.put(error)
        else:
            self._news.put(None)

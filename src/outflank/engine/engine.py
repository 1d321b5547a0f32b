"""The engine: chooses moves, analyzes positions and solves endgames exactly."""

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from outflank import _native
from outflank.board import Board
from outflank.board.guesses import Guess
from outflank.engine.analysis import Analysis
from outflank.engine.errors import CannotThink
from outflank.engine.limit import Limit
from outflank.engine.native import (
    NATIVE_SIZE,
    native_limit,
    native_position,
    refuse_without_move,
    result_of,
)
from outflank.engine.result import Result
from outflank.engine.weights import default
from outflank.translation import _

Weights = _native.Weights
"""The evaluation weights, as loaded by `outflank.engine.weights`."""

Progress = Callable[[Sequence[Result]], bool]
"""Called with each improved list of results; returns False to stop."""

DEFAULT_LIMIT = Limit(seconds=1)
NO_LIMIT = Limit()
DEFAULT_MEMORY_MB = 64


class Engine:
    """A search engine with a transposition table, which is kept until ``clear()``.

    >>> engine = Engine()
    >>> result = engine.choose(Board(), Limit(depth=4))
    >>> result.exact, result.depth
    (False, 4)
    >>> engine.solve(Board(4)).score
    -10

    Several threads may share an engine; their searches run one after the other.
    """

    def __init__(
        self,
        *,
        threads: int = 1,
        memory: int = DEFAULT_MEMORY_MB,
        weights: Weights | None = None,
        techniques: _native.Techniques | None = None,
    ) -> None:
        if not 1 <= threads <= 256:
            raise CannotThink(
                _(
                    "threads must be from 1 to 256, not {number}; this machine has {processors}.",
                    number=threads,
                    processors=os.cpu_count(),
                )
            )
        if not 1 <= memory <= 2**20:
            raise CannotThink(
                _("memory must be from 1 to {most} MB, not {number}.", most=2**20, number=memory)
            )
        if weights is None:
            weights = default()
        self._native = _native.SearchEngine(
            threads, memory, techniques or _native.Techniques(), weights
        )
        self._memory = memory
        self._wide: _native.WideEngine | None = None  # created on first use
        self._lock = threading.Lock()
        self._running: dict[_native.Stop, object] = {}  # with the owner of each search

    def choose(self, board: Board, limit: Limit = DEFAULT_LIMIT) -> Result:
        """Return the best move."""
        return self.analyze(board, limit, lines=1)[0]

    def analyze(
        self,
        board: Board,
        limit: Limit = DEFAULT_LIMIT,
        *,
        lines: int | None = None,
        progress: Progress | None = None,
        owner: object = None,
    ) -> tuple[Result, ...]:
        """Return all moves, or the best ``lines`` moves, best first.

        ``progress`` is called with every better result.
        ``owner`` identifies the caller, so that ``stop_one`` can stop only its searches.
        """
        if not isinstance(board, Board):
            raise TypeError(f"the engine takes a Board; got {board!r}. A game has game.board")
        if not isinstance(limit, Limit):
            raise TypeError(
                f"a limit is Limit(seconds=1), Limit(depth=8) or Limit(nodes=10_000); got {limit!r}"
            )
        refuse_without_move(board)
        lines = max(1, len(board.legal_moves)) if lines is None else lines
        if lines < 1:
            raise CannotThink(_("lines must be 1 or more, not {number}.", number=lines))

        def report(found: Sequence[_native.SearchResult]) -> bool:
            assert progress is not None
            return progress(tuple(result_of(each, board.size) for each in found))

        told = None if progress is None else report
        with self._stop_flag(owner) as stop:
            if board.size > NATIVE_SIZE:
                found = self._wide_engine().analyse(board, native_limit(limit), lines, stop, told)
            else:
                found = self._native.analyse(
                    *native_position(board), native_limit(limit), lines, stop, told
                )
        return tuple(result_of(each, board.size) for each in found)

    def analysis(self, board: Board, limit: Limit = NO_LIMIT, *, lines: int = 1) -> Analysis:
        """Return improving results, until the limit or until stopped.

        >>> for results in Engine().analysis(Board(), Limit(depth=2)):
        ...     print(results[0].depth)
        1
        2
        """
        return Analysis(self, board, limit, lines)

    def solve(self, board: Board, *, progress: Progress | None = None) -> Result:
        """Return the best move with perfect play, its exact score and the full line."""
        return self.analyze(board, NO_LIMIT, progress=progress, lines=1)[0]

    def solve_all(self, board: Board, *, progress: Progress | None = None) -> tuple[Result, ...]:
        """Return every legal move with its exact score, best first."""
        return self.analyze(board, NO_LIMIT, progress=progress)

    analyse = Guess("engine.analyze(board), or engine.analyze(board, lines=1) for the best move")
    search = best_move = get_move = play = Guess("engine.choose(board, Limit(seconds=1)).move")
    evaluate = Guess("engine.choose(board, Limit(depth=1)).score")

    def stop(self) -> None:
        """Stop all searches of this engine from any thread; each returns its best result."""
        with self._lock:
            for stop in self._running:
                stop.set()

    def stop_one(self, owner: object) -> None:
        """Stop the searches of ``owner``."""
        with self._lock:
            for stop, asked_by in self._running.items():
                if asked_by is owner:
                    stop.set()

    def clear(self) -> None:
        """Clear the transposition table."""
        self._native.clear()
        if self._wide is not None:
            self._wide.clear()

    def _wide_engine(self) -> _native.WideEngine:
        with self._lock:
            if self._wide is None:
                self._wide = _native.WideEngine(self._memory)
            return self._wide

    @contextmanager
    def _stop_flag(self, owner: object) -> Iterator[_native.Stop]:
        stop = _native.Stop()
        with self._lock:
            self._running[stop] = owner
        try:
            yield stop
        finally:
            with self._lock:
                del self._running[stop]

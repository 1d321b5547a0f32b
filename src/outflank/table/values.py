"""What every legal move is worth, refined in the background while a screen shows it."""

import threading
from collections.abc import Callable, Iterator
from functools import cache
from typing import Protocol, TypeAlias

from outflank.board import Board, square_name
from outflank.book import default_book
from outflank.engine import ENGINE_SIZES, Engine, Limit, Result
from outflank.review.hints import HINT_DEPTH, TRUTH_EMPTIES, Hints, hints_of

LINE_MOVES = 8  # of the best line that a panel shows


class Analysing(Protocol):
    """Ever better results that end when told to, such as ``engine.Analysis``."""

    def __iter__(self) -> Iterator[tuple[Result, ...]]:
        """Read the results as they come."""

    def stop(self) -> None:
        """End at once, from any thread."""


Analyse: TypeAlias = Callable[[Board], Analysing]


def analyse_all_moves(board: Board) -> Analysing:
    """Look every legal move up in the opening book, or let the engine look, to the end near it."""
    if known := default_book().results(board):
        return _Known(known)
    limit = Limit(depth=HINT_DEPTH, exact_from=TRUTH_EMPTIES)
    return _engine().analysis(board, limit, lines=len(board.legal_moves))


class _Known:
    """Results that need no time."""

    def __init__(self, results: tuple[Result, ...]) -> None:
        self._results = results

    def __iter__(self) -> Iterator[tuple[Result, ...]]:
        yield self._results

    def stop(self) -> None:
        """There is nothing to end."""


@cache
def _engine() -> Engine:
    return Engine(hash_mb=32)


class LiveValues:
    """Follows one position at a time; ``report`` is called in the background."""

    def __init__(self, report: Callable[[Board, Hints], None], analyse: Analyse) -> None:
        self._report = report
        self._analyse = analyse
        self._task: _Task | None = None

    @property
    def board(self) -> Board | None:
        """The position that is looked at."""
        return None if self._task is None else self._task.board

    def follow(self, board: Board | None) -> bool:
        """Look at a position, or at none; whether that is another one than before."""
        if board == self.board:
            return False
        if self._task is not None:
            self._task.stop()
            self._task = None
        if board is not None:
            self._task = _Task(board, self._report, self._analyse)
        return True


class _Task:
    """One position being looked at, in a thread of its own: reading the weights takes time too."""

    def __init__(
        self, board: Board, report: Callable[[Board, Hints], None], analyse: Analyse
    ) -> None:
        self.board = board
        self._report = report
        self._analyse = analyse
        self._lock = threading.Lock()
        self._stopped = False
        self._analysis: Analysing | None = None
        threading.Thread(target=self._run, name="move values", daemon=True).start()

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            analysis = self._analysis
        if analysis is not None:
            analysis.stop()

    def _run(self) -> None:
        analysis = self._analyse(self.board)
        with self._lock:
            self._analysis = analysis
            stopped = self._stopped
        if stopped:
            analysis.stop()
        for results in analysis:
            if self._stopped:
                return
            self._report(self.board, hints_of(results))


def can_be_valued(board: Board) -> bool:
    """Whether the engine knows boards of this size and there is a move to value."""
    return board.size in ENGINE_SIZES and bool(board.legal_moves)


def best_line(values: Hints, size: int) -> str:
    """How good the best move is and what follows, in a line.

    >>> from outflank.review.hints import Hint
    >>> best_line({37: Hint(37, 4, True, True, 9, (37, 43))}, 8)
    'f5 +4 exactly: f5 d6'
    """
    best = next(iter(values.values()))
    moves = " ".join(square_name(square, size) for square in best.line[:LINE_MOVES])
    how = "exactly" if best.exact else "by the book" if best.book else f"at depth {best.depth}"
    return f"{square_name(best.move, size)} {best.score:+d} {how}: {moves}"

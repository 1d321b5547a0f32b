"""Values of positions and moves, from the opening book or the engine, at a named effort.

Everything that shows a value uses this module: live values, hints, reviews, practice, the web,
``hint``.
"""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Literal, Protocol, TypeAlias

from outflank.board import Board, Square, square_name
from outflank.book import default_book
from outflank.engine import Analysis, CannotThink, Engine, Limit, Result
from outflank.study.words import worth
from outflank.translation import N_, _

DEFAULT_DEPTH = 12
DEFAULT_EXACT_FROM = 18  # empties that the engine solves in a fraction of a second
EXACT_FOR_ALL = 16  # empties from which all moves are solved within a second or two
LINE_MOVES = 8  # moves of the best line that a panel shows


# --- Efforts -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effort:
    """The effort of a search: its depth, and the number of empties from which it solves."""

    depth: int = DEFAULT_DEPTH
    exact_from: int = DEFAULT_EXACT_FROM

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= 60 or not 0 <= self.exact_from <= 60:
            raise CannotThink(
                _(
                    "The depth of a review must be 1 to 60 plies, and its exact endgame 0"
                    " to 60 empty squares. Got {depth} and {exact_from}.",
                    depth=self.depth,
                    exact_from=self.exact_from,
                )
            )

    @property
    def limit(self) -> Limit:
        return self.within(None)

    def within(self, seconds: float | None) -> Limit:
        return Limit(seconds=seconds, depth=self.depth, exact_from=self.exact_from)

    def one_less(self) -> "Effort":
        """Return the effort after one move, so that both searches see equally far."""
        return Effort(max(1, self.depth - 1), max(0, self.exact_from - 1))


GLANCE = Effort(2, EXACT_FOR_ALL)  # immediate
LOOK = Effort(6, EXACT_FOR_ALL)
SCREEN = Effort(10, EXACT_FOR_ALL)
"""For interactive use: reviews a whole game in a few seconds."""
HINT = Effort(14, EXACT_FOR_ALL)  # for hints and the values on a board
DEEP = Effort()  # for reviews on the command line

EffortName = Literal["glance", "look", "screen", "hint"]
EFFORTS: dict[EffortName, Effort] = {"glance": GLANCE, "look": LOOK, "screen": SCREEN, "hint": HINT}
"""The efforts of repeated requests for values, each deeper than the last."""


def deeper(effort: EffortName, values: "MoveValues") -> EffortName | None:
    """Return the next higher effort; None if the values would not improve."""
    if all(value.exact or value.book for value in values.values()):
        return None
    names = list(EFFORTS)
    at = names.index(effort) + 1
    return names[at] if at < len(names) else None


# --- Values of moves -----------------------------------------------------------------------------


class Fate(Enum):
    """The result of a move with perfect play."""

    WON = N_("won")
    DRAWN = N_("drawn")
    LOST = N_("lost")


@dataclass(frozen=True, slots=True)
class MoveValue:
    """The value of a move, in discs for the side to move."""

    move: Square
    score: int
    exact: bool
    best: bool  # no other move scores higher
    depth: int
    line: tuple[Square, ...]
    book: bool = False  # from the opening book

    @property
    def fate(self) -> Fate | None:
        """Won, drawn or lost, if proven."""
        if not self.exact:
            return None
        return Fate.WON if self.score > 0 else Fate.LOST if self.score < 0 else Fate.DRAWN

    @property
    def text(self) -> str:
        """The number on the square; exact values are framed."""
        return f"[{worth(self.score)}]" if self.exact else worth(self.score)


MoveValues: TypeAlias = dict[Square, MoveValue]  # the moves of a position, best first


@cache
def shared_engine() -> Engine:
    """Return the engine that all studies in this process share, created on first use."""
    return Engine(memory=32)


AcquireEngine: TypeAlias = Callable[[], AbstractContextManager[Engine]]
"""Acquires an engine; on a busy server this waits or fails."""


def acquire_shared_engine() -> AbstractContextManager[Engine]:
    """Acquire the shared engine without waiting; it runs one search at a time."""
    return nullcontext(shared_engine())


class ValueSearch:
    """An iterator over improving values of all moves; ``stop`` ends it from any thread.

    Book values come first and are final; otherwise the engine searches up to its limit. Every legal
    move is included unless ``lines`` limits the number.
    """

    def __init__(
        self,
        board: Board,
        limit: Limit = HINT.limit,
        *,
        lines: int | None = None,
        book: bool = True,
        acquire: AcquireEngine = acquire_shared_engine,
    ) -> None:
        self._board = board
        self._limit = limit
        self._lines = lines
        self._book = book
        self._acquire = acquire
        self.results: tuple[Result, ...] = ()  # the latest values
        self._lock = threading.Lock()
        self._stopped = False
        self._analysis: Analysis | None = None

    def __iter__(self) -> Iterator[MoveValues]:
        board = self._board
        if not board.legal_moves:
            return
        lines = len(board.legal_moves) if self._lines is None else self._lines
        if self._book and (known := default_book().results(board)):
            self.results = known[:lines]
            yield values_of(self.results)
            return
        with self._acquire() as engine:
            with self._lock:
                if self._stopped:
                    return
                self._analysis = engine.analysis(board, self._limit, lines=lines)
            with self._analysis as analysis:
                for self.results in analysis:
                    if self._stopped:
                        return
                    yield values_of(self.results)

    def wait(self) -> MoveValues:
        """Return the final values."""
        for _values in self:
            pass
        return values_of(self.results)

    def stop(self) -> None:
        with self._lock:
            self._stopped = True
            if self._analysis is not None:
                self._analysis.stop()


def move_values(
    board: Board,
    effort: Effort = HINT,
    *,
    seconds: float | None = None,
    lines: int | None = None,
    acquire: AcquireEngine = acquire_shared_engine,
) -> MoveValues:
    """Return the final values of all moves, or of the best ``lines``."""
    if not board.legal_moves:
        return {}
    if known := default_book().results(board):
        return values_of(known[:lines])
    with acquire() as engine:
        most = len(board.legal_moves) if lines is None else lines
        return values_of(engine.analyze(board, effort.within(seconds), lines=most))


def values_of(results: Sequence[Result]) -> MoveValues:
    top = max((result.score for result in results), default=0)
    return {
        int(result.move): MoveValue(
            int(result.move),
            result.score,
            result.exact,
            result.score == top,
            result.depth,
            result.line,
            result.book,
        )
        for result in sorted(results, key=lambda result: -result.score)
    }


def best_line(values: MoveValues, size: int) -> str:
    """Return the value and continuation of the best move in one line.

    >>> best_line({37: MoveValue(37, 4, True, True, 9, (37, 43))}, 8)
    'f5 +4 (exact): f5 d6'
    """
    best = next(iter(values.values()))
    moves = " ".join(square_name(square, size) for square in best.line[:LINE_MOVES])
    names = {"move": square_name(best.move, size), "score": worth(best.score), "line": moves}
    if best.exact:
        return _("{move} {score} (exact): {line}", **names)
    if best.book:
        return _("{move} {score} (opening book): {line}", **names)
    return _("{move} {score} (depth {depth}): {line}", depth=best.depth, **names)


# --- Values of positions, for reviews ------------------------------------------------------------


class Analyst(Protocol):
    """A source of evaluations: ``outflank.engine.Engine``, or a stub in tests."""

    def analyze(self, board: Board, limit: Limit, *, lines: int = 1) -> Sequence[Result]:
        """Return the best moves, best first."""
        ...

    def clear(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position for the side to move, in discs."""

    score: int
    exact: bool
    move: Square | None = None  # the best move; None if there is no legal move
    line: tuple[Square, ...] = ()

    def turned(self) -> "Value":
        """Return the same value from the other side's view."""
        return Value(-self.score, self.exact, self.move, self.line)

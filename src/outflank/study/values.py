"""What positions and moves are worth: by the opening book, else by the engine, at a named effort.

Everything that shows a value asks here: live values, hints, reviews, practice, the web, ``hint``.
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
DEFAULT_EXACT_FROM = 18  # empties that the engine solves in well under a second
EXACT_FOR_ALL = 16  # empties from which all moves are solved within a second or two
LINE_MOVES = 8  # of the best line that a panel shows


# --- How hard to think ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think: plies ahead, and from how many empties to the very end."""

    depth: int = DEFAULT_DEPTH
    exact_from: int = DEFAULT_EXACT_FROM

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= 60 or not 0 <= self.exact_from <= 60:
            raise CannotThink(
                _(
                    "A review searches 1 to 60 plies deep and is exact from 0 to 60 empty squares. "
                    "Got {depth} and {exact_from}.",
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
        """For the position after a move, so that both ends of the comparison see equally far."""
        return Effort(max(1, self.depth - 1), self.exact_from)


GLANCE = Effort(2, EXACT_FOR_ALL)  # at once
LOOK = Effort(6, EXACT_FOR_ALL)
SCREEN = Effort(10, EXACT_FOR_ALL)
"""For people who wait: the review of a whole game in a few seconds."""
HINT = Effort(14, EXACT_FOR_ALL)  # as far as a hint and the values on a board look
DEEP = Effort()  # for the review of one's own on the command line

EffortName = Literal["glance", "look", "screen", "hint"]
EFFORTS: dict[EffortName, Effort] = {"glance": GLANCE, "look": LOOK, "screen": SCREEN, "hint": HINT}
"""The efforts of values that are asked for again and again, each deeper than the one before."""


def deeper(effort: EffortName, values: "MoveValues") -> EffortName | None:
    """The next effort worth asking for; None where the values will not get better."""
    if all(value.exact or value.book for value in values.values()):
        return None
    names = list(EFFORTS)
    at = names.index(effort) + 1
    return names[at] if at < len(names) else None


# --- What the moves of a position are worth ------------------------------------------------------


class Fate(Enum):
    """How the game ends after a move, with perfect play."""

    WON = N_("won")
    DRAWN = N_("drawn")
    LOST = N_("lost")


@dataclass(frozen=True, slots=True)
class MoveValue:
    """What one move is worth, in discs from the view of the side to move."""

    move: Square
    score: int
    exact: bool
    best: bool  # whether no other move is worth more
    depth: int
    line: tuple[Square, ...]
    book: bool = False  # whether it was looked up in the opening book

    @property
    def fate(self) -> Fate | None:
        """Won, drawn or lost, where that is proven."""
        if not self.exact:
            return None
        return Fate.WON if self.score > 0 else Fate.LOST if self.score < 0 else Fate.DRAWN

    @property
    def text(self) -> str:
        """The number on the square: an exact one is framed, so that it looks different."""
        return f"[{worth(self.score)}]" if self.exact else worth(self.score)


MoveValues: TypeAlias = dict[Square, MoveValue]  # the moves of a position, best first


@cache
def shared_engine() -> Engine:
    """The one engine that all studying in this process uses, made when it is first needed."""
    return Engine(memory=32)


AcquireEngine: TypeAlias = Callable[[], AbstractContextManager[Engine]]
"""Acquires an engine; a busy server makes the caller wait, or refuses."""


def acquire_shared_engine() -> AbstractContextManager[Engine]:
    """The shared engine, without waiting; it runs its searches one after another."""
    return nullcontext(shared_engine())


class ValueSearch:
    """Ever better values of a position's moves; ``stop`` ends it immediately, from any thread.

    The book's come at once and are all there is; else the engine looks until its limit. Nothing
    comes where there is no move, and no move is left out unless only ``lines`` are wanted.
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
        self.results: tuple[Result, ...] = ()  # the best so far
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
        """The values when all thinking is done."""
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
    """What the moves are worth, or the best few of them, when all thinking is done."""
    return ValueSearch(board, effort.within(seconds), lines=lines, acquire=acquire).wait()


def values_of(results: Sequence[Result]) -> MoveValues:
    top = max((result.score for result in results), default=0)
    return {
        result.move: MoveValue(
            result.move,
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
    """How good the best move is and what follows, in a line.

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


# --- What a position is worth, for reviews -------------------------------------------------------


class Analyst(Protocol):
    """Whoever judges positions: ``outflank.engine.Engine``, or a stand-in in a test."""

    def analyse(self, board: Board, limit: Limit, *, lines: int = 1) -> Sequence[Result]:
        """The best moves, best first."""
        ...


@dataclass(frozen=True, slots=True)
class Value:
    """What a position is worth to the side to move, in discs."""

    score: int
    exact: bool
    move: Square | None = None  # the best move; None where there is none to make
    line: tuple[Square, ...] = ()

    def turned(self) -> "Value":
        """The same, from the other side's view."""
        return Value(-self.score, self.exact, self.move, self.line)

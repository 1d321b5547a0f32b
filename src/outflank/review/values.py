"""What positions and moves are worth, for all that reviews, hints and practice ask."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from outflank.board import Board, Square
from outflank.engine import CannotThink, Limit, Result

DEFAULT_DEPTH = 12
DEFAULT_EXACT_FROM = 18  # empties that the engine solves in well under a second


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
    move: Square | None = None
    """The best move; None where there is none to make."""
    line: tuple[Square, ...] = ()
    depth: int = 0

    def turned(self) -> "Value":
        """The same, from the other side's view."""
        return Value(-self.score, self.exact, self.move, self.line, self.depth)


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to think: plies ahead, and from how many empties to the very end."""

    depth: int = DEFAULT_DEPTH
    exact_from: int = DEFAULT_EXACT_FROM

    def __post_init__(self) -> None:
        if not 1 <= self.depth <= 60 or not 0 <= self.exact_from <= 60:
            raise CannotThink(
                "a review looks 1 to 60 plies ahead and is exact from 0 to 60 empties; "
                f"got {self.depth} and {self.exact_from}"
            )

    @property
    def limit(self) -> Limit:
        """As the engine takes it."""
        return Limit(depth=self.depth, exact_from=self.exact_from)

    def one_less(self) -> "Effort":
        """For the position after a move, so that both ends of the comparison see equally far."""
        return Effort(max(1, self.depth - 1), self.exact_from)


SCREEN_EFFORT = Effort(depth=10, exact_from=16)
"""For people who wait: a whole game in a few seconds."""


def value_of(analyst: Analyst, board: Board, effort: Effort) -> Value:
    """The value of a position, also where the game is over or a pass is due."""
    if board.is_over:
        return Value(board.score, exact=True)
    if board.must_pass:
        return value_of(analyst, board.pass_turn(), effort).turned()
    best = analyst.analyse(board, effort.limit)[0]
    return Value(best.score, best.exact, best.move, best.line, best.depth)


def value_after(analyst: Analyst, board: Board, move: Square, effort: Effort) -> Value:
    """The value of a move to the side that makes it; ``move`` in it is the best answer."""
    return value_of(analyst, board.play(move), effort.one_less()).turned()


def values_of_moves(analyst: Analyst, board: Board, effort: Effort) -> dict[Square, Value]:
    """The value of every legal move, best first."""
    if not board.legal_moves:
        return {}
    results = analyst.analyse(board, effort.limit, lines=len(board.legal_moves))
    return {
        result.move: Value(result.score, result.exact, result.move, result.line, result.depth)
        for result in results
    }

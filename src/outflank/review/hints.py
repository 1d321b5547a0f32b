"""Hints for every screen: the value of each legal move, refined while one watches."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from threading import Event

from outflank.board import Board, Square
from outflank.book import default_book
from outflank.engine import Engine, Limit, Result

TRUTH_EMPTIES = 16  # empties from which all moves are solved within a second or two
HINT_DEPTH = 14


class Fate(Enum):
    """How the game ends after a move, with perfect play."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"

    @property
    def mark(self) -> str:
        """A sign with a shape of its own, for those who do not see the colours."""
        return {Fate.WON: "+", Fate.DRAWN: "=", Fate.LOST: "−"}[self]


@dataclass(frozen=True, slots=True)
class Hint:
    """What is known of one move, in discs from the view of the side to move."""

    move: Square
    score: int
    exact: bool
    best: bool
    """Whether no other move is worth more."""
    depth: int
    line: tuple[Square, ...]
    book: bool = False
    """Whether it was looked up in the opening book."""

    @property
    def fate(self) -> Fate | None:
        """Won, drawn or lost, where that is proven."""
        if not self.exact:
            return None
        return Fate.WON if self.score > 0 else Fate.LOST if self.score < 0 else Fate.DRAWN

    @property
    def text(self) -> str:
        """The number on the square: an exact one is framed, so that it looks different."""
        return f"[{self.score:+d}]" if self.exact else f"{self.score:+d}"


Hints = dict[Square, Hint]
"""The moves of a position, best first."""


def hints(
    engine: Engine, board: Board, limit: Limit | None = None, stop: Event | None = None
) -> Iterator[Hints]:
    """Ever better values of all legal moves; ends when they are exact, at the limit, or stopped.

    Nothing comes where there is no move. No move is left out, however bad it looks. A position of
    the opening book is looked up, unless a limit says how far to look.
    """
    if not board.legal_moves:
        return
    if limit is None and (known := default_book().results(board)):
        yield hints_of(known)
        return
    limit = limit or Limit(depth=HINT_DEPTH, exact_from=TRUTH_EMPTIES)
    with engine.analysis(board, limit, lines=len(board.legal_moves)) as analysis:
        for results in analysis:
            yield hints_of(results)
            if stop is not None and stop.is_set():
                return


def hints_of(results: tuple[Result, ...]) -> Hints:
    """The engine's results as hints."""
    top = max(result.score for result in results)
    ordered = sorted(results, key=lambda result: -result.score)
    return {
        result.move: Hint(
            result.move,
            result.score,
            result.exact,
            result.score == top,
            result.depth,
            result.line,
            result.book,
        )
        for result in ordered
    }


def truth(engine: Engine, board: Board) -> Hints:
    """Every legal move solved to the end, in positions with few enough empties; else nothing."""
    if len(board.empties) > TRUTH_EMPTIES or not board.legal_moves:
        return {}
    return hints_of(engine.solve_all(board))

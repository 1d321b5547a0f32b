"""The thinker behind our side of a protocol: a player or the engine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from threading import Event, Thread
from typing import Protocol

from outflank.board import SIZES, Board, Square
from outflank.book import Book
from outflank.engine import Analysis, Engine, Limit, Result
from outflank.engine.clock import Settling

DEFAULT_DEPTH = 12
EXACT_BEYOND = 6  # solve endgames with up to this many empties more than the depth


@dataclass(frozen=True, slots=True)
class EngineThought:
    """An opinion about a move: its line, and its value if there is one."""

    line: tuple[Square, ...]
    value: float | None = None  # discs, for the side to move
    depth: int = 0
    exact: bool = False
    nodes: int = 0
    seconds: float = 0.0
    book: bool = False  # True if it is from the opening book

    @property
    def move(self) -> Square:
        return self.line[0]


@dataclass(frozen=True, slots=True)
class ThinkingBudget:
    """The limits for one move; None is unlimited."""

    depth: int | None = None
    seconds: float | None = None
    """A share of a clock; time that an easy move does not need is left for others."""


class Answerer(Protocol):
    """Analyzes positions and yields opinions."""

    @property
    def name(self) -> str: ...

    def think(
        self, board: Board, budget: ThinkingBudget, lines: int, stop: Event
    ) -> Iterator[Sequence[EngineThought]]:
        """Yield improving opinions on the best moves, best first, until the budget or ``stop``.

        Called only if there is a legal move. The first opinion is yielded even if already stopped.
        """
        ...

    def opening(self, board: Board, budget: ThinkingBudget) -> EngineThought | None:
        """Return a book move, if there is one; called before ``think`` when it is to play."""
        ...

    def clear(self) -> None:
        """Clear what was learned from earlier positions."""
        ...


class Chooser(Protocol):
    """Anything that chooses a square, such as a player of the catalogue."""

    def choose(self, board: Board) -> Square: ...


class PlayerAnswerer:
    """A player as an answerer: returns its move without a value."""

    def __init__(self, player: Chooser, name: str) -> None:
        self.player = player
        self.name = name
        self.sizes = tuple(getattr(player, "SIZES", SIZES))

    def think(
        self, board: Board, budget: ThinkingBudget, lines: int, stop: Event
    ) -> Iterator[Sequence[EngineThought]]:
        yield [EngineThought((board.square(self.player.choose(board)),))]

    def opening(self, board: Board, budget: ThinkingBudget) -> EngineThought | None:
        """Return None: players use their own books."""
        return None

    def clear(self) -> None:
        """Do nothing: players keep no state."""


class EngineAnswerer:
    """The engine as an answerer: iterative deepening with values and lines.

    With a book, it looks up positions first and plays one of the book's best moves at random.
    """

    name = "engine"

    def __init__(
        self, engine: Engine, *, book: Book | None = None, seed: int | None = None
    ) -> None:
        self.engine = engine
        self.book = book
        self._random = Random(seed)

    def think(
        self, board: Board, budget: ThinkingBudget, lines: int, stop: Event
    ) -> Iterator[Sequence[EngineThought]]:
        known = () if self.book is None else self.book.results(board)[:lines]
        if known and known[0].depth >= (budget.depth or 0):
            yield [_thought(result) for result in known]
            return
        if budget.seconds is not None and budget.depth is None:
            limit = Limit(seconds=budget.seconds)
        else:
            depth = min(60, budget.depth or DEFAULT_DEPTH)
            exact_from = min(60, depth + EXACT_BEYOND)
            limit = Limit(seconds=budget.seconds, depth=depth, exact_from=exact_from)
        with self.engine.analysis(board, limit, lines=lines) as analysis:
            finished = Event()
            watcher = Thread(target=_stop_when, args=(stop, finished, analysis), daemon=True)
            watcher.start()
            moves = len(board.legal_moves)
            settled = None if budget.seconds is None else Settling(budget.seconds, moves)
            try:
                for results in analysis:
                    yield [_thought(result) for result in results]
                    if settled is not None and settled(results):
                        break
            finally:
                finished.set()
                watcher.join()

    def opening(self, board: Board, budget: ThinkingBudget) -> EngineThought | None:
        """Return a book move if its search depth is sufficient."""
        if self.book is None:
            return None
        known = self.book.choose(board, self._random, depth=budget.depth or 0)
        return None if known is None else _thought(self.book.result(board, known))

    def clear(self) -> None:
        self.engine.clear()


def _thought(result: Result) -> EngineThought:
    return EngineThought(
        result.line or (result.move,),
        float(result.score),
        result.depth,
        result.exact,
        result.nodes,
        result.seconds,
        result.book,
    )


def _stop_when(stop: Event, finished: Event, analysis: Analysis) -> None:
    while not finished.is_set():
        if stop.wait(0.01):
            analysis.stop()
            return

"""What our side of a protocol needs of whoever thinks: a player, or the engine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from typing import Protocol

from outflank.board import Board, Square
from outflank.engine import Analysis, Engine, Limit, Result
from outflank.engine.clock import is_settled

DEFAULT_DEPTH = 12
EXACT_BEYOND = 6  # an endgame is searched to the end from so many empties beyond the depth


@dataclass(frozen=True, slots=True)
class Thought:
    """What is thought of one move: the line that begins with it, and its value if there is one."""

    line: tuple[Square, ...]
    value: float | None = None
    """Discs, from the view of the side to move."""
    depth: int = 0
    exact: bool = False
    nodes: int = 0
    seconds: float = 0.0

    @property
    def move(self) -> Square:
        """The move itself."""
        return self.line[0]


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a thinker may think about one move; None leaves it open."""

    depth: int | None = None
    seconds: float | None = None
    """A share of a clock: what an easy move does not need is left for others."""


class Thinker(Protocol):
    """Somebody who thinks aloud."""

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    def think(
        self, board: Board, budget: Budget, lines: int, stop: Event
    ) -> Iterator[Sequence[Thought]]:
        """Ever better opinions on the best moves, best first, until the budget ends or ``stop``.

        Asked only where there is a legal move; the first opinion comes even when already stopped.
        """
        ...

    def clear(self) -> None:
        """Forget what was learnt from earlier positions."""
        ...


class Chooser(Protocol):
    """Anything that chooses a square: a player of the catalogue, or ten lines in a file."""

    def choose(self, board: Board) -> Square:
        """The square to play."""
        ...


class PlayerThinker:
    """A player as a thinker: it says its move and nothing about it."""

    def __init__(self, player: Chooser, name: str) -> None:
        self.player = player
        self.name = name

    def think(
        self, board: Board, budget: Budget, lines: int, stop: Event
    ) -> Iterator[Sequence[Thought]]:
        """One opinion: the move."""
        yield [Thought((self.player.choose(board),))]

    def clear(self) -> None:
        """Players keep nothing."""


class EngineThinker:
    """The engine as a thinker: ever deeper, with values and lines, stopped at once."""

    name = "engine"

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def think(
        self, board: Board, budget: Budget, lines: int, stop: Event
    ) -> Iterator[Sequence[Thought]]:
        """Opinions as the engine deepens."""
        if budget.seconds is None:
            depth = min(60, budget.depth or DEFAULT_DEPTH)
            limit = Limit(depth=depth, exact_from=min(60, depth + EXACT_BEYOND))
        else:
            limit = Limit(seconds=budget.seconds, depth=budget.depth)
        with self.engine.analysis(board, limit, lines=lines) as analysis:
            finished = Event()
            watcher = Thread(target=_stop_when, args=(stop, finished, analysis), daemon=True)
            watcher.start()
            history: list[Sequence[Result]] = []
            try:
                for results in analysis:
                    history.append(results)
                    yield [
                        Thought(
                            each.line or (each.move,),
                            float(each.score),
                            each.depth,
                            each.exact,
                            each.nodes,
                            each.seconds,
                        )
                        for each in results
                    ]
                    if budget.seconds is not None and is_settled(
                        history, budget.seconds, len(board.legal_moves)
                    ):
                        break
            finally:
                finished.set()
                watcher.join()

    def clear(self) -> None:
        """Empty the engine's table."""
        self.engine.clear()


def _stop_when(stop: Event, finished: Event, analysis: Analysis) -> None:
    while not finished.is_set():
        if stop.wait(0.01):
            analysis.stop()
            return

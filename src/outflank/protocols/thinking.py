"""What our side of a protocol needs of whoever thinks: a player, or the engine."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from threading import Event
from typing import Protocol

from outflank.board import Board, Square


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


def remaining_budget(seconds_left: float, empties: int) -> float:
    """How long to think about the next move with so much time for the rest of the game.

    Half of the empty squares are ours; a tenth is kept for what the clock does not see.
    """
    moves_left = max(2, (empties + 1) // 2)
    return max(0.02, 0.9 * seconds_left / moves_left)

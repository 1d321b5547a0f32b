"""What every legal move is worth, refined in the background while a screen shows it."""

import threading
from collections.abc import Callable, Iterator
from typing import Protocol, TypeAlias

from outflank.board import Board
from outflank.study import MoveValues


class Analysing(Protocol):
    """Ever better values that end when told to, such as ``study.Looking``."""

    def __iter__(self) -> Iterator[MoveValues]:
        """Read the values as they come."""

    def stop(self) -> None:
        """End at once, from any thread."""


Analyse: TypeAlias = Callable[[Board], Analysing]


class LiveValues:
    """Follows one position at a time; ``report`` is called in the background."""

    def __init__(self, report: Callable[[Board, MoveValues], None], analyse: Analyse) -> None:
        self._report = report
        self._analyse = analyse
        self.board: Board | None = None
        """The position that is looked at."""
        self._analysing: Analysing | None = None

    def follow(self, board: Board | None) -> bool:
        """Look at a position, or at none; whether that is another one than before."""
        if board == self.board:
            return False
        if self._analysing is not None:
            self._analysing.stop()
        self.board = board
        self._analysing = None if board is None else self._analyse(board)
        if board is not None:
            # In a thread of its own: reading the weights takes time too.
            threading.Thread(
                target=self._run, args=(board, self._analysing), name="move values", daemon=True
            ).start()
        return True

    def _run(self, board: Board, analysing: Analysing) -> None:
        for values in analysing:
            self._report(board, values)

"""Live values of all legal moves, refined in the background."""

import threading
from collections.abc import Callable, Iterator
from typing import Protocol, TypeAlias

from outflank.board import Board
from outflank.study.values import MoveValues


class ValueStream(Protocol):
    """An iterator over improving values, such as ``study.ValueSearch``."""

    def __iter__(self) -> Iterator[MoveValues]: ...

    def stop(self) -> None:
        """Stop immediately; may be called from any thread."""


StreamValues: TypeAlias = Callable[[Board], ValueStream]


class LiveValues:
    """Evaluate one position at a time; ``report`` is called in the background thread."""

    def __init__(self, report: Callable[[Board, MoveValues], None], stream: StreamValues) -> None:
        self._report = report
        self._stream = stream
        self.board: Board | None = None  # the position being analyzed
        self._current: ValueStream | None = None

    def follow(self, board: Board | None) -> bool:
        """Analyze this position, or stop for None; return True if it is a new one."""
        if board == self.board:
            return False
        if self._current is not None:
            self._current.stop()
        self.board = board
        self._current = None if board is None else self._stream(board)
        if board is not None:
            # Start the search in its own thread: loading the weights takes time, too.
            threading.Thread(
                target=self._run, args=(board, self._current), name="move values", daemon=True
            ).start()
        return True

    def _run(self, board: Board, stream: ValueStream) -> None:
        for values in stream:
            self._report(board, values)

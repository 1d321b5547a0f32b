"""Search during the opponent's turn.

The results are not reported; they remain in the transposition table for the next search.
"""

from threading import Event, Thread

from outflank.board import Board
from outflank.protocols.answering import Answerer, ThinkingBudget

FOR_EVER = ThinkingBudget(depth=60)


class Pondering:
    """A background search between our move and the host's next command."""

    def __init__(self, answerer: Answerer) -> None:
        self.answerer = answerer
        self._stop = Event()
        self._thinking: Thread | None = None

    def begin(self, board: Board) -> None:
        """Search the opponent's position, unless it has no choice."""
        if not board.legal_moves:
            return
        self._stop.clear()
        self._thinking = Thread(target=self._think, args=(board,), daemon=True)
        self._thinking.start()

    def end(self) -> None:
        """Stop immediately; the engine is free when this returns."""
        if self._thinking is not None:
            self._stop.set()
            self._thinking.join()
            self._thinking = None

    def _think(self, board: Board) -> None:
        for _ in self.answerer.think(board, FOR_EVER, 1, self._stop):
            pass

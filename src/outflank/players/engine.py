"""The engine as an opponent, at a level from a newcomer's to its full strength."""

from typing import ClassVar

from outflank.board import Board, Square
from outflank.engine import ENGINE_SIZES, LEVELS, Engine
from outflank.players.parameters import Parameter
from outflank.players.player import refuse_without_move


class EnginePlayer:
    """Searches ahead and solves the endgame; 20 levels from newcomer to full strength."""

    NAME: ClassVar = "engine"
    SIZES: ClassVar = ENGINE_SIZES
    PARAMETERS: ClassVar = (
        Parameter("level", 10, 1, len(LEVELS), "how far it sees, from 1 (newcomer) up"),
        Parameter("threads", 1, 1, 64, "processor cores it uses"),
        Parameter("memory", 64, 1, 65536, "megabytes to remember positions in"),
    )

    def __init__(self, *, level: int = 10, threads: int = 1, memory: int = 64) -> None:
        self._level = LEVELS[level - 1]
        self._threads = threads
        self._memory = memory
        self._engine: Engine | None = None  # its memory is taken when it first has to think
        self._stopped = False

    @property
    def description(self) -> str:
        """What it sees at its level."""
        return self._level.sentence

    def choose(self, board: Board) -> Square:
        """The best move it finds at its level."""
        refuse_without_move(board)
        self._stopped = False
        if self._engine is None:
            self._engine = Engine(threads=self._threads, hash_mb=self._memory)
        # Told to stop before its search began, it stops at the first answer.
        go_on = self._goes_on
        return self._engine.analyse(board, self._level.limit, progress=go_on)[0].move

    def stop(self) -> None:
        """End the thinking that is going on, from any thread; it answers with the best it has."""
        self._stopped = True
        if self._engine is not None:
            self._engine.stop()

    def _goes_on(self, results: object) -> bool:
        return not self._stopped

"""The engine as an opponent, at a level from a newcomer's to its full strength."""

from typing import ClassVar

from outflank.board import Board, Square
from outflank.engine import ENGINE_SIZES, LEVELS, Engine, Level, Limit
from outflank.engine.limit import DEEPEST
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
        Parameter("depth", 0, 0, DEEPEST, "moves it looks ahead, all the game; 0 is by level"),
        Parameter("nodes", 0, 0, 10**15, "positions it looks at for a move; 0 is no limit"),
        Parameter("seconds", 0.0, 0.0, 86400.0, "the longest a move takes; 0 is by level"),
    )

    def __init__(
        self,
        *,
        level: int = 10,
        threads: int = 1,
        memory: int = 64,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
    ) -> None:
        self._level = LEVELS[level - 1]
        self._own = Limit(depth=depth or None, nodes=nodes or None, seconds=seconds or None)
        self.limit = limit_of(self._level, self._own)
        self._threads = threads
        self._memory = memory
        self._engine: Engine | None = None  # its memory is taken when it first has to think
        self._stopped = False

    @property
    def description(self) -> str:
        """What it sees at its level, and what it was told besides."""
        own = self._own
        told = (
            own.depth and f"depth {own.depth} throughout",
            own.nodes and f"{own.nodes:,} positions a move at most",
            own.seconds and f"{own.seconds:g} s a move at most",
        )
        besides = ", ".join(part for part in told if part)
        if not besides:
            return self._level.sentence
        return besides if own.depth else f"level {self._level.number}, {besides}"

    def choose(self, board: Board) -> Square:
        """The best move it finds at its level."""
        refuse_without_move(board)
        self._stopped = False
        if self._engine is None:
            self._engine = Engine(threads=self._threads, hash_mb=self._memory)
        # Told to stop before its search began, it stops at the first answer.
        go_on = self._goes_on
        return self._engine.analyse(board, self.limit, progress=go_on)[0].move

    def stop(self) -> None:
        """End the thinking that is going on, from any thread; it answers with the best it has."""
        self._stopped = True
        if self._engine is not None:
            self._engine.stop()

    def _goes_on(self, results: object) -> bool:
        return not self._stopped


def limit_of(level: Level, own: Limit) -> Limit:
    """What bounds a move: the limits the player was given, and those of its level for the rest.

    A depth is all it looks ahead, in the endgame too. With a depth or a number of positions the
    level's time does not count, so that the same game comes out on a slow machine.
    """
    if own.depth is not None:
        return own
    seconds = level.seconds if own.seconds is None and own.nodes is None else own.seconds
    return Limit(seconds, level.depth, own.nodes, level.exact_from)

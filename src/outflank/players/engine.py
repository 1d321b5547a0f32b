"""The engine as an opponent, at a level from a newcomer's to its full strength."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

from outflank.board import Board, Square
from outflank.book import default_book
from outflank.engine import LEVELS, Engine, Level, Limit, Progress, Recipe, Result, Weights
from outflank.engine.clock import Settling, seconds_for_move
from outflank.engine.levels import USUAL_LEVEL
from outflank.engine.limit import DEEPEST
from outflank.engine.recipe import drawn_mistake
from outflank.game import TimeLeft
from outflank.players.parameters import FileParameter, InvalidSetting, Parameter
from outflank.players.player import refuse_without_move
from outflank.translation import N_, _

SHALLOW, SHALLOW_MEMORY = 6, 4  # moves ahead for which so many megabytes are plenty


class EnginePlayer:
    NAME: ClassVar = "engine"
    DESCRIPTION: ClassVar = N_("Searches ahead and solves the endgame, at 20 levels.")
    PARAMETERS: ClassVar = (
        Parameter(
            "level", USUAL_LEVEL, 1, len(LEVELS), N_("strength, from 1 (loses to anyone) to 20")
        ),
        Parameter("threads", 1, 1, 64, N_("threads that search")),
        Parameter("memory", 64, 1, 65536, N_("size of the transposition table in megabytes")),
        Parameter("depth", 0, 0, DEEPEST, N_("search depth in the whole game; 0: as the level")),
        Parameter("nodes", 0, 0, 10**15, N_("the most nodes per move; 0: no limit")),
        Parameter("seconds", 0.0, 0.0, 86400.0, N_("the most seconds per move; 0: as the level")),
        Parameter(
            "book",
            1,
            0,
            1,
            N_("opening book, from level 14 and without depth or nodes"),
            names=("off", "on"),
        ),
    )
    FILES: ClassVar = (FileParameter("weights", N_("a weights file of `outflank teach train`")),)

    def __init__(
        self,
        *,
        level: int = USUAL_LEVEL,
        threads: int = 1,
        memory: int = 64,
        depth: int = 0,
        nodes: int = 0,
        seconds: float = 0.0,
        book: int = 1,
        weights: str = "",
        seed: int | None = None,
    ) -> None:
        self._level = LEVELS[level - 1]
        self._own = Limit(depth=depth or None, nodes=nodes or None, seconds=seconds or None)
        self.limit = limit_of(self._level, self._own)
        self._random = Random(seed)  # for variety in the opening, and mistakes
        self._book_shut = self._level.knows_openings and not book
        bounded = self._own.depth is not None or self._own.nodes is not None
        self.uses_book = bool(book) and self._level.knows_openings and not bounded
        self._mistake = 0.0 if self._own.depth is not None else self._level.mistake
        self._threads = threads
        shallow = self.limit.depth is not None and self.limit.depth <= SHALLOW
        self._memory = min(memory, SHALLOW_MEMORY) if shallow else memory
        self._weights_file = weights
        self._weights = _read_weights(weights) if weights else None
        self._engine: Engine | None = None  # its memory is taken when it first has to think
        self._stopped = False

    @property
    def description(self) -> str:
        """Its level and its own settings."""
        own = self._own
        changed = (
            own.depth and _("depth {depth} in the whole game", depth=own.depth),
            own.nodes and _("at most {nodes:,} nodes per move", nodes=own.nodes),
            own.seconds and _("at most {seconds:g} s per move", seconds=own.seconds),
            self._book_shut and not own.depth and _("no opening book"),
            self._weights_file and _("weights of {file}", file=self._weights_file),
        )
        parts = [part for part in changed if part]
        if not parts:
            return self._level.sentence
        level = [] if own.depth else [_("level {number}", number=self._level.number)]
        return ", ".join(level + parts)

    def recipe(self, *, timed: bool) -> Recipe | None:
        """How to play as it does; None with a weights file of its own."""
        if self._weights_file:
            return None
        limit = self.limit
        if timed:  # a clock gives it seconds, which it may use as its own
            limit = limit_of(self._level, replace(self._own, seconds=limit.seconds))
        return Recipe(
            depth=limit.depth or DEEPEST,
            exact_from=limit.exact_from or 0,
            seconds=limit.seconds,
            nodes=limit.nodes,
            book_depth=self._level.depth if self.uses_book else None,
            mistake=self._mistake,
            timed=timed,
        )

    def limit_on(self, size: int) -> Limit:
        """The limit of a move on a board of this size."""
        return limit_of(self._level.on(size), self._own)

    def choose(self, board: Board) -> Square:
        """A move of the opening book, or the best it finds at its level, mistakes included."""
        return self._answer(board, self.limit_on(board.size), lambda _: True)

    def choose_in_time(self, board: Board, left: TimeLeft) -> Square:
        """The best move it finds in a fair share of the time left, at its level at most.

        An easy move gets less: it stops when the best one stands.
        """
        share = seconds_for_move(left.seconds, len(board.empties), left.increment)
        seconds = min(share, self.limit_on(board.size).seconds or share)
        limit = limit_of(self._level.on(board.size), replace(self._own, seconds=seconds))
        settled = Settling(seconds, len(board.legal_moves))
        return self._answer(board, limit, lambda results: not settled(results))

    def _answer(self, board: Board, limit: Limit, unsettled: Progress) -> Square:
        refuse_without_move(board)
        self._stopped = False
        if len(board.legal_moves) == 1:
            return next(iter(board.legal_moves))
        if self.uses_book:
            # A book that saw less far than the level does would make it weaker.
            known = default_book().choose(board, self._random, depth=self._level.depth)
            if known is not None:
                return known.move
        engine = self._loaded()

        def go_on(results: Sequence[Result]) -> bool:
            # If it is stopped before the search begins, it stops at the first answer.
            return not self._stopped and unsettled(results)

        if not self._mistake:
            return engine.analyse(board, limit, progress=go_on)[0].move
        lines = len(board.legal_moves)
        results = engine.analyse(board, limit, lines=lines, progress=go_on)
        scores = {result.move: result.score for result in results}
        return drawn_mistake(scores, self._mistake, self._random.random())

    def get_ready(self) -> None:
        """Take its memory and open its book now, before it has to think."""
        self._loaded()
        if self.uses_book:
            default_book()

    def _loaded(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(threads=self._threads, memory=self._memory, weights=self._weights)
        return self._engine

    def stop(self) -> None:
        """End the thinking that is going on, from any thread; it answers with the best it has."""
        self._stopped = True
        if self._engine is not None:
            self._engine.stop()


def _read_weights(name: str) -> Weights:
    from outflank.engine import weights  # imports numpy, which takes a while

    try:
        return weights.load(Path(name))
    except weights.InvalidWeights as error:
        raise InvalidSetting(f"weights: {error}") from None
    except OSError as error:
        raise InvalidSetting(
            "weights: " + _("{path} cannot be read: {error}", path=name, error=error.strerror)
        ) from None


def limit_of(level: Level, own: Limit) -> Limit:
    """The limit of a move: the player's own limits, and those of its level for the rest.

    A depth is all it looks ahead, in the endgame too, and then it makes no mistakes on purpose.
    With a depth or a number of positions the level's time does not count, so that the same game
    comes out on a slow machine. Full strength with a time or a number of positions uses all of
    it: its depth applies if neither is set.
    """
    if own.depth is not None:
        return own
    if level.number == LEVELS[-1].number and (own.seconds is not None or own.nodes is not None):
        return Limit(own.seconds, None, own.nodes, level.exact_from)
    seconds = level.seconds if own.seconds is None and own.nodes is None else own.seconds
    return Limit(seconds, level.depth, own.nodes, level.exact_from)

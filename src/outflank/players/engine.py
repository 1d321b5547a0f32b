"""The engine as an opponent, at any level from beginner to full strength."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import ClassVar

from outflank.board import Board, Square
from outflank.book import default_book
from outflank.engine import LEVELS, Engine, Level, Limit, Progress, Recipe, Result, Weights
from outflank.engine import weights as weights_files
from outflank.engine.clock import Settling, seconds_for_move
from outflank.engine.levels import USUAL_LEVEL
from outflank.engine.limit import DEEPEST
from outflank.engine.recipe import drawn_mistake
from outflank.game import TimeLeft
from outflank.openings.names import opening_slugs
from outflank.players.parameters import FileParameter, InvalidSetting, Parameter
from outflank.players.player import refuse_without_move
from outflank.translation import N_, _

SHALLOW, SHALLOW_MEMORY = 6, 4  # depth up to which this many megabytes are enough


OPENINGS = ("any", *opening_slugs())


class EnginePlayer:
    NAME: ClassVar = "engine"
    DESCRIPTION: ClassVar = N_("Searches ahead and solves the endgame, at 20 levels.")
    PARAMETERS: ClassVar = (
        Parameter(
            "level", USUAL_LEVEL, 1, len(LEVELS), N_("strength, from 1 (loses to anyone) to 20")
        ),
        Parameter("threads", 1, 1, 64, N_("number of search threads")),
        Parameter("memory", 64, 1, 65536, N_("size of the transposition table in megabytes")),
        Parameter("depth", 0, 0, DEEPEST, N_("search depth for the whole game; 0: from the level")),
        Parameter("nodes", 0, 0, 10**15, N_("maximum nodes per move; 0: no limit")),
        Parameter("seconds", 0.0, 0.0, 86400.0, N_("maximum seconds per move; 0: from the level")),
        Parameter(
            "book",
            1,
            0,
            1,
            N_("opening book, from level 14 and without depth or nodes"),
            names=("off", "on"),
        ),
        Parameter(
            "opening",
            0,
            0,
            len(OPENINGS) - 1,
            N_("opening to play while the opponent follows, such as tiger"),
            names=OPENINGS,
        ),
    )
    FILES: ClassVar = (FileParameter("weights", N_("a weights file from `outflank teach train`")),)

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
        opening: int = 0,
        weights: str = "",
        seed: int | None = None,
    ) -> None:
        self._level = LEVELS[level - 1]
        self._own = Limit(depth=depth or None, nodes=nodes or None, seconds=seconds or None)
        self.limit = limit_of(self._level, self._own)
        self._random = Random(seed)  # for variety in the opening, and for mistakes
        self._book_shut = self._level.knows_openings and not book
        bounded = self._own.depth is not None or self._own.nodes is not None
        self.uses_book = bool(book) and self._level.knows_openings and not bounded
        self._mistake = 0.0 if self._own.depth is not None else self._level.mistake
        self._opening = OPENINGS[opening] if opening else ""
        self._threads = threads
        shallow = self.limit.depth is not None and self.limit.depth <= SHALLOW
        self._memory = min(memory, SHALLOW_MEMORY) if shallow else memory
        self._weights_file = weights
        self._weights = _read_weights(weights) if weights else None
        self._engine: Engine | None = None  # created when first needed
        self._stopped = False

    @property
    def description(self) -> str:
        """The level and the settings that differ from it."""
        own = self._own
        changed = (
            own.depth and _("depth {depth} for the whole game", depth=own.depth),
            own.nodes and _("at most {nodes:,} nodes per move", nodes=own.nodes),
            own.seconds and _("at most {seconds:g} s per move", seconds=own.seconds),
            self._book_shut and not own.depth and _("no opening book"),
            self._opening and _("opening {name}", name=self._opening),
            self._weights_file and _("weights of {file}", file=self._weights_file),
        )
        parts = [part for part in changed if part]
        if not parts:
            return self._level.sentence
        level = [] if own.depth else [_("level {number}", number=self._level.number)]
        return ", ".join(level + parts)

    def recipe(self, *, timed: bool) -> Recipe | None:
        """Return the recipe of this player's moves after its opening; None with custom weights."""
        if self._weights_file:
            return None
        limit = self.limit
        if timed:  # seconds from a clock count as the player's own limit
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
        """Return the limit per move on a board of this size."""
        return limit_of(self._level.on(size), self._own)

    def choose(self, board: Board) -> Square:
        """Return a book move, or the result of a search at its level, with its mistakes."""
        return self._answer(board, self.limit_on(board.size), lambda _: True)

    def choose_in_time(self, board: Board, left: TimeLeft) -> Square:
        """Search for a fair share of the remaining time, at most as long as the level allows.

        The search stops early when the best move is clear.
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
        if self._opening:
            from outflank.openings.chosen import move_of_opening  # lazy: few games need it

            if (move := move_of_opening(board, self._opening)) is not None:
                return move
        if self.uses_book:
            # Book entries of lower depth than the level would make it weaker.
            known = default_book().choose(board, self._random, depth=self._level.depth)
            if known is not None:
                return known.move
        engine = self._loaded()

        def go_on(results: Sequence[Result]) -> bool:
            # If stopped before the search starts, it stops at the first result.
            return not self._stopped and unsettled(results)

        if not self._mistake:
            return engine.analyze(board, limit, progress=go_on, lines=1)[0].move
        lines = len(board.legal_moves)
        results = engine.analyze(board, limit, lines=lines, progress=go_on)
        scores = {result.move: result.score for result in results}
        return drawn_mistake(scores, self._mistake, self._random.random())

    def get_ready(self) -> None:
        """Allocate memory and open the book before the first move."""
        self._loaded()
        if self.uses_book:
            default_book()

    def _loaded(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(threads=self._threads, memory=self._memory, weights=self._weights)
        return self._engine

    def stop(self) -> None:
        """Stop the current search from any thread; it returns the best move so far."""
        self._stopped = True
        if self._engine is not None:
            self._engine.stop()


def _read_weights(name: str) -> Weights:
    try:
        return weights_files.load(Path(name))
    except weights_files.InvalidWeights as error:
        raise InvalidSetting(f"weights: {error}") from None
    except OSError as error:
        raise InvalidSetting(
            "weights: " + _("{path} cannot be read: {error}", path=name, error=error.strerror)
        ) from None


def limit_of(level: Level, own: Limit) -> Limit:
    """Combine the player's own limits with those of its level.

    A depth limit also applies to endgames and disables deliberate mistakes. With a depth or node
    limit the level's time limit is ignored, so that games are the same on a slow machine. Full
    strength with a time or node limit uses all of it; its depth applies if neither is set.
    """
    if own.depth is not None:
        return own
    if level.number == LEVELS[-1].number and (own.seconds is not None or own.nodes is not None):
        return Limit(own.seconds, None, own.nodes, level.exact_from)
    seconds = level.seconds if own.seconds is None and own.nodes is None else own.seconds
    return Limit(seconds, level.depth, own.nodes, level.exact_from)

"""Opponents that play below their ability: one makes mistakes, one keeps the game close."""

from random import Random
from typing import ClassVar

from outflank.board import Board, Square
from outflank.engine import Engine, Limit, Recipe
from outflank.engine.recipe import closest_move, drawn_mistake, mistake_chances
from outflank.players.parameters import Parameter
from outflank.players.player import refuse_without_move
from outflank.translation import N_

SECONDS = 1.0  # maximum time per move
MEMORY_MB = 8
DEPTH = Parameter("depth", 4, 1, 12, N_("search depth in moves"))


class _JudgingPlayer:
    """Base class of players that evaluate every legal move with the engine."""

    def __init__(self, depth: int) -> None:
        self._limit = Limit(depth=depth, exact_from=depth + 4, seconds=SECONDS)
        self._engine: Engine | None = None  # created when first needed

    def get_ready(self) -> None:
        self._loaded()

    def _loaded(self) -> Engine:
        if self._engine is None:
            self._engine = Engine(memory=MEMORY_MB)
        return self._engine

    def _recipe(self, *, mistake: float = 0.0, lead: int | None = None) -> Recipe:
        limit = self._limit
        assert limit.depth is not None
        assert limit.exact_from is not None
        return Recipe(
            limit.depth, limit.exact_from, limit.seconds, None, mistake=mistake, lead=lead
        )

    def _scores(self, board: Board) -> dict[Square, int]:
        """Return the score of every legal move in discs, best first."""
        refuse_without_move(board)
        results = self._loaded().analyze(board, self._limit, lines=len(board.legal_moves))
        return {result.move: result.score for result in results}


class GentlePlayer(_JudgingPlayer):
    NAME: ClassVar = "gentle"
    DESCRIPTION: ClassVar = N_(
        "Makes plausible small mistakes: each move loses a random, limited number of discs."
    )
    PARAMETERS: ClassVar = (
        Parameter(
            "loss",
            6.0,
            0.1,
            30.0,
            N_("maximum discs that a move loses; typically three quarters of it"),
        ),
        DEPTH,
    )

    def __init__(self, *, loss: float = 6.0, depth: int = 4, seed: int | None = None) -> None:
        super().__init__(depth)
        self._loss = loss
        self._random = Random(seed)

    def distribution(self, board: Board) -> dict[Square, float]:
        return mistake_chances(self._scores(board), self._loss)

    def choose(self, board: Board) -> Square:
        return drawn_mistake(self._scores(board), self._loss, self._random.random())

    def recipe(self, *, timed: bool) -> Recipe:
        return self._recipe(mistake=self._loss)


class ClosePlayer(_JudgingPlayer):
    NAME: ClassVar = "close"
    DESCRIPTION: ClassVar = N_("Aims for a narrow result, whichever side wins.")
    PARAMETERS: ClassVar = (
        Parameter("lead", 0, -20, 20, N_("the lead in discs that it aims for")),
        DEPTH,
    )

    def __init__(self, *, lead: int = 0, depth: int = 4) -> None:
        super().__init__(depth)
        self._lead = lead

    def choose(self, board: Board) -> Square:
        """Return the move with the score nearest to the wanted one; ties go to the better move."""
        return closest_move(self._scores(board), self._lead)

    def recipe(self, *, timed: bool) -> Recipe:
        return self._recipe(lead=self._lead)

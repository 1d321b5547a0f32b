"""Simple players: random, first legal move, and greedy."""

import random
from typing import ClassVar

from outflank.board import Board, Square
from outflank.players.parameters import Parameter
from outflank.players.player import best_move, refuse_without_move
from outflank.translation import N_


class RandomPlayer:
    NAME: ClassVar = "random"
    DESCRIPTION: ClassVar = N_("Plays a random legal move.")
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()

    def __init__(self, *, seed: int | None = None) -> None:
        self._draw = random.Random(seed).random  # from 0 to 1, excluding 1

    def choose(self, board: Board) -> Square:
        moves = tuple(board.legal_moves)
        if not moves:
            refuse_without_move(board)
        return moves[int(self._draw() * len(moves))]

    def distribution(self, board: Board) -> dict[Square, float]:
        """Return the same probability for every legal move."""
        refuse_without_move(board)
        moves = board.legal_moves
        return dict.fromkeys(moves, 1 / len(moves))


class FirstPlayer:
    NAME: ClassVar = "first"
    DESCRIPTION: ClassVar = N_("Plays the first legal square in reading order from a1.")
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()

    def choose(self, board: Board) -> Square:
        refuse_without_move(board)
        return next(iter(board.legal_moves))


class GreedyPlayer:
    NAME: ClassVar = "greedy"
    DESCRIPTION: ClassVar = N_("Flips as many discs as possible with each move.")
    PARAMETERS: ClassVar[tuple[Parameter, ...]] = ()

    def choose(self, board: Board) -> Square:
        return best_move(board, lambda move: len(board.flips(move)))

"""A player that ranks kinds of squares in a fixed order."""

from typing import ClassVar

from outflank.board import Board, Square
from outflank.players.parameters import Parameter
from outflank.players.player import best_move
from outflank.players.positional import mobility
from outflank.players.regions import regions
from outflank.translation import N_


class PriorityPlayer:
    """Plays the best kind of square; ties are broken by mobility, late in the game by discs."""

    NAME: ClassVar = "priority"
    DESCRIPTION: ClassVar = N_(
        "Takes corners first, then edges, then the inside, and the squares near corners last."
    )
    PARAMETERS: ClassVar = (
        Parameter(
            "threshold",
            0.97,
            0.0,
            1.0,
            N_("the share of filled squares from which it takes the most discs"),
        ),
    )

    def __init__(self, *, threshold: float = 0.97) -> None:
        self._threshold = threshold

    def choose(self, board: Board) -> Square:
        kind = regions(board.size)
        most_wanted = min((kind[move] for move in board.legal_moves), default=None)
        squares = board.size * board.size
        filled = squares - len(board.empties) > self._threshold * squares

        def worth(move: Square) -> float:
            if kind[move] != most_wanted:
                return float("-inf")
            return len(board.flips(move)) if filled else mobility(board, move)

        return best_move(board, worth)

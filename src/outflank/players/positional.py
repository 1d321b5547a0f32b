"""A player that weighs the square of a move and the mobility after it."""

from typing import ClassVar

from outflank.board import Board, Square
from outflank.players.parameters import Parameter
from outflank.players.player import best_move
from outflank.players.regions import Region, corner_of, regions
from outflank.translation import N_


class PositionalPlayer:
    NAME: ClassVar = "positional"
    DESCRIPTION: ClassVar = N_(
        "Prefers corners, safe edges and many legal moves, and avoids squares next to empty "
        "corners."
    )
    PARAMETERS: ClassVar = (
        Parameter("corner", 35.0, 0.0, 200.0, N_("bonus for a corner")),
        Parameter("edge", 2.0, 0.0, 50.0, N_("bonus for a safe edge square")),
        Parameter("danger", 100.0, 0.0, 200.0, N_("penalty for a square next to an empty corner")),
        Parameter(
            "mobility", 5.0, 0.0, 20.0, N_("bonus for each legal move more than the opponent")
        ),
    )

    def __init__(
        self,
        *,
        corner: float = 35.0,
        edge: float = 2.0,
        danger: float = 100.0,
        mobility: float = 5.0,
    ) -> None:
        self._corner = corner
        self._edge = edge
        self._danger = danger
        self._mobility = mobility

    def choose(self, board: Board) -> Square:
        return best_move(
            board,
            lambda move: (
                len(board.flips(move))
                + self._place(board, move)
                + self._mobility * mobility(board, move)
            ),
        )

    def _place(self, board: Board, move: Square) -> float:
        region = regions(board.size)[move]
        if region is Region.CORNER:
            return self._corner
        if region is Region.EDGE:
            return self._edge
        if region is Region.NEAR_CORNER and board[corner_of(board.size)[move]] is None:
            return -self._danger
        return 0.0


def mobility(board: Board, move: Square) -> int:
    """Return own minus opponent's moves after a move, as if either side could be next."""
    after = board.play(move)
    return len(after.opponent_moves) - len(after.legal_moves)

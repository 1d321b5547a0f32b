"""A player that counts the discs flipped over the next few moves."""

from typing import ClassVar

from outflank.board import Board, Square
from outflank.players.parameters import Parameter
from outflank.players.player import best_move
from outflank.translation import N_


class LookaheadPlayer:
    NAME: ClassVar = "lookahead"
    DESCRIPTION: ClassVar = N_("Looks a few moves ahead and counts the discs that each side flips.")
    PARAMETERS: ClassVar = (
        Parameter("depth", 3, 1, 8, N_("moves that it looks ahead, with its own move")),
    )

    def __init__(self, *, depth: int = 3) -> None:
        self._depth = depth

    def choose(self, board: Board) -> Square:
        """The move with the most discs flipped, counting the answers it looks ahead."""
        return best_move(
            board, lambda move: len(board.flips(move)) - _value(board.play(move), self._depth - 1)
        )


def _value(board: Board, depth: int) -> int:
    """What the side to move gains in flips over the next plies, both sides choosing their best.

    A pass takes up a ply like any other turn. Nothing is counted where the game is over.
    """
    if depth == 0:
        return 0
    moves = board.legal_moves
    if not moves:
        return 0 if board.is_over else -_value(board.pass_turn(), depth - 1)
    if depth == 1:
        return max(len(board.flips(move)) for move in moves)
    return max(len(board.flips(move)) - _value(board.play(move), depth - 1) for move in moves)

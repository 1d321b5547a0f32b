"""A player that maximizes flipped discs over the next few moves."""

from typing import ClassVar

from outflank.board import Board, Square
from outflank.players.parameters import Parameter
from outflank.players.player import best_move
from outflank.translation import N_


class LookaheadPlayer:
    NAME: ClassVar = "lookahead"
    DESCRIPTION: ClassVar = N_("Looks a few moves ahead and counts the discs that each side flips.")
    PARAMETERS: ClassVar = (
        Parameter("depth", 3, 1, 8, N_("search depth in moves, including its own")),
    )

    def __init__(self, *, depth: int = 3) -> None:
        self._depth = depth

    def choose(self, board: Board) -> Square:
        return best_move(
            board, lambda move: len(board.flips(move)) - _value(board.play(move), self._depth - 1)
        )


def _value(board: Board, depth: int) -> int:
    """Return the net flips of the side to move over the next plies, with best play by both.

    A pass uses up a ply. Nothing is counted after the end of the game.
    """
    if depth == 0:
        return 0
    moves = board.legal_moves
    if not moves:
        return 0 if board.is_over else -_value(board.pass_turn(), depth - 1)
    if depth == 1:
        return max(len(board.flips(move)) for move in moves)
    return max(len(board.flips(move)) - _value(board.play(move), depth - 1) for move in moves)

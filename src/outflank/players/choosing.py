"""The best of the legal moves, ties going to the first square in reading order."""

from collections.abc import Callable
from typing import TypeVar

from outflank.board import Board, Square
from outflank.players.player import refuse_without_move

Worth = TypeVar("Worth", int, float)


def best_move(board: Board, worth: Callable[[Square], Worth]) -> Square:
    refuse_without_move(board)
    return max(board.legal_moves, key=worth)  # max keeps the first of equals


def mobility(board: Board, move: Square) -> int:
    """Own moves minus the opponent's after a move, as if either side could be next."""
    after = board.play(move)
    return len(after.opponent_moves) - len(after.legal_moves)

"""Counting the positions that lie so many plies ahead, through the public interface."""

from outflank.board import Board


def perft(board: Board, depth: int, *, pass_is_ply: bool = True) -> int:
    """Leaves at a depth. A game that ends before is not a leaf."""
    if depth == 0:
        return 1
    moves = board.legal_moves
    if not moves:
        if board.is_over:
            return 0
        return perft(board.pass_turn(), depth - pass_is_ply, pass_is_ply=pass_is_ply)
    return sum(perft(board.play(move), depth - 1, pass_is_ply=pass_is_ply) for move in moves)

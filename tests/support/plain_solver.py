"""Endgames solved once more, slowly and plainly: alpha-beta on the rules, nothing remembered."""

from outflank.board import Board, Square


def value(board: Board, low: int = -64, high: int = 64) -> int:
    """The score with perfect play, or a bound where it lies outside the window."""
    if board.is_over:
        return board.score
    if board.must_pass:
        return -value(board.pass_turn(), -high, -low)
    after = sorted(
        (board.play(square) for square in board.legal_moves),
        key=lambda position: len(position.legal_moves),
    )
    best = -64
    for position in after:
        best = max(best, -value(position, -high, -max(low, best)))
        if best >= high:
            break
    return best


def is_at_least(board: Board, move: Square, score: int) -> bool:
    """Whether a move is worth so much to whoever makes it."""
    return -value(board.play(move), -score, -score + 1) >= score

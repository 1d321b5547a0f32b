"""Positions and a plain oracle for the engine's tests."""

import random

from outflank.board import Board
from outflank.game import Game


def random_boards(seed: int, empties: int, number: int, size: int = 8) -> list[Board]:
    """Positions of random play with so many empties, where the side to move has a move."""
    rng = random.Random(seed)
    found: list[Board] = []
    while len(found) < number:
        game = Game(size=size)
        while not game.is_over and len(game.board.empties) > empties:
            game.play(rng.choice(list(game.board.legal_moves)))
        if not game.is_over:
            found.append(game.board)
    return found


def plain_score(board: Board, alpha: int = -64, beta: int = 64) -> int:
    """The exact score by the plainest alpha-beta there is, on the Python rules."""
    moves = board.legal_moves
    if not moves:
        return board.score if board.is_over else -plain_score(board.pass_turn(), -beta, -alpha)
    best = -65
    for child in sorted(map(board.play, moves), key=lambda child: len(child.legal_moves)):
        best = max(best, -plain_score(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best

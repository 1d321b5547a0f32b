"""Board sizes other than 8×8: moves from Python, batches, endgames.

CPU time of one thread. An endgame is a random game stopped at 14 empties and solved with an empty
table; the positions are the same in every run.
"""

import random
import statistics
import time
from functools import partial

from outflank import Board, Engine
from outflank.batch import Positions
from timing import rate

SIZES = (8, 10, 12, 14, 16)
DEPTH = 6
PLAYOUTS = 2_000
ENDGAMES = 20
EMPTIES = 14


def moves_made(board: Board, depth: int) -> int:
    """Make every move to this depth, each on a new board, and count them."""
    if depth == 0:
        return 0
    made = 0
    for move in board.legal_moves:
        made += 1 + moves_made(board.play(move), depth - 1)
    return made


def random_games(start: Positions) -> int:
    """Play the games of a batch to their ends and count them."""
    return len(start.playouts(seed=1))


def endgame(size: int, seed: int) -> Board:
    """Return a position of a random game."""
    dice = random.Random(seed)
    board = Board(size)
    while len(board.empties) > EMPTIES and not board.is_over:
        moves = list(board.legal_moves)
        board = board.play(dice.choice(moves)) if moves else board.pass_turn()
    return board


def solving(size: int) -> list[float]:
    """Return the CPU seconds of each endgame."""
    engine = Engine()
    taken = []
    for seed in range(ENDGAMES):
        board = endgame(size, seed)
        engine.clear()
        before = time.process_time()
        engine.solve(board)
        taken.append(time.process_time() - before)
    return taken


def main() -> None:
    for size in SIZES:
        made = rate(partial(moves_made, Board(size), DEPTH))
        start = Positions.start(PLAYOUTS, size)
        games = rate(partial(random_games, start))
        print(f"{size}×{size}: {made:,.0f} moves/s from Python, {games:,.0f} random games/s")
    for size in SIZES[1:]:
        taken = solving(size)
        print(
            f"{size}×{size}: {EMPTIES} empties solved in {statistics.median(taken):.3f} CPU s "
            f"(median of {ENDGAMES}), {max(taken):.3f} at worst"
        )


if __name__ == "__main__":
    main()

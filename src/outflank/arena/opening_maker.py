"""Make the list of balanced openings: `python -m outflank.arena.opening_maker > openings-8x8.txt`.

Every position of the wanted depth is reached, once for all the ways to turn or mirror it. A judge
says how good each is for the side to move; positions near level are kept, a few from each branch
of the tree so that they differ early. The judge here is a short search of its own, two plies deep,
that counts moves; a stronger engine can be put in its place.
"""

import random
import sys
from collections.abc import Callable, Iterator

from outflank.board import Board, square_name

PLIES = 8
WANTED = 400  # lines; a pair each makes 800 games before an opening comes back
LEVEL = 1.0  # how far from even a kept position may be judged, in moves
BRANCH_PLIES = 4  # lines are spread over the branches of this depth
SEED = 1

Judge = Callable[[Board], float]


def enumerate_lines(plies: int, size: int = 8) -> dict[Board, str]:
    """Every position after so many plies, up to symmetry, with the first line that leads to it."""
    level = {Board(size).canonical(): ("", Board(size))}
    for _ in range(plies):
        following: dict[Board, tuple[str, Board]] = {}
        for line, board in level.values():
            for move in board.legal_moves:
                after = board.play(move)
                if after.must_pass or after.is_over:
                    continue
                key = after.canonical()
                if key not in following:
                    following[key] = (line + square_name(move, size), after)
        level = following
    return {board: line for line, board in level.values()}


def count_moves(board: Board) -> float:
    """How many more moves the side to move has than the other would."""
    return float(len(board.legal_moves) - _moves_of_opponent(board))


def short_search(board: Board, plies: int = 2) -> float:
    """The difference in moves two plies on, both sides choosing the best; a corner is worth ten."""
    if plies == 0 or not board.legal_moves:
        return count_moves(board) + 10.0 * _corners(board)
    return max(-short_search(board.play(move), plies - 1) for move in board.legal_moves)


def balanced_lines(
    judge: Judge,
    *,
    plies: int = PLIES,
    wanted: int = WANTED,
    level: float = LEVEL,
    seed: int = SEED,
) -> list[str]:
    """Lines whose end the judge calls level and where nobody stands next to a corner."""
    branches: dict[str, list[str]] = {}
    dice = random.Random(seed)
    for board, line in enumerate_lines(plies).items():
        if not _touches_the_rim(board) and abs(judge(board)) <= level:
            branches.setdefault(line[: 2 * BRANCH_PLIES], []).append(line)
    for lines in branches.values():
        dice.shuffle(lines)
    chosen: list[str] = []
    while len(chosen) < wanted and any(branches.values()):
        # One from each branch in turn, so that the small branches are all there.
        for name in sorted(branches):
            if branches[name] and len(chosen) < wanted:
                chosen.append(branches[name].pop())
    return sorted(chosen)


def _moves_of_opponent(board: Board) -> int:
    other = Board.from_bits(board.opponent_bits, board.mover_bits, board.turn.opponent, board.size)
    return len(other.legal_moves)


def _corners(board: Board) -> int:
    last = board.size - 1
    corners = [row * board.size + column for row in (0, last) for column in (0, last)]
    return sum(
        (board.mover_bits >> square & 1) - (board.opponent_bits >> square & 1) for square in corners
    )


def _touches_the_rim(board: Board) -> bool:
    """Whether a disc is on the edge or diagonally next to a corner: such lines are seldom level."""
    n = board.size
    taken = board.mover_bits | board.opponent_bits
    return any(
        taken >> (row * n + column) & 1
        for row in range(n)
        for column in range(n)
        if row in (0, n - 1) or column in (0, n - 1) or (row in (1, n - 2) and column in (1, n - 2))
    )


def _document(lines: list[str]) -> Iterator[str]:
    yield f"# {len(lines)} lines of {PLIES} moves that look level, no two alike under symmetry."
    yield "# Made by `python -m outflank.arena.opening_maker`; openings.py reads it."
    yield from lines


def main() -> int:
    """Print the list."""
    lines = balanced_lines(short_search)
    sys.stdout.write("\n".join(_document(lines)) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

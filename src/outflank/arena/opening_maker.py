"""Make the list of balanced openings: `python -m outflank.arena.opening_maker > openings-8x8.txt`.

Every position of the wanted depth is reached, once for all the ways to turn or mirror it. The
engine looks at each briefly, and longer at those it finds level; what it still finds level is kept,
a few lines from each branch of the tree so that they differ early. It takes half a minute.
"""

import random
import sys
from collections.abc import Callable, Iterator

from outflank.board import Board, square_name
from outflank.engine import Engine, Limit

PLIES = 8
WANTED = 400  # lines; a pair each makes 800 games before an opening comes back
LEVEL = 1.0  # how far from even a kept position may be judged, in discs
QUICK, CAREFUL = 4, 10  # plies the engine looks ahead, at all positions and at the level ones
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


def engine_judge(depth: int) -> Judge:
    """The engine's score of a position, in discs, looking so many plies ahead."""
    engine, limit = Engine(threads=1), Limit(depth=depth)
    return lambda board: float(engine.choose(board, limit).score)


def balanced_lines(
    quick: Judge,
    careful: Judge,
    *,
    plies: int = PLIES,
    wanted: int = WANTED,
    level: float = LEVEL,
    seed: int = SEED,
) -> list[str]:
    """Lines whose end both judges call level and where nobody stands next to a corner."""
    branches: dict[str, list[tuple[str, Board]]] = {}
    dice = random.Random(seed)
    for board, line in enumerate_lines(plies).items():
        if not _touches_the_rim(board) and abs(quick(board)) <= level:
            branches.setdefault(line[: 2 * BRANCH_PLIES], []).append((line, board))
    for lines in branches.values():
        dice.shuffle(lines)
    chosen: list[str] = []
    while len(chosen) < wanted and any(branches.values()):
        # One from each branch in turn, so that the small branches are all there.
        for name in sorted(branches):
            while branches[name] and len(chosen) < wanted:
                line, board = branches[name].pop()
                if abs(careful(board)) <= level:
                    chosen.append(line)
                    break
    return sorted(chosen)


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
    yield f"# {len(lines)} lines of {PLIES} moves, level to the engine at depth {CAREFUL}."
    yield "# Made by `python -m outflank.arena.opening_maker`; openings.py reads it."
    yield from lines


def main() -> int:
    """Print the list."""
    lines = balanced_lines(engine_judge(QUICK), engine_judge(CAREFUL))
    sys.stdout.write("\n".join(_document(lines)) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Fit the evaluation of boards larger than 8×8 to self-play games of the engine.

    .venv/bin/python tools/learn_sizes.py 1500 > native/wide/weights.cpp && make native

For each size it plays this many games at depth two, from random openings and with occasional random
moves, and fits every position's features to the result of its game: least squares, with weights
interpolated between phases as in `native/wide/evaluation.hpp`. Two iterations are enough: the
second one plays with the weights of the first.
"""

import random
import sys

import numpy as np

from outflank import _native
from outflank.board import SIZES, Board, Color
from outflank.engine import Engine, Limit

FEATURES = len(_native.wide_features(Board(10)))
PHASES = 6
UNIT = 64  # of a disc
OPENING = 12  # random moves
RANDOM = 0.1  # of the later ones
# Prior weights from Othello strategy for rare features, with this share of a position's weight.
FOREHAND = np.array(
    [[70, 26, 26, 576, -225, -75, 20, -12, 64, 0, -128, 64]] * (PHASES - 1)
    + [[30, 10, 10, 300, -100, -40, 20, -6, 64, 64, -128, 64]]
)
TRUST = 0.03


def positions_of(size: int, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the features of positions from self-play games, split by phase, and the results."""
    engine, choose, limit = Engine(memory=4), random.Random(seed), Limit(depth=2, exact_from=8)
    rows: list[np.ndarray] = []
    results: list[float] = []
    for number in range(games):
        board, seen = Board(size), []
        while not board.is_over:
            moves = board.legal_moves
            if not moves:
                board = board.pass_turn()
                continue
            seen.append(board)
            if len(seen) <= OPENING or choose.random() < RANDOM:
                board = board.play(choose.choice(moves))
            else:
                board = board.play(engine.choose(board, limit).move)
        score = board.score if board.turn is Color.BLACK else -board.score
        for position in seen[OPENING:]:
            rows.append(_spread(position))
            results.append(score if position.turn is Color.BLACK else -score)
        if sys.stderr.isatty():
            print(f"\r{size}×{size}: {number + 1}", end="", file=sys.stderr)
    return np.array(rows), np.array(results)


def _spread(board: Board) -> np.ndarray:
    """Return the features, split between the two neighboring phases."""
    squares = board.size**2
    place = (squares - len(board.empties)) * (PHASES - 1) / squares
    phase = min(int(place), PHASES - 2)
    features = np.array(_native.wide_features(board), dtype=float)
    spread = np.zeros((PHASES, FEATURES))
    spread[phase], spread[phase + 1] = features * (phase + 1 - place), features * (place - phase)
    return spread.ravel()


def fitted(rows: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Return the weights by phase, in 1/64 disc."""
    often = np.mean(rows**2, axis=0)
    trust = np.diag(np.maximum(often, often.mean() / 1000) * len(rows) * TRUST)
    guess = FOREHAND.ravel() / UNIT
    weights = np.linalg.solve(rows.T @ rows + trust, rows.T @ results + trust @ guess)
    error = np.sqrt(np.mean((rows @ weights - results) ** 2))
    print(f"error {error:.1f} discs of {results.std():.1f}, {len(rows)} positions", file=sys.stderr)
    return np.asarray(np.rint(weights * UNIT), dtype=int).reshape(PHASES, FEATURES)


def main() -> None:
    """Print native/wide/weights.cpp."""
    games = int(sys.argv[1])
    print(
        "// Made by tools/learn_sizes.py from self-play games: the value of a feature in 1/64"
        ' disc, by size and phase.\n#include "evaluation.hpp"\n\nnamespace outflank::wide {\n\n'
        "const Weights::Table& learned_weights(int size) {"
    )
    sizes = [size for size in SIZES if size > 8]
    for size in sizes:
        print(f"    static constexpr Weights::Table TABLE_{size}{{{{")
        for phase in fitted(*positions_of(size, games, seed=size)):
            print("        {" + ", ".join(map(str, phase)) + "},")
        print("    }};")
    for size in sizes[:-1]:
        print(f"    if (size <= {size}) return TABLE_{size};")
    print(f"    return TABLE_{sizes[-1]};\n}}\n\n}}  // namespace outflank::wide")


if __name__ == "__main__":
    main()

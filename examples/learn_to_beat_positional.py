"""Learn Othello from scratch: an empty network plays itself until it beats `positional`.

    python examples/learn_to_beat_positional.py --minutes 10 --curve curve.svg --save network.npz

The network is the kind that learns Othello fastest: a table of weights for each pattern of squares
(a row, a diagonal, a corner), looked up in all eight symmetries and added up. Its output is the
expected result for the side to move, from −1 to 1. All weights start at zero.

It learns by temporal differences: over thousands of self-play games, the value of every position
is moved towards that of its best move. There are no other games, no search and no heuristics. One
step of all games is a handful of numpy operations on `outflank.batch.Positions`.
"""

import argparse
import time
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank import Board, Symmetry
from outflank.arena import Estimate, play_match
from outflank.batch import Positions
from outflank.learning import curves

PATTERNS = [
    "a1 b1 c1 d1 e1 f1 g1 h1 b2 g2",  # an edge with its X squares
    "a2 b2 c2 d2 e2 f2 g2 h2",
    "a3 b3 c3 d3 e3 f3 g3 h3",
    "a4 b4 c4 d4 e4 f4 g4 h4",
    "a1 b1 c1 a2 b2 c2 a3 b3 c3",  # a corner
    "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2",
    "a1 b2 c3 d4 e5 f6 g7 h8",  # diagonals
    "b1 c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6",
    "d1 e2 f3 g4 h5",
]


class Network:
    """Tables of pattern weights; the value of a position is the squashed sum."""

    def __init__(self) -> None:
        squares = [[Board().square(name) for name in pattern.split()] for pattern in PATTERNS]
        # A position as 64 numbers (0 empty, 1 mover, 2 opponent) times this matrix gives the index
        # of every pattern in its table, in all eight symmetries: the numbers are base-three digits.
        self.places = np.zeros((64, 8 * len(squares)), np.float32)
        sizes = [3 ** len(pattern) for pattern in squares]
        self.offsets = np.repeat(np.cumsum([0, *sizes[:-1]]), 8).astype(np.int32)
        for number, pattern in enumerate(squares):
            for way, symmetry in enumerate(Symmetry):
                for digit, square in enumerate(pattern):
                    self.places[symmetry.square(square), 8 * number + way] = 3**digit
        self.weights = np.zeros(sum(sizes), np.float32)

    def looked_up(self, positions: Positions) -> NDArray[np.int32]:
        """Return the weight indices of all patterns of each position."""
        discs = positions.planes(legal=False).reshape(len(positions), 2, 64)
        digits = discs[:, 0] + 2 * discs[:, 1]
        places: NDArray[np.int32] = (digits @ self.places).astype(np.int32) + self.offsets
        return places

    def values(self, positions: Positions) -> NDArray[np.float32]:
        """Return the value of each position for its mover, from −1 to 1; exact at the end."""
        known = np.tanh(self.weights[self.looked_up(positions)].sum(axis=1))
        return np.where(positions.legal_moves == 0, positions.results(), known)

    def learn(self, positions: Positions, targets: NDArray[np.float32], rate: float) -> None:
        """Move the values of positions towards targets."""
        places = self.looked_up(positions)
        values = np.tanh(self.weights[places].sum(axis=1))
        pull = rate / places.shape[1] * (targets - values)  # shared by all patterns
        # Each weight changes by the mean error of the positions that use it.
        used, size = places.ravel(), len(self.weights)
        wanted = np.bincount(used, np.repeat(pull, places.shape[1]), size)
        self.weights += (wanted / np.maximum(1, np.bincount(used, minlength=size))).astype(
            np.float32
        )

    # Any class with `choose` is a player for the arena.
    def choose(self, board: Board) -> int:
        """Return the move with the best value."""
        moves, values, _, _ = self.after(Positions.of([board]))
        return int(moves[values.argmax()])

    def after(
        self, positions: Positions
    ) -> tuple[NDArray[np.intp], NDArray[np.float32], NDArray[np.intp], Positions]:
        """Return all moves, their values for the mover, the positions before and after them."""
        whose, moves = np.nonzero(positions.legal_mask())
        after = positions[whose].step(moves)
        same = after.turn == positions.turn[whose]  # the opponent passed, or the game is over
        return moves, self.values(after) * np.where(same, 1, -1), whose, after


def play_and_learn(
    network: Network, games: int, rate: float, explore: float, rng: np.random.Generator
) -> None:
    """Play self-play games, learning after every move."""
    positions = Positions.start(games)
    while len(positions):
        _, values, whose, after = network.after(positions)
        first = np.searchsorted(whose, np.arange(len(positions)))
        best = np.maximum.reduceat(values, first)
        network.learn(positions, best, rate)
        # The best move, or sometimes a random one for exploration.
        noise = rng.random(len(values), np.float32)
        wild = (rng.random(len(positions)) < explore)[whose]
        order = np.lexsort((noise, np.where(wild, 0, values), whose))
        chosen = order[np.searchsorted(whose, np.arange(len(positions)), "right") - 1]
        positions = after[chosen]
        positions = positions[positions.legal_moves != 0]


def main() -> None:
    """Learn for some minutes and report the progress."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10, help="training time; default: 10")
    parser.add_argument("--games", type=int, default=200, help="parallel games; default: 200")
    parser.add_argument(
        "--every", type=float, default=30, help="seconds between matches; default: 30"
    )
    parser.add_argument("--curve", type=Path, help="write the curve as a picture")
    parser.add_argument("--save", type=Path, help="write the network")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()

    network, rng = Network(), np.random.default_rng(args.seed)
    begin, played, matched = time.process_time(), 0, 0.0
    points: list[tuple[int, Estimate]] = []
    next_match = 0.0
    while True:
        spent = time.process_time() - begin - matched
        share = min(1.0, spent / (60 * args.minutes))
        if spent >= next_match:
            start = time.process_time()
            contest = play_match(network, "positional", games=100, seed=args.seed + len(points))
            matched += time.process_time() - start
            points.append((played, contest.score))
            next_match += args.every
            print(
                f"{spent:4.0f} s  {played:7,} games  "
                f"{contest.score.value:6.1%} ({contest.score.low:.0%} to {contest.score.high:.0%}) "
                "against positional",
                flush=True,
            )
            if args.save:
                np.savez_compressed(args.save, weights=network.weights)
        if share >= 1:
            break
        play_and_learn(network, args.games, 1.0 * 0.1**share, 0.1, rng)
        played += args.games
    print(contest.verdict)
    if args.curve:
        curve = curves.Curve(
            "points per game against positional, 100 games each, with error bars",
            [(games, score.value) for games, score in points],
            [(score.low, score.high) for _, score in points],
            mark=0.5,
            low=0.0,
            high=1.0,
        )
        args.curve.write_text(curves.draw([curve], "games against itself"), encoding="utf-8")


if __name__ == "__main__":
    main()

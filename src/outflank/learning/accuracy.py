"""The accuracy of an evaluation: its error against exact scores, and its rate of best moves.

It is measured on positions of games held out from training. Exact scores are slow to compute, so
they are cached in a directory outside the package.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.batch import NOT_OVER, Positions
from outflank.engine import weights
from outflank.learning.labels import Report
from outflank.learning.positions import GamePositions, unlearned
from outflank.learning.recipe import InvalidTraining
from outflank.translation import _
from outflank.workers.lines import LineFile, read_lines

Pair: TypeAlias = tuple[int, int]  # the discs of the mover and of the opponent

EVERYWHERE = 2**64 - 1
SOLVER_MEGABYTES = 128
SEARCH_MEGABYTES = 4
CHUNK = 10  # positions per task


@dataclass(frozen=True)
class Errors:
    depth: int
    positions: int
    mean: float  # discs, of the absolute error
    bias: float  # discs, of the signed error
    best: float  # share of positions with an optimal move; nan without moves


def choose_positions(
    games: GamePositions, hold_out: int, empties: int, count: int, seed: int = 1
) -> GamePositions:
    """Return distinct positions of held-out games that occur in no other game."""
    able = unlearned(games[games.empties == empties], hold_out)
    rng = np.random.default_rng(seed)
    return able[np.sort(rng.permutation(len(able))[:count])]


def choose_pairs(games: GamePositions, hold_out: int, empties: int, count: int) -> list[Pair]:
    """Return such positions as pairs of bitboards, to be sent to workers."""
    chosen = choose_positions(games, hold_out, empties, count)
    return list(zip(chosen.mover.tolist(), chosen.opponent.tolist(), strict=True))


def solve_one(mover: int, opponent: int) -> int:
    """Return the exact score for the side to move, also if it must pass or the game is over.

    Runs in a worker.
    """
    over = int(Positions(*np.array([[mover], [opponent]], np.uint64)).scores()[0])
    if over != NOT_OVER:
        return over
    if not _native.legal_moves(mover, opponent):
        return -solve_one(opponent, mover)
    engine = _native.SearchEngine(1, SOLVER_MEGABYTES, weights=weights.default())
    limit = _native.SearchLimit(exact_from=64)
    return engine.analyse(mover, opponent, EVERYWHERE, limit, 1, _native.Stop())[0].score


class ExactScores:
    """Exact scores, cached in a text file with one line per position: mover, opponent, score."""

    def __init__(self, path: Path, executor: Executor, report: Report) -> None:
        self._path = path
        self._executor = executor
        self._report = report
        self._known: dict[Pair, int] = {}
        for number, line in enumerate(read_lines(path) if path.exists() else (), start=1):
            try:
                mover, opponent, score = line.split()
                self._known[int(mover, 16), int(opponent, 16)] = int(score)
            except ValueError:
                raise InvalidTraining(
                    _(
                        "{path}, line {number}: expected two sides of a position and its score. "
                        "Got “{line}”.",
                        path=path,
                        number=number,
                        line=line[:80],
                    )
                ) from None

    def of(self, pairs: list[Pair]) -> NDArray[np.int64]:
        """Return the scores of these positions, solving and storing the missing ones."""
        missing = [pair for pair in dict.fromkeys(pairs) if pair not in self._known]
        if missing:
            self._report(_("Solving {count} positions", count=len(missing)))
            with LineFile(self._path) as file:
                tasks = {self._executor.submit(solve_one, *pair): pair for pair in missing}
                for task in as_completed(tasks):
                    mover, opponent = pair = tasks[task]
                    self._known[pair] = task.result()
                    file.append([f"{mover:016x} {opponent:016x} {self._known[pair]}"])
        return np.array([self._known[pair] for pair in pairs])


def measure(
    packed: bytes, pairs: list[Pair], exact: ExactScores, depth: int, executor: Executor
) -> Errors:
    """Return the errors of a search to depth `depth`; 0 is the evaluation itself.

    `packed` is a weights file.
    """
    scores = exact.of(pairs)
    best = float("nan")
    if depth == 0:
        mover, opponent = np.array(pairs, np.uint64).T.copy()
        found = weights.native(packed).evaluate_all(mover, opponent) / weights.NATIVE_STEPS
    else:
        tasks = [
            executor.submit(search_all, packed, pairs[at : at + CHUNK], depth)
            for at in range(0, len(pairs), CHUNK)
        ]
        results = [result for task in tasks for result in task.result()]
        found = np.array([score for _move, score in results])
        after = [play(pair, move) for pair, (move, _score) in zip(pairs, results, strict=True)]
        best = float((-exact.of(after) == scores).mean())
    error = found - scores
    return Errors(depth, len(pairs), float(np.abs(error).mean()), float(error.mean()), best)


def search_all(packed: bytes, pairs: Sequence[Pair], depth: int) -> list[tuple[int, int]]:
    """Return the move and score of a search from an empty table for each; runs in a worker."""
    known = weights.native(packed)
    found = []
    for pair in pairs:
        engine = _native.SearchEngine(1, SEARCH_MEGABYTES, weights=known)
        limit = _native.SearchLimit(depth=depth)
        best = engine.analyse(*pair, EVERYWHERE, limit, 1, _native.Stop())[0]
        found.append((best.move, best.score))
    return found


def play(pair: Pair, square: int) -> Pair:
    """Return the position after a move from the other side's view."""
    mover, opponent = pair
    turned = _native.flips(square, mover, opponent)
    return opponent ^ turned, mover | turned | 1 << square

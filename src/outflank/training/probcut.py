"""How well a shallow search predicts a deep one: the errors that multi-ProbCut relies on.

Every position is searched to a depth with nothing left out; on the way all shallower scores are
seen. The standard deviation of deep minus shallow is what `probcut_error` in native/probcut.cpp
states.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

import numpy as np

from outflank import _native
from outflank.engine import weights
from outflank.training.accuracy import EVERYWHERE, SEARCH_MEGABYTES, Pair


@dataclass(frozen=True)
class Deviation:
    """How far the score of `depth` plies is from the one of `probe` plies."""

    depth: int  # 0 stands for the exact score
    probe: int
    positions: int
    deviation: float  # discs
    bias: float  # discs


def scores_on_the_way(mover: int, opponent: int, depth: int, solve: bool) -> dict[int, int]:
    """The score at every depth up to `depth`, and at 0 the exact one; runs in a worker."""
    techniques = _native.Techniques(probcut=False)
    engine = _native.SearchEngine(1, SEARCH_MEGABYTES, techniques, weights.default())
    scores: dict[int, int] = {}

    def note(results: Sequence[_native.SearchResult]) -> bool:
        scores[0 if results[0].exact else results[0].depth] = results[0].score
        return True

    limit = _native.SearchLimit(depth=depth)
    engine.analyse(mover, opponent, EVERYWHERE, limit, 1, _native.Stop(), note)
    if solve:
        limit = _native.SearchLimit(exact_from=64)
        engine.analyse(mover, opponent, EVERYWHERE, limit, 1, _native.Stop(), note)
    return {at: score for at, score in scores.items() if at <= depth}


def deviations(
    pairs: Iterable[Pair], depth: int, solve: bool, executor: Executor
) -> list[Deviation]:
    """The deviation of every pair of depths, deep against shallow."""
    tasks = [executor.submit(scores_on_the_way, *pair, depth, solve) for pair in pairs]
    differences: dict[tuple[int, int], list[int]] = defaultdict(list)
    for task in tasks:
        scores = task.result()
        for deep, score in scores.items():
            for probe, guess in scores.items():
                if probe and (deep == 0 or probe < deep):
                    differences[deep, probe].append(score - guess)
    return [
        Deviation(deep, probe, len(found), float(np.std(found)), float(np.mean(found)))
        for (deep, probe), found in sorted(differences.items())
    ]

"""The last step of a training: blend what was learned, and be as sure of an advantage as is due.

What searches and outcomes of games get wrong is different, so both together are better than either;
and both think too little of an advantage: players err, and every fit draws towards the middle. So
positions of training games are solved at a few numbers of empties. How much of each explains the
solutions best is what each phase gets, in between by interpolation.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.engine import weights
from outflank.training.labels import Report, label
from outflank.training.positions import GamePositions, held_out, phase_of

NEARLY_SURE = 1  # index of native CONFIDENCES: at 20 empties 0.4 discs off, in a fifth of the time


@dataclass(frozen=True)
class Blend:
    """How solutions relate to what was learned, at one number of empties.

    solution ≈ searches × (evaluation learned from searches) + outcomes × (from outcomes) + shift
    """

    empties: int
    searches: float
    outcomes: float
    shift: float  # discs


def measure_blend(
    by_search: NDArray[np.float32],
    by_outcome: NDArray[np.float32],
    positions: GamePositions,
    solved: NDArray[np.float32],
) -> Blend:
    """The blend that fits best, without a negative share; all positions are of one phase."""
    found, other = (
        _native.predict(positions.mover, positions.opponent, parameters)
        for parameters in (by_search, by_outcome)
    )
    one = np.ones_like(found)
    searches, outcomes, shift = np.linalg.lstsq(np.stack([found, other, one], 1), solved)[0]
    if outcomes < 0:
        outcomes = 0
        searches, shift = np.linalg.lstsq(np.stack([found, one], 1), solved)[0]
    elif searches < 0:
        searches = 0
        outcomes, shift = np.linalg.lstsq(np.stack([other, one], 1), solved)[0]
    return Blend(int(positions.empties[0]), float(searches), float(outcomes), float(shift))


def blended(
    by_search: weights.Parameters, by_outcome: weights.Parameters, blends: Sequence[Blend]
) -> weights.Parameters:
    """All phases blended; before the first and after the last measured one as in those."""
    known = sorted(blends, key=lambda blend: blend.empties)
    empties = 52 - 2 * np.arange(_native.PHASES)
    at = [blend.empties for blend in known]
    searches = np.interp(empties, at, [blend.searches for blend in known])
    outcomes = np.interp(empties, at, [blend.outcomes for blend in known])
    shifts = np.interp(empties, at, [blend.shift for blend in known])
    result: weights.Parameters = (
        by_search * searches[:, None] + by_outcome * outcomes[:, None]
    ).astype(np.float32)
    # Every position has exactly one of the two parity terms, which are the last parameters.
    result[:, -2:] += shifts[:, None].astype(np.float32)
    return result


@dataclass(frozen=True)
class Solver:
    """Solves some positions of games, here or on a cluster, and keeps what it found."""

    games: GamePositions
    packed: bytes  # the weights it searches with
    hold_out: int
    seed: int
    executor: Executor
    directory: Path

    def solve(
        self, empties: int, count: int, *, held: bool
    ) -> tuple[GamePositions, NDArray[np.float32]]:
        """Positions with so many empties, of games that were held out or not, and their scores.

        Games of sources that count less are left out: they are so even that they say little.
        """
        games = self.games
        kept = held_out(games.game, self.hold_out) == held
        able = np.flatnonzero((games.empties == empties) & kept & (games.weight >= 1))
        rng = np.random.default_rng([self.seed, empties])
        chosen = games[np.sort(rng.choice(able, min(count, len(able)), replace=False))]
        solved = label(
            chosen.mover,
            chosen.opponent,
            packed=self.packed,
            exact_from=64,
            depth=0,
            confidence=NEARLY_SURE,
            chunk=10,
            executor=self.executor,
            directory=self.directory / f"{empties:02}",
        )
        return chosen, solved


def calibrate(
    by_search: weights.Parameters,
    by_outcome: weights.Parameters,
    counts: Sequence[tuple[int, int]],
    solver: Solver,
    report: Report,
) -> weights.Parameters:
    """Blends to match solutions: `counts` says at which empties, from how many positions."""
    blends = []
    for empties, count in counts:
        chosen, solved = solver.solve(empties, count, held=False)
        phase = int(phase_of(chosen.empties)[0])
        blend = measure_blend(by_search[phase], by_outcome[phase], chosen, solved)
        blends.append(blend)
        report(
            f"  {empties} empties: {blend.searches:.3f} × searches + {blend.outcomes:.3f} × "
            f"outcomes {blend.shift:+.2f} discs"
        )
    return blended(by_search, by_outcome, blends)

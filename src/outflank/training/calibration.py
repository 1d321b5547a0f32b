"""The last step of a training: make the evaluation as sure of an advantage as it should be.

Outcomes of games and short searches both think too little of an advantage: players err, and every
fit draws towards the middle. So positions of training games are solved at a few numbers of empties,
and each phase is stretched and shifted to what the solutions say, in between by interpolation.
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
class Stretch:
    """How solutions relate to an evaluation: solution ≈ factor × evaluation + shift."""

    empties: int
    factor: float
    shift: float  # discs


def measure_stretch(
    parameters: NDArray[np.float32], positions: GamePositions, solved: NDArray[np.float32]
) -> Stretch:
    """The straight line that fits best; all positions are of one phase."""
    found = _native.predict(positions.mover, positions.opponent, parameters)
    factor, shift = np.polyfit(found, solved, 1)
    return Stretch(int(positions.empties[0]), float(factor), float(shift))


def stretched(parameters: weights.Parameters, stretches: Sequence[Stretch]) -> weights.Parameters:
    """All phases stretched; before the first and after the last measured one as in those."""
    known = sorted(stretches, key=lambda stretch: stretch.empties)
    empties = 52 - 2 * np.arange(_native.PHASES)
    at = [stretch.empties for stretch in known]
    factors = np.interp(empties, at, [stretch.factor for stretch in known])
    shifts = np.interp(empties, at, [stretch.shift for stretch in known])
    result: weights.Parameters = (parameters * factors[:, None]).astype(np.float32)
    # Every position has exactly one of the two parity terms, which are the last parameters.
    result[:, -2:] += shifts[:, None]
    return result


def calibrate(
    parameters: weights.Parameters,
    games: GamePositions,
    counts: Sequence[tuple[int, int]],
    *,
    hold_out: int,
    seed: int,
    executor: Executor,
    directory: Path,
    report: Report,
) -> weights.Parameters:
    """Stretches the evaluation to solutions: `counts` says at which empties, from how many."""
    packed = weights.pack(parameters, effort=1)
    stretches = []
    for empties, count in counts:
        # Games of sources that count less are so even that a line through them says nothing.
        able = np.flatnonzero(
            (games.empties == empties) & ~held_out(games.game, hold_out) & (games.weight >= 1)
        )
        rng = np.random.default_rng([seed, empties])
        chosen = games[np.sort(rng.choice(able, min(count, len(able)), replace=False))]
        solved = label(
            chosen.mover,
            chosen.opponent,
            packed=packed,
            exact_from=64,
            depth=0,
            confidence=NEARLY_SURE,
            chunk=10,
            executor=executor,
            directory=directory / f"{empties:02}",
        )
        phase = int(phase_of(chosen.empties)[0])
        stretches.append(measure_stretch(parameters[phase], chosen, solved))
        report(
            f"  {empties} empties: × {stretches[-1].factor:.3f}, {stretches[-1].shift:+.2f} discs"
        )
    return stretched(parameters, stretches)

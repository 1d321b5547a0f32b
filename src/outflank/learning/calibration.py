"""The last step of a training: calibrate the scale of the scores.

Fits regress to the mean, and the labels came from searches with such fits, so scores are too small.
Positions of training games are solved at several numbers of empties, and every phase is scaled by
the regression on the exact scores, with interpolation in between.
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
from outflank.learning import trained_weights
from outflank.learning.labels import Report, label
from outflank.learning.positions import GamePositions, held_out, unlearned
from outflank.translation import _

NEARLY_SURE = (
    1  # index of CONFIDENCES in native: at 20 empties 0.4 discs off in a fifth of the time
)
CHUNK = 10  # positions per task, if each takes as long as sending the weights …
SLOW_FROM = 20  # … from this number of empties on


@dataclass(frozen=True)
class Stretch:
    """The fit of exact scores for one number of empties: slope × evaluation + shift."""

    empties: int
    slope: float
    shift: float  # discs


def measure_stretch(
    known: _native.Weights, positions: GamePositions, solved: NDArray[np.float32]
) -> Stretch:
    """Fit the stretch by least squares; all positions have the same number of empties."""
    found = known.evaluate_all(positions.mover, positions.opponent) / weights.NATIVE_STEPS
    slope, shift = np.polyfit(found, solved, 1)
    return Stretch(int(positions.empties[0]), float(slope), float(shift))


def stretched(
    parameters: trained_weights.Parameters, stretches: Sequence[Stretch]
) -> trained_weights.Parameters:
    """Apply the stretches to all phases, constant before the first and after the last one."""
    known = sorted(stretches, key=lambda stretch: stretch.empties)
    empties = 52 - 2 * np.arange(_native.PHASES)
    at = [stretch.empties for stretch in known]
    slopes = np.interp(empties, at, [stretch.slope for stretch in known])
    shifts = np.interp(empties, at, [stretch.shift for stretch in known])
    return parameters.stretched(slopes, shifts)


@dataclass(frozen=True)
class Solver:
    """Solves positions of games, locally or on a cluster, and caches the results."""

    games: GamePositions
    packed: bytes  # the weights used by the search
    hold_out: int
    seed: int
    executor: Executor
    directory: Path

    def solve(
        self, empties: int, count: int, *, held: bool
    ) -> tuple[GamePositions, NDArray[np.float32]]:
        """Return positions with this number of empties, from held-out games or not, with scores.

        Positions of held-out games are distinct and occur in no training game. Games of sources
        with a lower weight are excluded, because they are too even to be informative.
        """
        found = self.games[self.games.empties == empties]
        if held:
            able = unlearned(found, self.hold_out)
        else:
            able = found[~held_out(found.game, self.hold_out)]
        able = able[able.weight >= 1]
        rng = np.random.default_rng([self.seed, empties])
        chosen = able[np.sort(rng.choice(len(able), min(count, len(able)), replace=False))]
        solved = label(
            chosen.mover,
            chosen.opponent,
            packed=self.packed,
            exact_from=64,
            depth=0,
            confidence=NEARLY_SURE,
            chunk=CHUNK if empties >= SLOW_FROM else 10 * CHUNK,
            executor=self.executor,
            directory=self.directory / f"{empties:02}",
        )
        return chosen, solved


def calibrate(
    parameters: trained_weights.Parameters,
    counts: Sequence[tuple[int, int]],
    solver: Solver,
    report: Report,
) -> trained_weights.Parameters:
    """Scale the evaluation to exact scores; `counts` gives the empties and numbers of positions."""
    known = weights.native(trained_weights.pack(parameters, effort=1))
    stretches = []
    for empties, count in counts:
        stretch = measure_stretch(known, *solver.solve(empties, count, held=False))
        stretches.append(stretch)
        report(
            _(
                "  {empties} empties: {slope:.3f} × evaluation {shift:+.2f} discs",
                empties=empties,
                slope=stretch.slope,
                shift=stretch.shift,
            )
        )
    return stretched(parameters, stretches)

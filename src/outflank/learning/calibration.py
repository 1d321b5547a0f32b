"""The last step of a training: be as sure of an advantage as is due.

A fit draws towards the middle, and what it learned from were searches with such fits: an advantage
is worth more than they say. So positions of training games are solved at a few numbers of empties,
and every phase is stretched by what explains the solutions best, in between by interpolation.
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
from outflank.learning.labels import Report, label
from outflank.learning.positions import GamePositions, held_out, unlearned
from outflank.translation import _

NEARLY_SURE = 1  # index of native CONFIDENCES: at 20 empties 0.4 discs off, in a fifth of the time
CHUNK = 10  # positions a task, where each takes as long as sending the weights with it …
SLOW_FROM = 20  # … from so many empties


@dataclass(frozen=True)
class Stretch:
    """How solutions relate to the evaluation at one number of empties: slope × it + shift."""

    empties: int
    slope: float
    shift: float  # discs


def measure_stretch(
    known: _native.Weights, positions: GamePositions, solved: NDArray[np.float32]
) -> Stretch:
    """The stretch that fits best; all positions have equally many empties."""
    found = known.evaluate_all(positions.mover, positions.opponent) / weights.NATIVE_STEPS
    slope, shift = np.polyfit(found, solved, 1)
    return Stretch(int(positions.empties[0]), float(slope), float(shift))


def stretched(parameters: weights.Parameters, stretches: Sequence[Stretch]) -> weights.Parameters:
    """All phases stretched; before the first and after the last measured one as in those."""
    known = sorted(stretches, key=lambda stretch: stretch.empties)
    empties = 52 - 2 * np.arange(_native.PHASES)
    at = [stretch.empties for stretch in known]
    slopes = np.interp(empties, at, [stretch.slope for stretch in known])
    shifts = np.interp(empties, at, [stretch.shift for stretch in known])
    return parameters.stretched(slopes, shifts)


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

        Those of held-out games are different ones that occur in no game that is learned from. Games
        of sources that count less are left out: they are so even that they say little.
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
    parameters: weights.Parameters,
    counts: Sequence[tuple[int, int]],
    solver: Solver,
    report: Report,
) -> weights.Parameters:
    """Stretches to match solutions: `counts` says at which empties, from how many positions."""
    known = weights.native(weights.pack(parameters, effort=1))
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

"""The whole way from games to weights: label, fit, and again with what was learned.

A training lives in a directory. Each finished piece of work is a file there, so a training that
was interrupted goes on where it stopped, and one that was finished is read back at once.

Round 0 solves what is close to the end and gives every earlier position the exact score of the
position its own game reached at that point. Every further round goes through the phases from the
end to the beginning: search from each position a few plies into phases that were fitted just
before, fit the phase to what the searches say, and use it for the phases before it.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.engine import weights
from outflank.training.calibration import Solver, calibrate
from outflank.training.curve import learning_curve
from outflank.training.labels import Labels, Report, label
from outflank.training.positions import GamePositions, Indices, held_out, phase_of, strays
from outflank.training.recipe import SOLVE, Band, Recipe

FEW_DIFFERENT = 40  # empties; with more, positions repeat from game to game and count once
TOO_EARLY = 56  # empties; before, everybody knows the moves


@dataclass
class _Training:
    recipe: Recipe
    directory: Path
    executor: Executor
    report: Report
    threads: int
    positions: GamePositions
    empties: NDArray[np.int64]
    labels: Labels  # nan where a position has none
    counts: NDArray[np.float32]  # how much each position counts in a fit

    def solve_the_end(self) -> None:
        """Exact labels for the last empties, and from there for the rest of each game."""
        near = np.flatnonzero(self.empties <= self.recipe.exact_from)
        self.report(f"round 0: solving {len(near)} positions")
        self.labels[near] = self._label(near, None, self.recipe.exact_from, 0, "exact")
        at_the_edge = near[self.empties[near] == self.recipe.exact_from]
        outcome = np.full(int(self.positions.game.max()) + 1, np.nan, np.float32)
        outcome[self.positions.game[at_the_edge]] = self.labels[at_the_edge] * self._sign(
            at_the_edge
        )
        far = np.flatnonzero((self.empties > self.recipe.exact_from) & (self.positions.black < 2))
        self.labels[far] = outcome[self.positions.game[far]] * self._sign(far)

    def search_again(
        self, number: int, phase: int, band: Band, parameters: weights.Parameters
    ) -> None:
        """Labels some positions of a phase by searching with the weights so far."""
        able = self._of_phase(phase)
        able = able[self.empties[able] > self.recipe.exact_from]
        # Drawn as often as their source counts, so that in the fit each counts the same.
        rng = np.random.default_rng([self.recipe.seed, number, phase])
        lots = rng.exponential(size=len(able)) / self.positions.weight[able]
        drawn = np.sort(able[np.argsort(lots)[: band.positions]])
        # An outcome is much noisier than a search, so searches replace all outcomes of the phase.
        self.labels[able] = np.nan
        self.counts[drawn] = 1
        packed = weights.pack(parameters, effort=1)
        exact_from = 64 if band.depth == SOLVE else self.recipe.exact_from
        self.labels[drawn] = self._label(
            drawn, packed, exact_from, band.depth, f"round-{number}/{phase:02}"
        )

    def fit(self, phase: int, prior: NDArray[np.float32], pull: float) -> NDArray[np.float32]:
        """The weights of a phase, held to `prior` where positions are few; reports the error."""
        chosen = self._of_phase(phase)
        chosen = chosen[~np.isnan(self.labels[chosen])]
        kept_out = held_out(self.positions.game[chosen], self.recipe.hold_out)
        learned, kept = chosen[~kept_out], chosen[kept_out]
        fitted = _native.fit(
            self.positions.mover[learned],
            self.positions.opponent[learned],
            self.labels[learned],
            self.counts[learned],
            prior,
            pull,
            self.recipe.iterations,
            1e-4,
            self.threads,
            lambda iteration, error: True,
        )
        errors = [self._error(part, fitted) for part in (learned, kept)]
        self.report(
            f"  phase {phase:2}: {len(learned)} positions, mean error {errors[0]:.2f} discs, "
            f"on held-out games {errors[1]:.2f}"
        )
        return fitted

    def _error(self, chosen: Indices, parameters: NDArray[np.float32]) -> float:
        if not len(chosen):
            return float("nan")
        found = _native.predict(
            self.positions.mover[chosen], self.positions.opponent[chosen], parameters
        )
        return float(np.abs(found - self.labels[chosen]).mean())

    def _of_phase(self, phase: int) -> Indices:
        chosen = np.flatnonzero((phase_of(self.empties) == phase) & (self.empties <= TOO_EARLY))
        if len(chosen) and self.empties[chosen].max() >= FEW_DIFFERENT:
            keys = np.stack([self.positions.mover[chosen], self.positions.opponent[chosen]])
            chosen = chosen[np.sort(np.unique(keys, axis=1, return_index=True)[1])]
        return chosen

    def _label(
        self, chosen: Indices, packed: bytes | None, exact_from: int, depth: int, name: str
    ) -> Labels:
        return label(
            self.positions.mover[chosen],
            self.positions.opponent[chosen],
            packed=packed,
            exact_from=exact_from,
            depth=depth,
            chunk=self.recipe.chunk,
            executor=self.executor,
            directory=self.directory / "labels" / name,
        )

    def _sign(self, chosen: Indices) -> NDArray[np.float32]:
        return np.where(self.positions.black[chosen] == 1, np.float32(1), np.float32(-1))


def train(
    games: GamePositions,
    recipe: Recipe,
    directory: Path,
    executor: Executor,
    report: Report,
    threads: int = 1,
) -> Path:
    """Trains an evaluation and returns the path of its weights file.

    Labelling runs on the executor, which may be a cluster; fitting runs here, on `threads` threads.
    """
    recipe.remember(directory)
    state = _prepare(games, recipe, directory, executor, report, threads)
    state.solve_the_end()
    parameters = np.zeros((_native.PHASES, _native.PARAMETERS), np.float32)
    by_outcome = parameters
    for number in range(len(recipe.rounds) + 1):
        round_ = recipe.rounds[number - 1] if number else None
        if round_:
            report(f"round {number}: searching, {round_}")
        for phase in reversed(range(_native.PHASES)):
            solved = _empties_of(phase) <= recipe.exact_from
            checkpoint = directory / "parameters" / f"round-{number}-{phase:02}.npy"
            if round_ and not solved:
                state.search_again(number, phase, round_.band_of(_empties_of(phase)), parameters)
            if checkpoint.exists():
                parameters[phase] = np.load(checkpoint)
                continue
            if not (number and solved):
                prior = parameters[min(phase + 1, _native.PHASES - 1)]
                pull = recipe.pull if solved or number else recipe.pull_of_outcomes
                parameters[phase] = state.fit(phase, prior, pull)
            checkpoint.parent.mkdir(exist_ok=True)
            np.save(checkpoint, parameters[phase])
        weights.save(parameters, directory / f"round-{number}.weights")
        if number == 0:
            by_outcome = parameters.copy()
    report("blending what searches and outcomes say")
    solver = Solver(
        games,
        weights.pack(parameters, effort=1),
        recipe.hold_out,
        recipe.seed,
        executor,
        directory / "labels" / "calibration",
    )
    calibrated = calibrate(parameters, by_outcome, recipe.calibrate, solver, report)
    path = directory / "evaluation.weights"
    weights.save(calibrated, path)
    held = replace(solver, directory=directory / "labels" / "held-out")
    names = [f"round-{number}" for number in range(len(recipe.rounds) + 1)] + ["evaluation"]
    learning_curve(directory, names, recipe.calibrate, held, report)
    return path


def _prepare(
    games: GamePositions,
    recipe: Recipe,
    directory: Path,
    executor: Executor,
    report: Report,
    threads: int,
) -> _Training:
    extra = strays(games, round(len(games) * recipe.strays), recipe.stray_moves, recipe.seed)
    # A stray belongs to no outcome: 2 says that neither side's result is known.
    extra.black[:] = 2
    parts = [games, extra]
    positions = GamePositions(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in ("mover", "opponent", "score", "black", "game", "weight")
        )
    )
    report(f"{len(games)} positions of games and {len(extra)} that strayed from them")
    return _Training(
        recipe,
        directory,
        executor,
        report,
        threads,
        positions,
        positions.empties,
        labels=np.full(len(positions), np.nan, np.float32),
        counts=positions.weight.copy(),
    )


def _empties_of(phase: int) -> int:
    """The most empties a position of the phase can have."""
    return 60 if phase == 0 else 52 - 2 * phase

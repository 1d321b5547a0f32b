"""The training of the engine: label, fit, and repeat with the new weights.

A training has a directory with one file per finished piece of work, so an interrupted training
resumes and a finished one is read back immediately.

Late positions are solved, and the last stages are fitted to them. A round then proceeds to the
start of the game, a few plies at a time: it searches positions with the stages just learned, fits
the scores, and uses the result for earlier plies. Finally every stage is fitted again with labels
from both neighboring stages, which covers rare patterns. Further rounds search again with an
evaluation trained on the whole game.

If a training starts from existing weights, its first round searches everywhere with those and skips
the intermediate fits.
"""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.engine import weights
from outflank.learning import trained_weights
from outflank.learning.calibration import Solver, calibrate
from outflank.learning.labels import Labels, Report, label
from outflank.learning.learning_curve import learning_curve
from outflank.learning.positions import GamePositions, Indices, held_out, phase_of, strays
from outflank.learning.recipe import SOLVE, Band, InvalidTraining, TrainingRecipe
from outflank.translation import _

FEW_DIFFERENT = 40  # maximum empties; earlier positions repeat from game to game and count once
TOO_EARLY = 56  # maximum empties; earlier moves are well known


GROUP = 2  # phases labeled together before a fit


@dataclass
class _Training:
    recipe: TrainingRecipe
    directory: Path
    executor: Executor
    report: Report
    threads: int
    positions: GamePositions
    empties: NDArray[np.int64]
    labels: Labels  # nan for unlabeled positions
    parameters: trained_weights.Parameters
    chosen: dict[int, Indices] = field(default_factory=dict)  # training positions of each phase
    learned: set[int] = field(default_factory=set)  # stages

    def solve_the_end(self) -> None:
        """Compute exact labels for late positions."""
        near = np.flatnonzero(self.empties <= self.recipe.exact_from)
        self.report(_("Solving {count} positions", count=len(near)))
        self.labels[near] = self._label(near, None, self.recipe.exact_from, 0, "exact")
        for phase in range(_native.PHASES):
            able = self._of_phase(phase)
            able = able[~np.isnan(self.labels[able])]
            self.chosen[phase] = self._draw(able, self.recipe.solved, 0, phase)

    def learn_the_end(self) -> None:
        """Fit the solved stages and copy the first of them to all earlier stages."""
        first = min(p for p in range(_native.PHASES) if _empties_of(p) <= self.recipe.exact_from)
        for stage in reversed(range(_native.STAGES)):
            if stage >= _native.stage_of_phase(first):
                self.learn(stage, f"end-{stage}", self.recipe.descent.epochs, first)
            else:
                self.lend(stage)

    def lend(self, stage: int) -> None:
        """Initialize a stage with the parameters of the next one."""
        phases = self._phases_of(stage)
        for ours, at, later in (
            (self.parameters.rows, stage, stage + 1),
            (self.parameters.start, phases, phases[-1] + 1),
            (self.parameters.worth, phases, phases[-1] + 1),
        ):
            ours[at] = ours[later]

    def search_again(self, number: int, phase: int, band: Band, packed: bytes) -> None:
        """Label sampled positions of a phase by search with the given weights file."""
        able = self._of_phase(phase)
        able = able[self.empties[able] > self.recipe.exact_from]
        drawn = self._draw(able, band.positions, number, phase)
        exact_from = 64 if band.depth == SOLVE else self.recipe.exact_from
        name = f"round-{number}/{phase:02}"
        self.labels[drawn] = self._label(drawn, packed, exact_from, band.depth, name)
        self.chosen[phase] = drawn

    def learn(self, stage: int, name: str, epochs: int, earliest: int = 0) -> None:
        """Fit the network of a stage, with no phase before `earliest`; reports its error."""
        own = self._phases_of(stage)
        overlap = self.recipe.descent.overlap
        first = max(own[0] - overlap, earliest)
        phases = range(first, min(own[-1] + overlap + 1, _native.PHASES))
        checkpoint = self.directory / "parameters" / f"{name}.npz"
        if not checkpoint.exists():
            self._fit(np.concatenate([self.chosen[p] for p in phases]), epochs, checkpoint)
        with np.load(checkpoint) as fitted:
            self.parameters.rows[stage] = fitted["rows"]
            self.parameters.start[own] = fitted["start"][own]
            self.parameters.worth[own] = fitted["worth"][own]
        self.learned.add(stage)
        chosen = np.concatenate([self.chosen[p] for p in own if p >= earliest])
        kept_out = held_out(self.positions.game[chosen], self.recipe.hold_out)
        known = _native.Weights(trained_weights.block(self.parameters))
        errors = [self._error(part, known) for part in (chosen[~kept_out], chosen[kept_out])]
        self.report(
            _(
                "  Stage {stage}: {count} positions, mean error {error:.2f} discs, on held-out "
                "games {held_out:.2f}",
                stage=stage,
                count=len(chosen),
                error=errors[0],
                held_out=errors[1],
            )
        )

    def _fit(self, chosen: Indices, epochs: int, checkpoint: Path) -> None:
        learned = chosen[~held_out(self.positions.game[chosen], self.recipe.hold_out)]
        descent = self.recipe.descent
        rows, start, worth = _native.fit(
            self.positions.mover[learned],
            self.positions.opponent[learned],
            self.labels[learned],
            epochs,
            descent.rate,
            descent.damping,
            descent.decay,
            self.recipe.seed,
            self.threads,
            lambda epoch, error: True,  # called after every epoch, so that Ctrl-C is handled there
        )
        checkpoint.parent.mkdir(exist_ok=True)
        unfinished = checkpoint.with_suffix(".unfinished.npz")
        columns = (-1, _native.COLUMNS)
        np.savez(
            unfinished,
            rows=rows.reshape(columns),
            start=start.reshape(columns),
            worth=worth.reshape(columns),
        )
        unfinished.rename(checkpoint)

    def _phases_of(self, stage: int) -> list[int]:
        return [p for p in range(_native.PHASES) if _native.stage_of_phase(p) == stage]

    def _draw(self, able: Indices, count: int, *seed: int) -> Indices:
        """Sample `count` indices by source weight; each sample then counts once."""
        rng = np.random.default_rng([self.recipe.seed, *seed])
        lots = rng.exponential(size=len(able)) / self.positions.weight[able]
        return np.sort(able[np.argsort(lots)[:count]])

    def _error(self, chosen: Indices, known: _native.Weights) -> float:
        if not len(chosen):
            return float("nan")
        found = known.evaluate_all(self.positions.mover[chosen], self.positions.opponent[chosen])
        return float(np.abs(found / weights.NATIVE_STEPS - self.labels[chosen]).mean())

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


def train(
    games: GamePositions,
    recipe: TrainingRecipe,
    directory: Path,
    executor: Executor,
    report: Report,
    threads: int = 1,
    start: Path | None = None,
) -> Path:
    """Train an evaluation and return the path of its weights file.

    Labeling runs on the executor, which may be a cluster; fitting runs locally with `threads`
    threads. The first round searches with the weights file `start`, if given.
    """
    if not (games.weight >= 1).any():
        raise InvalidTraining(
            _("No games come from a source with a weight of 1 or more. Scaling needs such games.")
        )
    known = None
    if start:
        weights.load(start)  # raises an error if it is not a weights file
        known = start.read_bytes()
        recipe = replace(recipe, start=weights.checksum(start))
    recipe.remember(directory, games.digest)
    state = _prepare(games, recipe, directory, executor, report, threads)
    state.solve_the_end()
    state.learn_the_end()
    trained_weights.save(state.parameters, directory / "round-0.weights")
    epochs = recipe.descent.epochs
    for number, round_ in enumerate(recipe.rounds, start=1):
        report(_("Round {number}: searching, {bands}", number=number, bands=round_))
        for group in reversed(range(0, _native.PHASES, GROUP)):
            phases = [p for p in range(group, group + GROUP) if _empties_of(p) > recipe.exact_from]
            if not phases:
                continue
            stage = _native.stage_of_phase(group)
            if stage not in state.learned:
                state.lend(stage)
            packed = known or trained_weights.pack(state.parameters, effort=1)
            for phase in reversed(phases):
                state.search_again(number, phase, round_.band_of(_empties_of(phase)), packed)
            if known:
                continue
            # Later rounds still have the previous labels for the phases to come.
            earliest = phases[0] if number == 1 else 0
            state.learn(stage, f"round-{number}-{group:02}", max(epochs // 2, 1), earliest)
        report(_("  All stages again, with neighboring positions"))
        for stage in reversed(range(_native.STAGES)):
            state.learn(stage, f"round-{number}-stage-{stage}", epochs)
        trained_weights.save(state.parameters, directory / f"round-{number}.weights")
        known = None
    report(_("Scaling the evaluation to solved positions"))
    solver = Solver(
        games,
        trained_weights.pack(state.parameters, effort=1),
        recipe.hold_out,
        recipe.seed,
        executor,
        directory / "labels" / "calibration",
    )
    path = directory / "evaluation.weights"
    trained_weights.save(calibrate(state.parameters, recipe.calibrate, solver, report), path)
    held = replace(solver, directory=directory / "labels" / "unlearned")
    names = [f"round-{number}" for number in range(len(recipe.rounds) + 1)] + ["evaluation"]
    learning_curve(directory, names, recipe.calibrate, held, report)
    return path


def _prepare(
    games: GamePositions,
    recipe: TrainingRecipe,
    directory: Path,
    executor: Executor,
    report: Report,
    threads: int,
) -> _Training:
    extra = strays(games, round(len(games) * recipe.strays), recipe.stray_moves, recipe.seed)
    positions = GamePositions.joined([games, extra])
    report(
        _(
            "{games} positions of games and {strays} positions after random moves",
            games=len(games),
            strays=len(extra),
        )
    )
    return _Training(
        recipe,
        directory,
        executor,
        report,
        threads,
        positions,
        positions.empties,
        labels=np.full(len(positions), np.nan, np.float32),
        parameters=trained_weights.Parameters.ignorant(),
    )


def _empties_of(phase: int) -> int:
    return 60 if phase == 0 else 52 - 2 * phase

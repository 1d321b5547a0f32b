"""The learning curve: the error of each round's weights on held-out games."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outflank.engine import weights
from outflank.learning.calibration import Solver
from outflank.learning.curves import Curve, draw
from outflank.learning.labels import Report
from outflank.translation import _


@dataclass(frozen=True)
class Point:
    """The error of a weights file at one number of empties."""

    weights: str
    empties: int
    positions: int
    error: float  # discs, the mean absolute error
    deviation: float  # discs, the standard error of that mean


def learning_curve(
    directory: Path,
    names: Sequence[str],
    counts: Sequence[tuple[int, int]],
    solver: Solver,
    report: Report,
) -> list[Point]:
    """Measure the weights files with these names in the directory.

    Prints a table and writes errors.csv and errors.svg beside the weights.
    """
    report(_("Errors on held-out games, in discs:"))
    points = []
    for empties, count in counts:
        chosen, solved = solver.solve(empties, count, held=True)
        for name in names:
            known = weights.load(directory / f"{name}.weights")
            found = known.evaluate_all(chosen.mover, chosen.opponent) / weights.NATIVE_STEPS
            errors = np.abs(found - solved)
            deviation = float(errors.std() / np.sqrt(len(errors)))
            points.append(Point(name, empties, len(errors), float(errors.mean()), deviation))
        row = ", ".join(f"{point.weights} {point.error:.2f}" for point in points[-len(names) :])
        report(
            _(
                "  {empties} empties, {count} positions: {errors} ± {deviation:.2f}",
                empties=empties,
                count=len(solved),
                errors=row,
                deviation=deviation,
            )
        )
    with (directory / "errors.csv").open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("weights", "empties", "positions", "error", "standard error"))
        for point in points:
            numbers = (f"{point.error:.3f}", f"{point.deviation:.3f}")
            table.writerow((point.weights, point.empties, point.positions, *numbers))
    (directory / "errors.svg").write_text(_picture(points, counts), encoding="utf-8")
    return points


def _picture(points: Sequence[Point], counts: Sequence[tuple[int, int]]) -> str:
    curves = []
    for empties, _count in counts:
        here = [point for point in points if point.empties == empties]
        curves.append(
            Curve(
                _(
                    "Mean error at {empties} empties in discs (band: standard error)",
                    empties=empties,
                ),
                [(number, point.error) for number, point in enumerate(here)],
                [(point.error - point.deviation, point.error + point.deviation) for point in here],
            )
        )
    return draw(curves, _("0: endgame only; then after each round of searches; last: scaled"))

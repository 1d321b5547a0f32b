"""The accuracy of shallow searches as predictors of deep ones, for multi-ProbCut.

Every position is searched without pruning by probes, and the scores of all shallower depths are
recorded; near the end the exact score is computed too. The standard deviation of deep minus shallow
is what `probe_error` in native/probcut.cpp models; its constants are fitted here.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from outflank import _native
from outflank.engine import weights
from outflank.learning.accuracy import EVERYWHERE, SEARCH_MEGABYTES, Pair, choose_pairs, solve_one
from outflank.learning.labels import Report
from outflank.learning.positions import GamePositions
from outflank.learning.recipe import InvalidTraining
from outflank.translation import _

EMPTIES = (50, 44, 38, 32, 26, 22, 20, 18, 16, 14)
FEWEST = 10  # minimum positions per number of empties
CHUNK = 20  # positions per task


@dataclass(frozen=True)
class Reach:
    """The range of the measurement; larger ranges take much longer."""

    depth: int = 10  # plies
    solved: int = 20  # number of empties from which the exact score is computed too

    def __post_init__(self) -> None:
        if not _native.PROBED_DEPTH <= self.depth <= 24:
            raise InvalidTraining(
                _(
                    "Expected a depth of {least} to 24 plies. Got {depth}.",
                    least=_native.PROBED_DEPTH,
                    depth=self.depth,
                )
            )
        if not min(EMPTIES) <= self.solved <= 32:
            raise InvalidTraining(
                _(
                    "Expected to solve from {least} to 32 empty squares. Got {empties}.",
                    least=min(EMPTIES),
                    empties=self.solved,
                )
            )


# Scores by depth; a depth equal to the empties is the exact score.
Scores = dict[int, float]


@dataclass(frozen=True)
class Probe:
    """The error of the score at depth `probe` as a prediction for `depth`."""

    empties: int
    depth: int  # the number of empties for the exact score
    probe: int
    positions: int
    deviation: float  # discs
    bias: float  # discs

    @property
    def stated(self) -> float:
        """The deviation that the search assumes, before its confidence factor."""
        return _native.probe_error(self.empties, self.depth, self.probe)

    @property
    def used(self) -> bool:
        """True if the search ever uses this probe."""
        return self.probe == _native.probe_depth(self.depth)


@dataclass(frozen=True)
class Law:
    """The best-fitting constants of `probe_error`; as text in the form of native/probcut.cpp."""

    middle: tuple[float, float, float, float]
    end: tuple[float, float]

    def __str__(self) -> str:
        size, gap, probe, empties = self.middle
        end_size, end_probe = self.end
        middle = (
            f"{size:.2f} * std::pow(depth - probe, {gap:.3f})"
            f" * std::exp({probe:.4f} * probe {_signed(empties)} * std::min(empties, QUIET))"
        )
        end = f"{end_size:.2f} * std::exp({end_probe:.4f} * probe)"
        return "\n".join(
            [_("Middle game: {formula}", formula=middle), _("To the end: {formula}", formula=end)]
        )


def _signed(number: float) -> str:
    """Format a number with a separated sign, to follow another term."""
    return f"{'-' if number < 0 else '+'} {abs(number):.4f}"


class TooFewPositions(ValueError):
    """The held-out games do not have enough positions for a measurement."""


def positions_to_probe(games: GamePositions, hold_out: int, count: int) -> dict[int, list[Pair]]:
    """Return positions of held-out games for each number of empties."""
    positions = {}
    for empties in EMPTIES:
        positions[empties] = choose_pairs(games, hold_out, empties, count)
        if len(positions[empties]) < FEWEST:
            raise TooFewPositions(
                _(
                    "The held-out games have {count} positions with {empties} empty squares, but "
                    "at least {least} are needed. Use more games.",
                    count=len(positions[empties]),
                    empties=empties,
                    least=FEWEST,
                )
            )
    return positions


def scores_on_the_way(packed: bytes, pairs: Sequence[Pair], reach: Reach) -> list[Scores]:
    """Return each position's scores at every depth and exactly; runs in a worker."""
    known = weights.native(packed)
    return [_scores(known, *pair, reach) for pair in pairs]


def _scores(known: _native.Weights, mover: int, opponent: int, reach: Reach) -> Scores:
    engine = _native.SearchEngine(1, SEARCH_MEGABYTES, _native.Techniques(probcut=False), known)
    glance = known.evaluate_all(np.array([mover], np.uint64), np.array([opponent], np.uint64))
    scores: Scores = {0: float(glance[0]) / weights.NATIVE_STEPS}

    def note(results: Sequence[_native.SearchResult]) -> bool:
        scores[results[0].depth] = results[0].score
        return True

    limit = _native.SearchLimit(depth=reach.depth)
    engine.analyse(mover, opponent, EVERYWHERE, limit, 1, _native.Stop(), note)
    empties = 64 - (mover | opponent).bit_count()
    if empties <= reach.solved:
        scores[empties] = solve_one(mover, opponent)
    return scores


def tell_probes(
    packed: bytes,
    games: GamePositions,
    hold_out: int,
    count: int,
    executor: Executor,
    report: Report,
    table: Path | None,
    reach: Reach | None = None,
) -> None:
    """Measure on held-out positions and report the results; `table` receives all of them."""
    positions = positions_to_probe(games, hold_out, count)
    probes = measure_probes(packed, positions, reach or Reach(), executor, report)
    for line in probe_table(probes):
        report(line)
    if table is not None:
        write_probes(probes, table)


def measure_probes(
    packed: bytes,
    positions: Mapping[int, Sequence[Pair]],
    reach: Reach,
    executor: Executor,
    report: Report,
) -> list[Probe]:
    """Measure the deviations between depths of equal parity, which the search compares.

    `positions` are grouped by number of empties; `packed` is a weights file.
    """
    tasks = {
        empties: [
            executor.submit(scores_on_the_way, packed, pairs[at : at + CHUNK], reach)
            for at in range(0, len(pairs), CHUNK)
        ]
        for empties, pairs in positions.items()
    }
    probes = []
    for empties, parts in tasks.items():
        differences: dict[tuple[int, int], list[float]] = defaultdict(list)
        for scores in (scores for part in parts for scores in part.result()):
            for deep, score in scores.items():
                for probe, guess in scores.items():
                    if probe < deep and (deep - probe) % 2 == 0:
                        differences[deep, probe].append(score - guess)
        for (deep, probe), found in sorted(differences.items()):
            deviation, bias = float(np.std(found)), float(np.mean(found))
            probes.append(Probe(empties, deep, probe, len(found), deviation, bias))
        count = len(positions[empties])
        report(_("{empties} empties: {count} positions searched", empties=empties, count=count))
    return probes


def fit_law(probes: Sequence[Probe]) -> Law:
    """Fit the constants by least squares of the logarithms."""
    middle = [p for p in probes if p.depth < p.empties and p.depth >= _native.PROBED_DEPTH]
    end = [p for p in probes if p.depth == p.empties]
    rows = [(1, np.log(p.depth - p.probe), p.probe, p.empties) for p in middle]
    size, gap, probe, empties = _least_squares(rows, middle)
    end_size, end_probe = _least_squares([(1, p.probe) for p in end], end)
    return Law((float(np.exp(size)), gap, probe, empties), (float(np.exp(end_size)), end_probe))


def _least_squares(rows: Sequence[Sequence[float]], probes: Sequence[Probe]) -> list[float]:
    logarithms = np.log([p.deviation for p in probes])
    found: list[float] = np.linalg.lstsq(np.array(rows), logarithms, rcond=None)[0].tolist()
    return found


def probe_table(probes: Sequence[Probe]) -> list[str]:
    """Return a table of the used probes, measured / assumed, and the fitted law."""
    lines: dict[int, dict[int, Probe]] = defaultdict(dict)
    for probe in probes:
        if probe.used and probe.depth >= _native.PROBED_DEPTH:
            lines[probe.empties][probe.depth] = probe
    depths = sorted(set.union(*(set(line) - {empties} for empties, line in lines.items())))
    heads = [f"{depth}/{_native.probe_depth(depth)}" for depth in depths]
    table = [_("empties") + "".join(f"{head:>9}" for head in [*heads, _("end")])]
    for empties, line in lines.items():
        cells = [line.get(depth) for depth in (*depths, empties)]
        shown = [f"{p.deviation:.1f}/{p.stated:.1f}" if p else "–" for p in cells]
        table.append(f"{empties:7}" + "".join(f"{cell:>9}" for cell in shown))
    return [*table, *str(fit_law(probes)).splitlines()]


def write_probes(probes: Sequence[Probe], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(("empties", "depth", "probe", "positions", "deviation", "bias", "stated"))
        for p in probes:
            numbers = (f"{p.deviation:.3f}", f"{p.bias:.3f}", f"{p.stated:.3f}")
            table.writerow((p.empties, p.depth, p.probe, p.positions, *numbers))

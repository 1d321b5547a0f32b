"""Trained weights: from floating-point parameters to the engine's file."""

import hashlib
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.engine.weights import (
    HEADER,
    MAGIC,
    NATIVE_STEPS,
    VERSION,
    InvalidWeights,
    layout_digest,
)
from outflank.translation import _

SUM_STEPS = 64  # of a disc, in the sum of a row: rounding adds 0.03 disc to an error of several
COARSE = 64  # the unit of a row's first byte, in steps of the second
READING_STEPS = 64  # resolution of a phase's readings, finer than NATIVE_STEPS
STEEPNESS = 2048  # steps of a hidden unit's total in which a step's value grows by its reading
SQUARE = 0.25  # a hidden unit contributes the square of half its total
BYTE, WORD = 127, 32767
MOST_START = WORD - 48 * 128  # so that a total of 48 rows fits in a word
LEAST = 1e-6  # a unit with a smaller maximum is dropped


@dataclass(frozen=True)
class Parameters:
    """The trained parameters: a row per entry of a pattern, and the output layer of each phase.

    Column 0 is the sum, in discs; the others are hidden units, which contribute the square of half
    their total if it is positive. native/pattern_evaluation.hpp defines the score.
    """

    rows: NDArray[np.float32]  # stages × parameters × columns
    start: NDArray[np.float32]  # phases × columns: the initial value of every total
    worth: NDArray[np.float32]  # phases × columns: the factor of every total, in discs

    @classmethod
    def ignorant(cls) -> Self:
        """Return the parameters of an engine that evaluates every position as even."""
        readings = (_native.PHASES, _native.COLUMNS)
        return cls(
            np.zeros((_native.STAGES, _native.PARAMETERS, _native.COLUMNS), np.float32),
            np.zeros(readings, np.float32),
            np.zeros(readings, np.float32),
        )

    def stretched(self, slopes: NDArray[np.float64], shifts: NDArray[np.float64]) -> Self:
        """Multiply every phase's scores by its slope and add its shift in discs."""
        worth = (self.worth * slopes[:, None]).astype(np.float32)
        start = self.start.copy()
        start[:, 0] += shifts / worth[:, 0]
        return type(self)(self.rows, start, worth)


def quantise(parameters: Parameters) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
    """Convert to the engine's integers: stages × parameters × ROW bytes, phases × 2 × ROW words.

    Each unit of a stage is scaled so that its largest number is the largest byte.
    """
    rows = np.zeros((_native.STAGES, _native.PARAMETERS, _native.ROW), np.int8)
    start = np.zeros((_native.PHASES, _native.ROW))
    worth = np.zeros((_native.PHASES, _native.ROW))
    scale = np.zeros((_native.STAGES, _native.COLUMNS - 1), np.float32)
    _refuse_no_numbers(parameters.start, parameters.worth)
    for stage, learned in enumerate(parameters.rows):
        seen = learned.any(axis=1)  # after training on few games most entries are zero
        _refuse_no_numbers(learned[seen])
        steps = np.rint(learned[seen, 0] * SUM_STEPS)
        coarse = np.clip((steps + COARSE // 2) // COARSE, -BYTE, BYTE)
        fine = np.clip(steps - COARSE * coarse, -COARSE // 2, COARSE // 2)
        units = learned[seen, 1:]
        largest = np.abs(units).max(axis=0, initial=0)
        # A unit that is zero everywhere is dropped.
        np.divide(BYTE, largest, out=scale[stage], where=largest > LEAST)
        rows[stage, seen] = np.column_stack([coarse, fine, np.rint(units * scale[stage])])
    start[:, 1] = parameters.start[:, 0] * SUM_STEPS
    # Rounded before the coarse byte is derived, so that both bytes stay consistent.
    worth[:, 1] = np.rint(parameters.worth[:, 0] * (NATIVE_STEPS * READING_STEPS // SUM_STEPS))
    worth[:, 0] = COARSE * worth[:, 1]
    of_phase = scale[[_native.stage_of_phase(phase) for phase in range(_native.PHASES)]]
    start[:, 2:] = parameters.start[:, 1:] * of_phase
    worth[:, 2:] = np.divide(
        parameters.worth[:, 1:] * (SQUARE * NATIVE_STEPS * READING_STEPS * STEEPNESS),
        of_phase**2,
        out=np.zeros_like(of_phase),
        where=of_phase > 0,
    )
    for name, reading, most in (("start", start, MOST_START), ("worth", worth, WORD)):
        if np.abs(reading).max() > most:
            phase = int(np.abs(reading).max(axis=1).argmax())
            raise InvalidWeights(
                _(
                    "A weight ({name}) of phase {phase} is {value:.0f}, but the maximum is "
                    "{most}. The training diverged, or had too few positions.",
                    name=name,
                    phase=phase,
                    value=np.abs(reading).max(),
                    most=most,
                )
            )
    return rows, np.rint(np.stack([start, worth], axis=1)).astype(np.int16)


def _refuse_no_numbers(*parts: NDArray[np.float32]) -> None:
    if not all(np.isfinite(part).all() for part in parts):
        raise InvalidWeights(_("A weight is not a finite number: the training diverged."))


def pack(parameters: Parameters, effort: int = 6) -> bytes:
    """Serialize weights; a lower ``effort`` (1 to 9) is faster and gives a larger file."""
    expected = (_native.STAGES, _native.PARAMETERS, _native.COLUMNS)
    if parameters.rows.shape != expected:
        raise InvalidWeights(
            _(
                "The weights have the shape {shape}, not {expected}. Train them again.",
                shape=parameters.rows.shape,
                expected=expected,
            )
        )
    packed = zlib.compress(block(parameters), effort)
    digest = hashlib.sha256(packed).digest()
    return HEADER.pack(MAGIC, VERSION, *expected[:2], layout_digest(), digest) + packed


def block(parameters: Parameters) -> bytes:
    """Return the uncompressed block of the file, as described in native/pattern_evaluation.hpp."""
    rows, readings = quantise(parameters)
    parts = [readings.astype("<i2").tobytes()]
    for stage in rows:
        present = stage.any(axis=1)
        parts += [np.packbits(present).tobytes(), stage[present].T.tobytes()]
    return b"".join(parts)


def save(parameters: Parameters, path: Path) -> None:
    """Write a weights file, replacing an existing file only when the new one is complete."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(pack(parameters))
    unfinished.replace(path)

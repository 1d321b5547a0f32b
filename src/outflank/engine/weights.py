"""Read, write and verify the engine's weights file.

A weights file is a header and one compressed block. The header contains the format version, the
layout of the evaluation (patterns, phases and stages) and a checksum of the block; a file that does
not match is rejected. The block contains the readings of every phase, then for each stage which
entries have a row, and the rows byte by byte: the first bytes of all rows, then the second bytes
and so on, because these are similar.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.translation import N_, _

DEFAULT_FILE = Path(__file__).with_name("evaluation.weights")
LIGHT_FILE = Path(__file__).with_name("light.weights")  # made by tools/light_weights.py

MAGIC = b"OUTFLANK WEIGHTS"
VERSION = 3
HEADER = struct.Struct("<16sHHI8s32s")  # magic, version, stages, parameters, layout, checksum
NATIVE_STEPS = 256  # of a disc, the engine's unit of a score
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
    """The trained parameters: a row of numbers for every entry, and the readings of each phase.

    Column 0 is the sum, in discs; the others are hidden units, which contribute the square of half
    their total if it is positive. native/pattern_evaluation.hpp defines the score.
    """

    rows: NDArray[np.float32]  # stages × parameters × columns
    start: NDArray[np.float32]  # phases × columns: the initial value of every total
    worth: NDArray[np.float32]  # phases × columns: the factor of every total, in discs

    @classmethod
    def ignorant(cls) -> Parameters:
        """Return the parameters of an engine that evaluates every position as even."""
        readings = (_native.PHASES, _native.COLUMNS)
        return cls(
            np.zeros((_native.STAGES, _native.PARAMETERS, _native.COLUMNS), np.float32),
            np.zeros(readings, np.float32),
            np.zeros(readings, np.float32),
        )

    def stretched(self, slopes: NDArray[np.float64], shifts: NDArray[np.float64]) -> Parameters:
        """Multiply every phase's scores by its slope and add its shift in discs."""
        worth = (self.worth * slopes[:, None]).astype(np.float32)
        start = self.start.copy()
        start[:, 0] += shifts / worth[:, 0]
        return Parameters(self.rows, start, worth)


FORGED = N_("{file} is inconsistent: {error}. Train again.")


class InvalidWeights(ValueError):
    """The file is not a weights file that this version of the engine can use."""


def layout_digest() -> bytes:
    """Return eight bytes that depend on the patterns; phases and stages have the version."""
    return hashlib.sha256(_native.EVALUATION_LAYOUT.encode()).digest()[:8]


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


def unpack(data: bytes, name: str = "the weights file") -> bytes:
    """Return the verified block of a weights file; `name` is the file's name in errors."""
    if len(data) < HEADER.size or not data.startswith(MAGIC):
        raise InvalidWeights(
            _("{file} is not a weights file from `outflank teach train`.", file=name)
        )
    _magic, version, stages, parameters, layout, checksum = HEADER.unpack_from(data)
    if version != VERSION:
        raise InvalidWeights(
            _(
                "{file} has format version {version}, but this Outflank reads version {own}. Train "
                "again, or use the version of Outflank that wrote it.",
                file=name,
                version=version,
                own=VERSION,
            )
        )
    if layout != layout_digest() or (stages, parameters) != (_native.STAGES, _native.PARAMETERS):
        raise InvalidWeights(
            _(
                "{file} is for patterns that differ from those of this version of Outflank. Train"
                " again, or use the version of Outflank that wrote it.",
                file=name,
            )
        )
    packed = data[HEADER.size :]
    if hashlib.sha256(packed).digest() != checksum:
        raise InvalidWeights(
            _("{file} is damaged: its checksum is wrong. Copy or download it again.", file=name)
        )
    return _block(packed, name)


def _block(packed: bytes, name: str) -> bytes:
    """Decompress the block, but not beyond the largest valid size."""
    readings = _native.PHASES * 2 * _native.ROW * 2
    rows = _native.STAGES * _native.PARAMETERS
    most = readings + _native.STAGES + rows // 8 + rows * _native.ROW
    stream = zlib.decompressobj()
    try:
        found = stream.decompress(packed, most + 1)
    except zlib.error as error:
        raise InvalidWeights(_(FORGED, file=name, error=error)) from None
    if not stream.eof or stream.unused_data:
        raise InvalidWeights(_(FORGED, file=name, error=f"> {most}"))
    return found


def native(packed: bytes, name: str = "the weights file") -> _native.Weights:
    """Return the weights in a file's bytes, ready to be shared by engines."""
    block = unpack(packed, name)
    try:
        return _native.Weights(block)
    except ValueError as error:
        raise InvalidWeights(_(FORGED, file=name, error=error)) from None


def save(parameters: Parameters, path: Path) -> None:
    """Write a weights file, replacing an existing file only when the new one is complete."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(pack(parameters))
    unfinished.replace(path)


def checksum(path: Path = DEFAULT_FILE) -> str:
    """Return sixteen characters that identify a weights file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def load(path: Path) -> _native.Weights:
    """Return the weights of a file, ready to be shared by engines; reloaded if the file changes."""
    state = path.stat()
    return _read(path.resolve(), state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=4)  # enough for two that play each other; 30 MB each
def _read(path: Path, changed: int, size: int) -> _native.Weights:
    return native(path.read_bytes(), str(path))


@cache
def default() -> _native.Weights:
    """Return the included weights, loaded once per process and shared by all engines."""
    return load(DEFAULT_FILE)

"""What the engine has learned: the file of weights, read, written and checked.

A weights file is a header and one compressed block. The header names the format's version, the
layout of the evaluation it was made for (patterns and phases) and a checksum of the block; a file
that does not match is refused with a sentence, never half used. Weights are stored in 1/32 disc
as differences from phase to phase, the low and the high bytes apart, because neighbouring phases
are alike and most high bytes are equal: that makes the file three times smaller.
"""

from __future__ import annotations

import hashlib
import struct
import zlib
from functools import cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from outflank import _native

DEFAULT_FILE = Path(__file__).with_name("evaluation.weights")

Parameters: TypeAlias = NDArray[np.float32]  # phases × parameters, in discs

MAGIC = b"OUTFLANK WEIGHTS"
VERSION = 1
HEADER = struct.Struct("<16sHHI8s32s")  # magic, version, phases, parameters, layout, checksum
STEPS = 32  # stored steps per disc: rounding adds 0.06 disc to an error of several
NATIVE_STEPS = 256  # the engine's unit
LARGEST = 32767 // NATIVE_STEPS  # discs; what a 16-bit weight can say


class InvalidWeights(ValueError):
    """The file is not a set of weights this version of the engine can use."""


def layout_digest() -> bytes:
    """Eight bytes that change whenever a weight would mean something else."""
    return hashlib.sha256(_native.EVALUATION_LAYOUT.encode()).digest()[:8]


def pack(parameters: Parameters, effort: int = 6) -> bytes:
    """The bytes of a weights file; less effort (1 to 9) is faster and makes them more."""
    expected = (_native.PHASES, _native.PARAMETERS)
    if parameters.shape != expected:
        raise InvalidWeights(
            f"expected {expected[0]} phases of {expected[1]} weights, got {parameters.shape}: "
            "train again with this version"
        )
    if not np.isfinite(parameters).all():
        raise InvalidWeights(
            "expected numbers, got a weight that is not finite: the training diverged"
        )
    steps = np.clip(np.rint(parameters * STEPS), -LARGEST * STEPS, LARGEST * STEPS).astype("<i2")
    steps[1:] -= steps[:-1].copy()
    block = zlib.compress(steps.view(np.uint8).reshape(-1, 2).T.tobytes(), effort)
    header = HEADER.pack(MAGIC, VERSION, *expected, layout_digest(), hashlib.sha256(block).digest())
    return header + block


def unpack(data: bytes, name: str = "the weights file") -> NDArray[np.int16]:
    """Phases × parameters in 1/256 disc; `name` is what an error calls the file."""
    if len(data) < HEADER.size or not data.startswith(MAGIC):
        raise InvalidWeights(
            f"{name} is not a weights file of Outflank: expected it to begin with "
            f"{MAGIC.decode()!r}; give the path of a file written by `outflank train`"
        )
    _, version, phases, parameters, layout, checksum = HEADER.unpack_from(data)
    if version != VERSION:
        raise InvalidWeights(
            f"{name} has format version {version}, but this Outflank reads version {VERSION}: "
            "train again, or use the version of Outflank that wrote it"
        )
    if layout != layout_digest() or (phases, parameters) != (_native.PHASES, _native.PARAMETERS):
        raise InvalidWeights(
            f"{name} was trained for other patterns than this version of Outflank has "
            f"({phases} phases of {parameters} weights, expected {_native.PHASES} of "
            f"{_native.PARAMETERS}): train again, or use the version of Outflank that wrote it"
        )
    block = data[HEADER.size :]
    if hashlib.sha256(block).digest() != checksum:
        raise InvalidWeights(
            f"{name} is damaged: its checksum does not match its contents; "
            "copy or download it again"
        )
    planes = np.frombuffer(zlib.decompress(block), np.uint8).reshape(2, -1)
    steps = np.empty((phases, parameters), "<i2")
    steps.view(np.uint8).reshape(-1, 2)[:] = planes.T
    for phase in range(1, phases):
        steps[phase] += steps[phase - 1]
    steps *= NATIVE_STEPS // STEPS
    return steps.astype(np.int16, copy=False)


def save(parameters: Parameters, path: Path) -> None:
    """Writes a weights file; a file of that name is replaced only when the new one is complete."""
    unfinished = path.with_name(path.name + ".unfinished")
    unfinished.write_bytes(pack(parameters))
    unfinished.replace(path)


def checksum(path: Path = DEFAULT_FILE) -> str:
    """Sixteen letters that tell one weights file from another."""
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def load(path: Path) -> _native.Weights:
    """The weights of a file, ready for any number of engines."""
    return _native.Weights(unpack(path.read_bytes(), str(path)).reshape(-1))


@cache
def default() -> _native.Weights:
    """The weights that come with Outflank, loaded once and shared by all engines of the process."""
    return load(DEFAULT_FILE)

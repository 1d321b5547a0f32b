"""Read and verify the engine's weights file; ``outflank.learning.trained_weights`` writes it.

A weights file is a header and one compressed block. The header contains the format version, the
layout of the evaluation (patterns, phases and stages) and a checksum of the block; a file that does
not match is rejected. The block contains the readings of every phase, then for each stage which
entries have a row, and the rows byte by byte: the first bytes of all rows, then the second bytes
and so on, because these are similar.
"""

import hashlib
import struct
import zlib
from functools import cache, lru_cache
from pathlib import Path

from outflank import _native
from outflank.translation import N_, _

DEFAULT_FILE = Path(__file__).with_name("evaluation.weights")
LIGHT_FILE = Path(__file__).with_name("light.weights")  # made by tools/light_weights.py

MAGIC = b"OUTFLANK WEIGHTS"
VERSION = 3
HEADER = struct.Struct("<16sHHI8s32s")  # magic, version, stages, parameters, layout, checksum
NATIVE_STEPS = 256  # of a disc, the engine's unit of a score

FORGED = N_("{file} is inconsistent: {error}. Train again.")


class InvalidWeights(ValueError):
    """The file is not a weights file that this version of the engine can use."""


def layout_digest() -> bytes:
    """Return eight bytes that depend on the patterns; phases and stages have the version."""
    return hashlib.sha256(_native.EVALUATION_LAYOUT.encode()).digest()[:8]


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

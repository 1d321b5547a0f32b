"""Labels: the values of positions, computed by search in tasks for any executor."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.engine import weights
from outflank.learning.positions import Bits

Labels: TypeAlias = NDArray[np.float32]  # discs, from the mover's view
Report: TypeAlias = Callable[[str], None]


@lru_cache(maxsize=2)
def _native_weights(packed: bytes) -> _native.Weights:
    return weights.native(packed)


def label_chunk(
    packed: bytes | None,
    mover: Bits,
    opponent: Bits,
    exact_from: int,
    depth: int,
    confidence: int = _native.EXACT,
) -> Labels:
    """Label some positions; runs in a worker, so all its data are arguments."""
    known = None if packed is None else _native_weights(packed)
    return _native.label(known, mover, opponent, exact_from, depth, confidence)


def label(
    mover: Bits,
    opponent: Bits,
    *,
    packed: bytes | None,
    exact_from: int,
    depth: int,
    chunk: int,
    executor: Executor,
    directory: Path,
    confidence: int = _native.EXACT,
) -> Labels:
    """Label positions; chunks already in the directory are not computed again."""
    directory.mkdir(parents=True, exist_ok=True)
    tasks: list[tuple[Path, Future[Labels] | None]] = []
    for first in range(0, len(mover), chunk):
        path = directory / f"{first // chunk:05}.npy"
        task = None
        if not path.exists():
            piece = (mover[first : first + chunk], opponent[first : first + chunk])
            task = executor.submit(label_chunk, packed, *piece, exact_from, depth, confidence)
        tasks.append((path, task))
    for path, task in tasks:
        if task is not None:
            unfinished = path.with_suffix(".unfinished.npy")
            np.save(unfinished, task.result())
            unfinished.rename(path)
    parts = [np.load(path) for path, _ in tasks]
    return np.concatenate(parts) if parts else np.zeros(0, np.float32)

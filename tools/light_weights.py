"""Create the light weights for phones and slow connections: a third of the full size.

Numbers are rounded, more coarsely for rows that are rarely used: the cost of a row's error grows
with its frequency, so the step is proportional to one over the square root of it. Unused rows are
dropped. Frequencies come from games and from positions a few random moves away, as in searches.

    python tools/light_weights.py GAMES [--step DISCS]
"""

import argparse
import hashlib
import zlib
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.engine import weights
from outflank.learning import trained_weights
from outflank.learning.positions import read_games, strays

STRAYS, ASTRAY = 2_000_000, 4  # positions, random moves
STEP = 3.6  # thousandths of a disc, for the most frequent row
LATE = 3  # times coarser with 12 empties and fewer, where searches reach the end
FINEST, MOST = 1.0, 127
SUM = 2  # the first bytes of a row are one number
USUAL = 100  # steps, a typical total of an active hidden unit, which scales its slope


def rows_of(block: bytes) -> tuple[bytes, NDArray[np.int8]]:
    """Return the unchanged readings of a block, and its rows: stages × parameters × ROW."""
    at = _native.PHASES * 2 * _native.ROW * 2
    readings = block[:at]
    rows = np.zeros((_native.STAGES, _native.PARAMETERS, _native.ROW), np.int8)
    for stage in rows:
        bits = np.frombuffer(block, np.uint8, (_native.PARAMETERS + 7) // 8, at)
        present = np.unpackbits(bits)[: _native.PARAMETERS].astype(bool)
        at += bits.size
        shape = (_native.ROW, int(present.sum()))
        stage[present] = np.frombuffer(block, np.int8, shape[0] * shape[1], at).reshape(shape).T
        at += shape[0] * shape[1]
    return readings, rows


def coarser(
    rows: NDArray[np.int8], readings: NDArray[np.int16], seen: NDArray[np.int32], step: float
) -> NDArray[np.int8]:
    """Round the rows to steps in discs, given the effect of a step in a phase."""
    light = np.zeros_like(rows)
    phases = np.array([_native.stage_of_phase(phase) for phase in range(_native.PHASES)])
    for stage in range(_native.STAGES):
        worth = np.abs(readings[phases == stage, 1].astype(float)).mean(axis=0)
        worth /= trained_weights.READING_STEPS * weights.NATIVE_STEPS  # discs
        worth[SUM:] *= 2 * USUAL / trained_weights.STEEPNESS  # the slope of a square
        often = np.maximum(seen[stage], 1) / max(1, seen[stage].max())
        wanted = step * (LATE if stage == _native.STAGES - 1 else 1) / np.sqrt(often)
        full = rows[stage].astype(float)
        full[:, 1] += trained_weights.COARSE * full[:, 0]
        for column in range(1, _native.ROW):
            if worth[column] == 0:
                continue
            # Powers of two give few distinct steps, which compress well.
            steps = 2.0 ** np.floor(np.log2(np.maximum(wanted / worth[column], FINEST)))
            rounded = np.where(seen[stage] > 0, np.rint(full[:, column] / steps) * steps, 0)
            if column < SUM:
                high = np.floor((rounded + trained_weights.COARSE // 2) / trained_weights.COARSE)
                light[stage, :, 0] = np.clip(high, -MOST, MOST)
                light[stage, :, 1] = rounded - trained_weights.COARSE * high
            else:
                light[stage, :, column] = np.clip(rounded, -MOST, MOST)
    return light


def packed(readings: bytes, rows: NDArray[np.int8]) -> bytes:
    """Return the bytes of the file."""
    parts = [readings]
    for stage in rows:
        present = stage.any(axis=1)
        parts += [np.packbits(present).tobytes(), stage[present].T.tobytes()]
    body = zlib.compress(b"".join(parts), 9)
    head = (weights.MAGIC, weights.VERSION, _native.STAGES, _native.PARAMETERS)
    return weights.HEADER.pack(*head, weights.layout_digest(), hashlib.sha256(body).digest()) + body


def main() -> None:
    """Write the file and report the difference of its evaluation from the full one."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games", type=Path)
    parser.add_argument("--step", type=float, default=STEP)
    parser.add_argument("--to", type=Path, default=weights.LIGHT_FILE)
    args = parser.parse_args()
    games = read_games(args.games)
    sample = strays(games, STRAYS, ASTRAY, 1)
    seen = _native.count_rows(sample.mover, sample.opponent)
    block = weights.unpack(weights.DEFAULT_FILE.read_bytes())
    readings, rows = rows_of(block)
    numbers = np.frombuffer(readings, "<i2").reshape(_native.PHASES, 2, _native.ROW)
    seen = seen.reshape(_native.STAGES, _native.PARAMETERS)
    args.to.write_bytes(packed(readings, coarser(rows, numbers, seen, args.step / 1000)))
    test = strays(games, 200_000, ASTRAY, 2)
    full = weights.default().evaluate_all(test.mover, test.opponent)
    light = weights.load(args.to).evaluate_all(test.mover, test.opponent)
    error = (light - full) / weights.NATIVE_STEPS
    print(
        f"{args.to.name}: {args.to.stat().st_size:,} bytes, {np.sqrt((error**2).mean()):.2f} discs "
        f"from the full evaluation (root mean square), {error.mean():+.2f} on average"
    )
    for empties in range(0, 60, 10):
        these = (test.empties >= empties) & (test.empties < empties + 10)
        print(f"  {empties}-{empties + 9} empties: {np.sqrt((error[these] ** 2).mean()):.2f}")


if __name__ == "__main__":
    main()

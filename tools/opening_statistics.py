#!/usr/bin/env python3
"""Make the opening statistics that ship with Outflank from a folder of WTHOR files.

    tools/opening_statistics.py WTHOR_FOLDER [src/outflank/openings/statistics.xz]

The same games give the same bytes. It takes half a minute.
"""

import lzma
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from outflank.batch import PASS, Positions
from outflank.board import Symmetry
from outflank.formats import GameRecord, packed, read_file, with_score
from outflank.openings.statistics import (
    DEEPEST,
    ERA,
    FILE,
    KEY_BYTES,
    LEAST,
    PLANES,
    SIZES,
    hash_of,
)

NONE = 0xFF  # no move, in a packed game
TURNED = np.array([[symmetry.square(square) for square in range(64)] for symmetry in Symmetry])
Table = NDArray[np.int64]


def build(records: Iterable[GameRecord]) -> bytes:
    """Return the file of statistics of these games; unfinished games are left out."""
    games = [with_score(record) for record in records if record.start is None]
    games = [record for record in games if record.score is not None and record.year is not None]
    squares = b"".join(packed(record.moves) for record in games)
    moves = np.frombuffer(squares, np.uint8).reshape(len(games), -1)
    scores = np.array([record.score for record in games], np.int64)
    years = np.array([record.year for record in games], np.int64)
    positions: list[tuple[bytes, Table, Table]] = []
    boards = Positions.start(len(games))
    for ply in range(DEEPEST + 1):
        positions += _positions(boards, moves[:, ply], scores, years)
        going = moves[:, ply] != NONE
        moves, scores, years = moves[going], scores[going], years[going]
        boards = boards[going].step(moves[:, ply].astype(np.int16))
    return _file(sorted(positions, key=lambda position: position[0]))


def _positions(
    boards: Positions, squares: NDArray[np.uint8], scores: Table, years: Table
) -> Iterable[tuple[bytes, Table, Table]]:
    """Yield the key, the games and years, and the moves of each position after some moves."""
    own, other, symmetry = _canonical(boards)
    white = boards.turn.astype(np.int64)
    names, which, games = np.unique(
        np.stack([own, other, white.astype(np.uint64)], 1),
        axis=0,
        return_inverse=True,
        return_counts=True,
    )
    order = np.argsort(which.ravel(), kind="stable")
    begins = np.concatenate([[0], np.cumsum(games)])
    turned = np.where(squares == NONE, PASS, TURNED[symmetry, squares % 64])
    for place in np.flatnonzero(games >= LEAST):
        mover, opponent, is_white = (int(number) for number in names[place])
        chosen = order[begins[place] : begins[place + 1]]
        results = scores[chosen] * (-1 if is_white else 1)
        span = np.array([len(chosen), years[chosen].min(), years[chosen].max()])
        same = _self_symmetries(mover, opponent)
        least = TURNED[same].min(axis=0)[turned[chosen]]  # one move for symmetric ones
        moves = [
            [
                square,
                int(made.sum()),
                int((results[made] > 0).sum()),
                int((results[made] == 0).sum()),
                int(results[made].sum()),
            ]
            for square in np.unique(least[turned[chosen] != PASS])
            for made in [(least == square) & (turned[chosen] != PASS)]
        ]
        table = np.array(moves, np.int64).reshape(-1, 5)
        yield hash_of(mover, opponent, white=bool(is_white)), span, table


def _canonical(boards: Positions) -> tuple[NDArray[Any], NDArray[Any], NDArray[np.int64]]:
    """Return the least orientation of each position, and the number of its symmetry."""
    own, other = boards.mover_bits, boards.opponent_bits
    symmetry = np.zeros(len(boards), np.int64)
    for number, turned in enumerate(boards.symmetries()):
        less = (turned.mover_bits < own) | (
            (turned.mover_bits == own) & (turned.opponent_bits < other)
        )
        own = np.where(less, turned.mover_bits, own)
        other = np.where(less, turned.opponent_bits, other)
        symmetry = np.where(less, number, symmetry)
    return own, other, symmetry


def _self_symmetries(own: int, other: int) -> list[int]:
    return [
        number
        for number, symmetry in enumerate(Symmetry)
        if (symmetry.bits(own, 8), symmetry.bits(other, 8)) == (own, other)
    ]


def _file(positions: list[tuple[bytes, Table, Table]]) -> bytes:
    keys = [key for key, *_ in positions]
    if len(set(keys)) < len(keys):
        raise ValueError(f"two positions have the same hash: lengthen it from {KEY_BYTES} bytes")
    spans = np.array([span for _, span, _ in positions], np.int64).reshape(-1, 3)
    moves = np.concatenate([table for *_, table in positions])
    parts = [SIZES.pack(len(keys), len(moves)), *keys]
    parts += [(spans[:, column] - ERA).astype(np.uint8).tobytes() for column in (1, 2)]
    parts.append(np.array([len(table) for *_, table in positions], np.uint8).tobytes())
    parts += [_planes(spans[:, 0]), *(_planes(moves[:, column]) for column in range(5))]
    return lzma.compress(b"".join(parts), preset=9 | lzma.PRESET_EXTREME)


def _planes(numbers: Table) -> bytes:
    return numbers.astype("<i4").view(np.uint8).reshape(-1, PLANES).T.tobytes()


def main() -> None:
    if len(sys.argv) not in (2, 3):
        raise SystemExit(__doc__)
    folder = Path(sys.argv[1])
    default = Path(__file__).parents[1] / "src/outflank/openings" / FILE
    target = Path(sys.argv[2]) if len(sys.argv) == 3 else default
    files = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".wtb")
    data = build(record for file in files for record in read_file(file))
    target.write_bytes(data)
    print(f"{target}: {len(data):,} bytes from {len(files)} files")


if __name__ == "__main__":
    main()

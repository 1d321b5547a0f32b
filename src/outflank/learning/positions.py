"""Positions to learn from: every position of every game, and some that strayed from them."""

from __future__ import annotations

import hashlib
import lzma
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.batch import Positions
from outflank.translation import _

Bits: TypeAlias = NDArray[np.uint64]
Indices: TypeAlias = NDArray[np.int64]

AT_ONCE = 100_000  # positions whose squares are drawn together: 64 numbers each


class InvalidGames(ValueError):
    """A file of games cannot be used to learn from."""


@dataclass(frozen=True)
class GamePositions:
    """Many positions seen by the mover, with what is known of the game each came from."""

    mover: Bits
    opponent: Bits
    game: NDArray[np.int32]  # number of the game
    weight: NDArray[np.float32]  # how often the position is drawn, beside one that counts 1

    def __len__(self) -> int:
        return len(self.mover)

    def __getitem__(self, chosen: NDArray[np.int64] | NDArray[np.bool_]) -> GamePositions:
        return GamePositions(
            self.mover[chosen], self.opponent[chosen], self.game[chosen], self.weight[chosen]
        )

    @property
    def empties(self) -> NDArray[np.int64]:
        discs: NDArray[np.int64] = np.bitwise_count(self.mover | self.opponent).astype(np.int64)
        return 64 - discs

    @property
    def digest(self) -> str:
        """Sixteen letters that tell these positions from others."""
        parts = (self.mover, self.opponent, self.game, self.weight)
        return hashlib.sha256(b"".join(part.tobytes() for part in parts)).hexdigest()[:16]

    @staticmethod
    def joined(parts: Sequence[GamePositions]) -> GamePositions:
        return GamePositions(
            np.concatenate([part.mover for part in parts]),
            np.concatenate([part.opponent for part in parts]),
            np.concatenate([part.game for part in parts]),
            np.concatenate([part.weight for part in parts]),
        )

    def distinct(self) -> GamePositions:
        """Each position once; openings repeat thousands of times."""
        keys = np.stack([self.mover, self.opponent])
        return self[np.sort(np.unique(keys, axis=1, return_index=True)[1])]


def phase_of(empties: NDArray[np.int64]) -> NDArray[np.int64]:
    """The phase of the evaluation, as native/pattern_evaluation.hpp counts it: two plies each."""
    return np.clip((52 - empties) // 2, 0, _native.PHASES - 1)


def held_out(games: NDArray[np.int32], every: int) -> NDArray[np.bool_]:
    """Which games, by number, are kept for measuring: every so manieth, from the eighth on."""
    held: NDArray[np.bool_] = games % every == 7 % every
    return held


def unlearned(positions: GamePositions, every: int) -> GamePositions:
    """Those of held-out games, each once, that occur in none of the games that are learned from.

    They are compared as they stand: the mirror image of a position is another one.
    """
    held = held_out(positions.game, every)
    kept, learned = positions[held].distinct(), positions[~held]
    known = set(zip(learned.mover.tolist(), learned.opponent.tolist(), strict=True))
    found = zip(kept.mover.tolist(), kept.opponent.tolist(), strict=True)
    return kept[np.array([pair not in known for pair in found], np.bool_)]


def read_games(
    *paths: Path, weigh: Mapping[str, float] | None = None, others: float = 1
) -> GamePositions:
    """All positions of files of games, one game a line: `f5d6c3… +12 W`, plain or xz-compressed.

    Games are numbered by their lines, through all files as if they were one. `weigh` says how much
    the games of a source count, by the first letter of the word behind the score; those it does not
    name, and those without such a word, count as much as `others`.
    """
    parts = []
    first = 0
    for path in paths:
        part, lines = _read_file(path, weigh or {}, others)
        parts.append(replace(part, game=part.game + np.int32(first)))
        first += lines
    return GamePositions.joined(parts)


def _read_file(path: Path, weigh: Mapping[str, float], others: float) -> tuple[GamePositions, int]:
    """The positions of one file, and the number of its lines."""
    try:
        text = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        mover, opponent, _turns, _scores, game = _native.replay(text)
    except FileNotFoundError:
        raise InvalidGames(
            _("There is no file {path}. It must have one game per line.", path=path)
        ) from None
    except OSError as error:
        raise InvalidGames(
            _("{path} cannot be read: {error}", path=path, error=error.strerror)
        ) from None
    except (lzma.LZMAError, ValueError) as error:
        raise InvalidGames(f"{path}: {error}") from error
    if not len(mover):
        raise InvalidGames(
            _("{path} has no games. It needs lines such as 'f5d6c3… +12'.", path=path)
        )
    lines = text.removesuffix(b"\n").split(b"\n")  # as replay counts them, the empty ones too
    counts = np.array([weigh.get(_source(line), others) for line in lines], np.float32)
    return GamePositions(mover, opponent, game, counts[game]), len(lines)


def _source(line: bytes) -> str:
    """The first letter of the word behind the score, nothing where there is none."""
    words = line.split()
    return words[-1].decode("utf-8", "replace")[:1] if len(words) > 2 else ""


def strays(positions: GamePositions, count: int, moves: int, seed: int) -> GamePositions:
    """`count` positions that are 1 to `moves` random moves away from one of the given.

    Players avoid bad moves, so their games do not show what bad moves lead to; a search looks at
    little else.
    """
    rng = np.random.default_rng(seed)
    start = positions[rng.integers(0, len(positions), count)]
    mover, opponent = start.mover, start.opponent
    steps = rng.integers(1, moves + 1, count)
    for step in range(moves):
        legal = Positions(mover, opponent).legal_moves
        going = np.flatnonzero((steps > step) & (legal != 0))
        after = Positions(mover[going], opponent[going]).play(_random_squares(legal[going], rng))
        mover[going], opponent[going] = after.mover_bits, after.opponent_bits
    able = np.flatnonzero(Positions(mover, opponent).legal_moves != 0)
    return GamePositions(mover[able], opponent[able], start.game[able], start.weight[able])


def _random_squares(sets: Bits, rng: np.random.Generator) -> NDArray[np.int8]:
    """One square out of each set, all equally likely."""
    squares = np.empty(len(sets), np.int8)
    for first in range(0, len(sets), AT_ONCE):
        some = sets[first : first + AT_ONCE]
        present = (some[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
        lots = rng.random(present.shape, np.float32) * present.astype(np.float32)
        squares[first : first + AT_ONCE] = lots.argmax(axis=1)
    return squares

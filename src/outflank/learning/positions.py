"""Training positions: all positions of the games, and some random deviations from them."""

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

AT_ONCE = 100_000  # positions sampled at a time: 64 numbers each


class InvalidGames(ValueError):
    """A file of games cannot be used for training."""


@dataclass(frozen=True)
class GamePositions:
    """Positions seen by the mover, with data about the game each came from."""

    mover: Bits
    opponent: Bits
    game: NDArray[np.int32]  # number of the game
    weight: NDArray[np.float32]  # sampling weight

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
        """Sixteen characters that identify these positions."""
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
        """Return each position once; openings repeat thousands of times."""
        keys = np.stack([self.mover, self.opponent])
        return self[np.sort(np.unique(keys, axis=1, return_index=True)[1])]


def phase_of(empties: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the phase of the evaluation, two plies each, as in native/pattern_evaluation.hpp."""
    return np.clip((52 - empties) // 2, 0, _native.PHASES - 1)


def held_out(games: NDArray[np.int32], every: int) -> NDArray[np.bool_]:
    """Return the mask of games held out for measurement: every `every`-th, from the eighth on."""
    held: NDArray[np.bool_] = games % every == 7 % every
    return held


def unlearned(positions: GamePositions, every: int) -> GamePositions:
    """Return the distinct positions of held-out games that occur in no training game.

    They are compared without symmetry: the mirror image of a position is a different position.
    """
    held = held_out(positions.game, every)
    kept, learned = positions[held].distinct(), positions[~held]
    known = set(zip(learned.mover.tolist(), learned.opponent.tolist(), strict=True))
    found = zip(kept.mover.tolist(), kept.opponent.tolist(), strict=True)
    return kept[np.array([pair not in known for pair in found], np.bool_)]


def read_games(
    *paths: Path, weigh: Mapping[str, float] | None = None, others: float = 1
) -> GamePositions:
    """Read the positions of files with one game per line: `f5d6c3… +12 W`, plain or xz.

    Games are numbered by line, consecutively through all files. `weigh` maps the first letter of
    the word after the score to the weight of that source; games of other sources or without such a
    word have the weight `others`.
    """
    parts = []
    first = 0
    for path in paths:
        part, lines = _read_file(path, weigh or {}, others)
        parts.append(replace(part, game=part.game + np.int32(first)))
        first += lines
    return GamePositions.joined(parts)


def _read_file(path: Path, weigh: Mapping[str, float], others: float) -> tuple[GamePositions, int]:
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
    lines = text.removesuffix(b"\n").split(b"\n")  # as replay counts them, including empty lines
    counts = np.array([weigh.get(_source(line), others) for line in lines], np.float32)
    return GamePositions(mover, opponent, game, counts[game]), len(lines)


def _source(line: bytes) -> str:
    """Return the first letter of the word after the score, or ""."""
    words = line.split()
    return words[-1].decode("utf-8", "replace")[:1] if len(words) > 2 else ""


def strays(positions: GamePositions, count: int, moves: int, seed: int) -> GamePositions:
    """Return `count` positions that are 1 to `moves` random moves away from the given ones.

    Players avoid bad moves, so their games do not show the consequences; a search mostly visits
    those.
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
    """Draw one square of each set with uniform probability."""
    squares = np.empty(len(sets), np.int8)
    for first in range(0, len(sets), AT_ONCE):
        some = sets[first : first + AT_ONCE]
        present = (some[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
        lots = rng.random(present.shape, np.float32) * present.astype(np.float32)
        squares[first : first + AT_ONCE] = lots.argmax(axis=1)
    return squares

"""Positions by the thousand, as numpy arrays, each operation one native call."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from outflank import _native
from outflank.board import Board, Color

Bitboards: TypeAlias = NDArray[np.uint64]
Scores: TypeAlias = NDArray[np.int8]

PASS = -1
"""The square that means a forced pass."""

NOT_OVER = 127
"""The score of a position where the game goes on."""


@dataclass(frozen=True, slots=True, eq=False)
class Positions:
    """Many 8×8 positions, each from the view of its side to move.

    >>> positions = Positions.start(3)
    >>> positions = positions.play([37, 37, 19])
    >>> [len(moves) for moves in positions.legal_lists()]
    [3, 3, 3]
    >>> positions.playouts(seed=1).shape
    (3,)
    """

    mover: Bitboards
    opponent: Bitboards

    def __post_init__(self) -> None:
        for side in ("mover", "opponent"):
            bits = _whole_numbers(getattr(self, side), side, 0, 2**64 - 1).astype(np.uint64)
            bits.flags.writeable = False
            object.__setattr__(self, side, bits)
        if len(self.mover) != len(self.opponent):
            raise ValueError(
                f"both sides must be equally long: mover has {len(self.mover)} entries, "
                f"opponent {len(self.opponent)}"
            )
        (wrong,) = np.nonzero(self.mover & self.opponent)
        if len(wrong):
            raise ValueError(
                f"a square holds one disc; both sides claim one in position {wrong[0]}"
            )

    @staticmethod
    def _unchecked(mover: Bitboards, opponent: Bitboards) -> "Positions":
        """Positions that come from the rules and need not be looked through again."""
        made = object.__new__(Positions)
        for side, bits in (("mover", mover), ("opponent", opponent)):
            bits.flags.writeable = False
            object.__setattr__(made, side, bits)
        return made

    # --- Making and taking apart -----------------------------------------------------------------

    @staticmethod
    def start(count: int) -> "Positions":
        """So many times the start position."""
        return Positions.of([Board()]).repeated(count)

    @staticmethod
    def of(boards: Iterable[Board]) -> "Positions":
        """The positions of some 8×8 boards."""
        known = list(boards)
        for board in known:
            if board.size != 8:
                raise ValueError(
                    f"positions by the thousand are 8×8; got a {board.size}×{board.size}"
                )
        return Positions(
            np.array([board.mover_bits for board in known], dtype=np.uint64),
            np.array([board.opponent_bits for board in known], dtype=np.uint64),
        )

    def boards(self, turn: Color = Color.BLACK) -> list[Board]:
        """The positions as boards; ``turn`` is the side that all of them have to move."""
        sides = zip(self.mover.tolist(), self.opponent.tolist(), strict=True)
        return [Board.from_bits(mover, opponent, turn) for mover, opponent in sides]

    def repeated(self, times: int) -> "Positions":
        """Every position so many times, one after the other."""
        return Positions(np.repeat(self.mover, times), np.repeat(self.opponent, times))

    def __len__(self) -> int:
        return len(self.mover)

    def __getitem__(self, index: slice | Sequence[int] | NDArray[np.generic]) -> "Positions":
        """Some of the positions, by any index numpy takes for several entries."""
        return Positions(self.mover[index], self.opponent[index])

    # --- The rules -------------------------------------------------------------------------------

    def legal_moves(self) -> Bitboards:
        """The legal moves of each position, as bitboards."""
        return _native.batch_legal_moves(self.mover, self.opponent)

    def legal_lists(self) -> Iterator[list[int]]:
        """The legal moves of each position, as lists of squares."""
        for bits in self.legal_moves().tolist():
            yield [square for square in range(64) if bits >> square & 1]

    def play(self, squares: ArrayLike) -> "Positions":
        """The positions after one move each; ``PASS`` where a pass is forced."""
        moves = _whole_numbers(squares, "squares", PASS, 63).astype(np.int8)
        return Positions._unchecked(*_native.batch_play(self.mover, self.opponent, moves))

    def scores(self) -> Scores:
        """The final score of each position from its mover's view; ``NOT_OVER`` while it goes on."""
        return _native.batch_scores(self.mover, self.opponent)

    def playouts(self, seed: int) -> Scores:
        """The final score of one random game from each position, from the mover's view.

        The same seed gives the same scores; a position's score depends on its place in the array,
        so ``repeated`` positions are played out differently.
        """
        return _native.batch_playouts(self.mover, self.opponent, seed & (2**64 - 1))


def _whole_numbers(values: ArrayLike, name: str, low: int, high: int) -> NDArray[np.integer[Any]]:
    """The values as a one-dimensional array of whole numbers within a range."""
    numbers = np.asarray(values)
    if numbers.size == 0:
        numbers = numbers.astype(np.int64)
    if numbers.ndim != 1 or not np.issubdtype(numbers.dtype, np.integer):
        raise ValueError(
            f"{name} must be a one-dimensional array of whole numbers; "
            f"got {numbers.ndim} dimensions of {numbers.dtype}"
        )
    if numbers.size and (int(numbers.min()) < low or int(numbers.max()) > high):
        raise ValueError(f"{name} must be numbers from {low} to {high}")
    return numbers

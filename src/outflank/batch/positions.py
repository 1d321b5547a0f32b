"""Batches of positions as numpy arrays; each operation is one native call."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from outflank import _native
from outflank.batch.squares import (
    ROWS,
    chosen,
    counted,
    everywhere,
    moved,
    numbers,
    of_numbers,
    packed,
    smaller,
    some,
    unpacked,
)
from outflank.board import SIZES, Board, Color, Symmetry

Bitboards: TypeAlias = NDArray[Any]
"""Sets of squares: on 8×8 64-bit numbers, (N,) of uint64; on other sizes sixteen rows each,
(N, 16) of uint16, with columns as bits."""

Scores: TypeAlias = NDArray[Any]
"""Scores in discs, int8 on 8×8 and int16 on other sizes."""

Turns: TypeAlias = NDArray[np.uint8]

PASS = -1
"""The square number of a forced pass."""

NOT_OVER = 127
"""The score of an unfinished game; real scores are even."""

BLACK, WHITE = 0, 1
"""The sides in the array ``turn``."""


class Positions:
    """An immutable batch of positions of one size, with the operations of ``Board``.

    >>> positions = Positions.start(3).play([37, 37, 19])
    >>> positions[0] == Board().play("f5"), positions.turn.tolist()
    (True, [1, 1, 1])
    >>> [len(moves) for moves in positions.legal_lists()]
    [3, 3, 3]
    >>> len(positions[positions.count(Color.BLACK) == 4])
    3
    >>> positions.planes().shape, positions.legal_mask().shape
    ((3, 3, 8, 8), (3, 64))

    On 8×8, sets of squares are 64-bit bitboards with bit ``row * 8 + column``. On other sizes a set
    is sixteen rows, with bit ``column`` of ``mover_bits[i, row]``; everything else is the same:

    >>> Positions.start(1000, size=10).playouts(seed=1).dtype
    dtype('int16')
    """

    __slots__ = ("_moves", "mover_bits", "opponent_bits", "size", "turn")

    mover_bits: Bitboards
    """The discs of the side to move."""
    opponent_bits: Bitboards
    """The discs of the other side."""
    turn: Turns
    """The side to move: 0 is Black and 1 is White."""
    size: int
    """The board's width and height in squares."""
    _moves: Bitboards | None  # computed on first use

    def __init__(
        self,
        mover_bits: ArrayLike,
        opponent_bits: ArrayLike,
        turn: ArrayLike | Color = Color.BLACK,
        size: int = 8,
    ) -> None:
        mover = _sets(mover_bits, "mover_bits", size)
        opponent = _sets(opponent_bits, "opponent_bits", size)
        if isinstance(turn, Color):
            turn = np.full(len(mover), _number(turn), np.uint8)
        turns = _whole_numbers(turn, "turn", BLACK, WHITE).astype(np.uint8)
        for name, array in (("opponent_bits", opponent), ("turn", turns)):
            if len(array) != len(mover):
                raise ValueError(
                    f"all arrays must have the same length: mover_bits has {len(mover)} entries, "
                    f"{name} has {len(array)}"
                )
        (wrong,) = np.nonzero(some(mover & opponent))
        if len(wrong):
            raise ValueError(f"both sides have a disc on the same square in position {wrong[0]}")
        self._set(size, mover, opponent, turns)

    @staticmethod
    def _unchecked(
        size: int,
        mover: Bitboards,
        opponent: Bitboards,
        turn: Turns,
        moves: Bitboards | None = None,
    ) -> "Positions":
        """Create positions from trusted data, without validation."""
        made = object.__new__(Positions)
        made._set(size, mover, opponent, turn, moves)
        return made

    def _set(
        self,
        size: int,
        mover: Bitboards,
        opponent: Bitboards,
        turn: Turns,
        moves: Bitboards | None = None,
    ) -> None:
        for name, array in (("mover_bits", mover), ("opponent_bits", opponent), ("turn", turn)):
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        object.__setattr__(self, "_moves", moves)
        object.__setattr__(self, "size", size)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"positions are immutable, so {name} cannot be set")

    # --- Creation and conversion -----------------------------------------------------------------

    @staticmethod
    def start(count: int, size: int = 8) -> "Positions":
        """Return ``count`` copies of the start position."""
        return Positions.of([Board(size)]).repeated(count)

    @staticmethod
    def of(boards: Iterable[Board]) -> "Positions":
        """Create a batch from boards of one size; without boards it is an empty 8×8 batch."""
        known = list(boards)
        size = _one_size([board.size for board in known])
        return Positions._unchecked(
            size,
            of_numbers([board.mover_bits for board in known], size),
            of_numbers([board.opponent_bits for board in known], size),
            np.array([_number(board.turn) for board in known], np.uint8),
        )

    @staticmethod
    def joined(several: Iterable["Positions"]) -> "Positions":
        """Concatenate several batches."""
        known = list(several) or [Positions.of([])]
        return Positions._unchecked(
            _one_size([one.size for one in known]),
            np.concatenate([one.mover_bits for one in known]),
            np.concatenate([one.opponent_bits for one in known]),
            np.concatenate([one.turn for one in known]),
        )

    @staticmethod
    def load(path: Path | str) -> "Positions":
        """Read positions written by ``save``."""
        with np.load(path, allow_pickle=False) as file:
            names = ("mover_bits", "opponent_bits", "turn")
            missing = [name for name in names if name not in file]
            if missing:
                raise ValueError(
                    f"{path} has no positions: expected the arrays {', '.join(names)}; "
                    f"got {', '.join(file) or 'none'}"
                )
            mover, opponent, turn = (file[name] for name in names)
            return Positions(mover, opponent, turn, int(file.get("size", 8)))

    def save(self, path: Path | str) -> None:
        """Write the positions to an ``.npz`` file for ``load`` or numpy."""
        with Path(path).open("wb") as file:  # numpy would add another extension to a path
            np.savez_compressed(
                file,
                mover_bits=self.mover_bits,
                opponent_bits=self.opponent_bits,
                turn=self.turn,
                size=np.array(self.size),
            )

    def repeated(self, times: int) -> "Positions":
        """Repeat every position ``times`` times, with copies next to each other."""
        return self[np.repeat(np.arange(len(self)), times)]

    def replaced(self, where: NDArray[np.bool_], board: Board) -> "Positions":
        """Return a copy with ``board`` at the places selected by the mask."""
        _one_size([self.size, board.size])
        one = Positions.of([board])
        mover, opponent, turn = self.mover_bits.copy(), self.opponent_bits.copy(), self.turn.copy()
        mover[where], opponent[where], turn[where] = one.mover_bits, one.opponent_bits, one.turn
        moves = None if self._moves is None else self._moves.copy()
        if moves is not None:
            moves[where] = one.legal_moves
        return Positions._unchecked(self.size, mover, opponent, turn, moves)

    def __len__(self) -> int:
        return len(self.mover_bits)

    @overload
    def __getitem__(self, index: int | np.integer[Any]) -> Board: ...
    @overload
    def __getitem__(
        self, index: slice | Sequence[int] | Sequence[bool] | NDArray[Any]
    ) -> "Positions": ...
    def __getitem__(
        self, index: int | np.integer[Any] | slice | Sequence[int] | Sequence[bool] | NDArray[Any]
    ) -> "Board | Positions":
        """A board; or some of the positions: by a slice, a list of places, or a mask."""
        if isinstance(index, int | np.integer):
            return next(iter(self[[int(index)]]))
        return Positions._unchecked(
            self.size,
            self.mover_bits[index].copy(),
            self.opponent_bits[index].copy(),
            self.turn[index].copy(),
            None if self._moves is None else self._moves[index],
        )

    def __iter__(self) -> Iterator[Board]:
        sides = numbers(self.mover_bits, self.size), numbers(self.opponent_bits, self.size)
        for mover, opponent, turn in zip(*sides, self.turn.tolist(), strict=True):
            color = Color.BLACK if turn == BLACK else Color.WHITE
            yield Board.from_bits(mover, opponent, color, self.size)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Positions):
            return NotImplemented
        return (
            self.size == other.size
            and np.array_equal(self.mover_bits, other.mover_bits)
            and np.array_equal(self.opponent_bits, other.opponent_bits)
            and np.array_equal(self.turn, other.turn)
        )

    __hash__ = None  # type: ignore[assignment]  # like numpy arrays

    def __repr__(self) -> str:
        return f"<{len(self):,} positions of {self.size}×{self.size}>"

    def __reduce__(self) -> tuple[object, ...]:
        return Positions, (self.mover_bits, self.opponent_bits, self.turn, self.size)

    # --- Properties ------------------------------------------------------------------------------

    @property
    def black_bits(self) -> Bitboards:
        """Black's discs."""
        return chosen(self.turn == BLACK, self.mover_bits, self.opponent_bits)

    @property
    def white_bits(self) -> Bitboards:
        """White's discs."""
        return chosen(self.turn == BLACK, self.opponent_bits, self.mover_bits)

    @property
    def empties(self) -> Bitboards:
        """The empty squares."""
        empties: Bitboards = everywhere(self.size) & ~(self.mover_bits | self.opponent_bits)
        return empties

    @property
    def legal_moves(self) -> Bitboards:
        """The legal moves of the side to move."""
        if self._moves is None:
            moves = _native.batch_legal_moves(self.mover_bits, self.opponent_bits, self.size)
            object.__setattr__(self, "_moves", moves)
            return moves
        return self._moves

    @property
    def opponent_moves(self) -> Bitboards:
        """The moves the other side would have if it were its turn."""
        return _native.batch_legal_moves(self.opponent_bits, self.mover_bits, self.size)

    @property
    def can_move(self) -> NDArray[np.bool_]:
        """Mask of positions where the side to move has a legal move."""
        return some(self.legal_moves)

    @property
    def must_pass(self) -> NDArray[np.bool_]:
        """Mask of positions where only the other side has a legal move."""
        return ~self.can_move & some(self.opponent_moves)

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Mask of positions where neither side has a legal move."""
        return ~some(self.legal_moves | self.opponent_moves)

    def count(self, color: Color) -> NDArray[np.integer[Any]]:
        """Return the number of discs of a side."""
        return counted(self.black_bits if color is Color.BLACK else self.white_bits)

    @property
    def score(self) -> Scores:
        """The final score for the side to move, with empty squares counted for the winner.

        If the game is not over, this is the score if it ended now.
        """
        own = counted(self.mover_bits).astype(np.int16)
        other = counted(self.opponent_bits).astype(np.int16)
        ahead = own - other
        score: Scores = ahead + np.sign(ahead) * (self.size**2 - own - other)
        return score.astype(np.int8 if self.size == 8 else np.int16)

    def scores(self, view: Color | None = None) -> Scores:
        """Return final scores for ``view`` or the side to move; ``NOT_OVER`` if unfinished."""
        scores = _native.batch_scores(self.mover_bits, self.opponent_bits, self.size)
        if view is None:
            return scores
        turned = (self.turn != _number(view)) & (scores != NOT_OVER)
        return np.where(turned, -scores, scores)

    def results(self, view: Color | None = None) -> Scores:
        """Return 1 for a win, −1 for a loss, 0 for a draw or an unfinished game.

        ``view`` is a side; the default is the side to move.
        """
        scores = self.scores(view)
        return np.where(scores == NOT_OVER, 0, np.sign(scores)).astype(np.int8)

    # --- Moves -----------------------------------------------------------------------------------

    def legal_lists(self) -> Iterator[list[int]]:
        """Yield the legal moves of each position as a list of squares."""
        for mask in self.legal_mask():
            yield np.flatnonzero(mask).tolist()

    def play(self, squares: ArrayLike) -> "Positions":
        """Make one move in each position; ``PASS`` is allowed where a pass is forced."""
        moves = _whole_numbers(squares, "squares", PASS, self.size**2 - 1).astype(np.int16)
        mover, opponent = _native.batch_play(self.mover_bits, self.opponent_bits, moves, self.size)
        return Positions._unchecked(self.size, mover, opponent, self.turn ^ np.uint8(1))

    def step(self, squares: ArrayLike) -> "Positions":
        """Make one move in each position, followed by a forced pass if there is one.

        Finished games stay unchanged, whatever square is given for them. If no input position
        requires a pass, no result does.
        """
        moves = _whole_numbers(squares, "squares", PASS, self.size**2 - 1).astype(np.int16)
        after = _native.batch_step(self.mover_bits, self.opponent_bits, self.turn, moves, self.size)
        return Positions._unchecked(self.size, *after)

    def random_moves(self, seed: int) -> NDArray[np.int16]:
        """Return a random legal move for each position; ``PASS`` if there is none."""
        return _native.batch_random_squares(self.legal_moves, seed & (2**64 - 1), self.size)

    def playouts(self, seed: int) -> Scores:
        """Return the final score of one random game from each position, for the mover.

        The same seed gives the same scores. The random numbers depend on the index in the batch, so
        ``repeated`` positions get different playouts.
        """
        seed &= 2**64 - 1
        return _native.batch_playouts(self.mover_bits, self.opponent_bits, seed, self.size)

    # --- Symmetry --------------------------------------------------------------------------------

    def transformed(self, symmetry: Symmetry) -> "Positions":
        """Return the positions rotated or reflected."""
        return Positions._unchecked(
            self.size,
            moved(self.mover_bits, symmetry, self.size),
            moved(self.opponent_bits, symmetry, self.size),
            self.turn.copy(),
        )

    def symmetries(self) -> list["Positions"]:
        """Return the positions under all eight symmetries, in the order of ``Symmetry``."""
        return [self.transformed(symmetry) for symmetry in Symmetry]

    def canonical(self) -> "Positions":
        """Map positions that are equal up to symmetry to the same position.

        >>> several = Positions.start(4).play([19, 26, 37, 44]).canonical()
        >>> len(set(several.mover_bits.tolist()))
        1
        """
        mover, opponent = self.mover_bits, self.opponent_bits
        for other in self.symmetries():
            before = smaller(other.mover_bits, mover) | (
                ~some(other.mover_bits ^ mover) & smaller(other.opponent_bits, opponent)
            )
            mover = chosen(before, other.mover_bits, mover)
            opponent = chosen(before, other.opponent_bits, opponent)
        return Positions._unchecked(self.size, mover, opponent, self.turn.copy())

    # --- For networks ----------------------------------------------------------------------------

    def planes(self, dtype: DTypeLike = np.float32, *, legal: bool = True) -> NDArray[Any]:
        """Return network inputs (N, channels, size, size): own discs, opponent's discs, moves."""
        sets = [self.mover_bits, self.opponent_bits, *([self.legal_moves] if legal else ())]
        seen = unpacked(np.stack(sets, axis=1), self.size).astype(dtype, copy=False)
        return seen.reshape(len(self), len(sets), self.size, self.size)

    def legal_mask(self) -> NDArray[np.bool_]:
        """Return the mask of legal moves, (N, size²)."""
        return unpacked(self.legal_moves, self.size).view(np.bool_)

    @staticmethod
    def from_planes(planes: ArrayLike, turn: ArrayLike | Color = Color.BLACK) -> "Positions":
        """Create positions whose first two planes are the mover's and the opponent's discs."""
        seen = np.asarray(planes)
        size = seen.shape[-1] if seen.ndim else 0
        if seen.ndim != 4 or seen.shape[1] < 2 or seen.shape[2] != size or size not in SIZES:
            raise ValueError(
                "planes have the shape (N, 2 or more, size, size), the size an even number from "
                f"{SIZES[0]} to {SIZES[-1]}; got {seen.shape}"
            )
        flat = (seen != 0).reshape(*seen.shape[:2], size * size)
        return Positions(packed(flat[:, 0], size), packed(flat[:, 1], size), turn, size)


def _number(color: Color) -> int:
    return BLACK if color is Color.BLACK else WHITE


def _one_size(sizes: Sequence[int]) -> int:
    """Return the common size of all; 8 if there are none."""
    size = sizes[0] if sizes else 8
    for other in sizes:
        if other != size:
            raise ValueError(f"positions are of one size; got {size}×{size} and {other}×{other}")
    return size


def _sets(values: ArrayLike, name: str, size: int) -> Bitboards:
    """Convert the values to sets of squares for this board size."""
    if size == 8:
        return _whole_numbers(values, name, 0, 2**64 - 1).astype(np.uint64)
    board = everywhere(size)
    rows = np.asarray(values)
    if rows.ndim != 2 or rows.shape[1] != ROWS or not np.issubdtype(rows.dtype, np.integer):
        raise ValueError(
            f"{name} of {size}×{size} must be {ROWS} rows of whole numbers each, (N, {ROWS}); "
            f"got {rows.shape} of {rows.dtype}"
        )
    if np.any((rows < 0) | (rows > board) | (rows.astype(np.uint16) & ~board != 0)):
        raise ValueError(f"{name} has a disc outside the board of {size}×{size}")
    return rows.astype(np.uint16)


def _whole_numbers(values: ArrayLike, name: str, low: int, high: int) -> NDArray[np.integer[Any]]:
    """Convert the values to a one-dimensional array of integers within a range."""
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

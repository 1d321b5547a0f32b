"""Positions by the thousand, as numpy arrays, each operation one native call."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from outflank import _native
from outflank.batch.squares import moved, packed, unpacked
from outflank.board import Board, Color, Symmetry

Bitboards: TypeAlias = NDArray[np.uint64]
Scores: TypeAlias = NDArray[np.int8]
Turns: TypeAlias = NDArray[np.uint8]

PASS = -1
"""The square that means a forced pass."""

NOT_OVER = 127
"""The score of a position where the game goes on."""

BLACK, WHITE = 0, 1
"""The sides in the array ``turn``."""

SIZE = 8


class Positions:
    """Many 8×8 positions. What ``Board`` says of one they say of all, as arrays; they never change.

    >>> positions = Positions.start(3).play([37, 37, 19])
    >>> positions[0] == Board().play("f5"), positions.turn.tolist()
    (True, [1, 1, 1])
    >>> [len(moves) for moves in positions.legal_lists()]
    [3, 3, 3]
    >>> len(positions[positions.count(Color.BLACK) == 4])
    3
    >>> positions.planes().shape, positions.legal_mask().shape
    ((3, 3, 8, 8), (3, 64))

    Sets of squares are bitboards: bit ``row * 8 + column`` of a number of 64 bits.
    """

    __slots__ = ("_moves", "mover_bits", "opponent_bits", "turn")

    mover_bits: Bitboards
    """The discs of the side to move."""
    opponent_bits: Bitboards
    """The discs of the other side."""
    turn: Turns
    """The side to move: 0 is Black and 1 is White."""
    _moves: Bitboards | None  # found when first asked for

    def __init__(
        self, mover_bits: ArrayLike, opponent_bits: ArrayLike, turn: ArrayLike | Color = Color.BLACK
    ) -> None:
        mover = _whole_numbers(mover_bits, "mover_bits", 0, 2**64 - 1).astype(np.uint64)
        opponent = _whole_numbers(opponent_bits, "opponent_bits", 0, 2**64 - 1).astype(np.uint64)
        if isinstance(turn, Color):
            turn = np.full(len(mover), _number(turn), np.uint8)
        turns = _whole_numbers(turn, "turn", BLACK, WHITE).astype(np.uint8)
        for name, array in (("opponent_bits", opponent), ("turn", turns)):
            if len(array) != len(mover):
                raise ValueError(
                    f"all arrays must be equally long: mover_bits has {len(mover)} entries, "
                    f"{name} has {len(array)}"
                )
        (wrong,) = np.nonzero(mover & opponent)
        if len(wrong):
            raise ValueError(
                f"a square holds one disc; both sides claim one in position {wrong[0]}"
            )
        self._set(mover, opponent, turns)

    @staticmethod
    def _unchecked(
        mover: Bitboards, opponent: Bitboards, turn: Turns, moves: Bitboards | None = None
    ) -> "Positions":
        """Positions that come from the rules and need not be looked through again."""
        made = object.__new__(Positions)
        made._set(mover, opponent, turn, moves)
        return made

    def _set(
        self, mover: Bitboards, opponent: Bitboards, turn: Turns, moves: Bitboards | None = None
    ) -> None:
        for name, array in (("mover_bits", mover), ("opponent_bits", opponent), ("turn", turn)):
            array.flags.writeable = False
            object.__setattr__(self, name, array)
        object.__setattr__(self, "_moves", moves)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"positions never change; make others instead of setting {name}")

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
            if board.size != SIZE:
                raise ValueError(
                    f"positions by the thousand are 8×8; got a {board.size}×{board.size}"
                )
        return Positions._unchecked(
            np.array([board.mover_bits for board in known], np.uint64),
            np.array([board.opponent_bits for board in known], np.uint64),
            np.array([_number(board.turn) for board in known], np.uint8),
        )

    @staticmethod
    def joined(several: Iterable["Positions"]) -> "Positions":
        """Some positions one after the other."""
        known = list(several) or [Positions.of([])]
        return Positions._unchecked(
            np.concatenate([one.mover_bits for one in known]),
            np.concatenate([one.opponent_bits for one in known]),
            np.concatenate([one.turn for one in known]),
        )

    @staticmethod
    def load(path: Path | str) -> "Positions":
        """The positions that ``save`` wrote."""
        with np.load(path, allow_pickle=False) as file:
            names = ("mover_bits", "opponent_bits", "turn")
            missing = [name for name in names if name not in file]
            if missing or int(file.get("size", SIZE)) != SIZE:
                raise ValueError(
                    f"{path} has no positions: expected 8×8 with the arrays {', '.join(names)}; "
                    f"got {', '.join(file) or 'none'}"
                )
            return Positions(*(file[name] for name in names))

    def save(self, path: Path | str) -> None:
        """Write the positions to a file that ``load`` reads, and numpy too: an ``.npz``."""
        with Path(path).open("wb") as file:  # numpy would add another ending to a name
            np.savez_compressed(
                file,
                mover_bits=self.mover_bits,
                opponent_bits=self.opponent_bits,
                turn=self.turn,
                size=np.array(SIZE),
            )

    def repeated(self, times: int) -> "Positions":
        """Every position so many times, one after the other."""
        return self[np.repeat(np.arange(len(self)), times)]

    def replaced(self, where: NDArray[np.bool_], board: Board) -> "Positions":
        """The same positions, with this board in some places."""
        one = Positions.of([board])
        mover, opponent, turn = self.mover_bits.copy(), self.opponent_bits.copy(), self.turn.copy()
        mover[where], opponent[where], turn[where] = one.mover_bits, one.opponent_bits, one.turn
        moves = None if self._moves is None else self._moves.copy()
        if moves is not None:
            moves[where] = one.legal_moves
        return Positions._unchecked(mover, opponent, turn, moves)

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
            return _board(self.mover_bits[index], self.opponent_bits[index], self.turn[index])
        return Positions._unchecked(
            self.mover_bits[index].copy(),
            self.opponent_bits[index].copy(),
            self.turn[index].copy(),
            None if self._moves is None else self._moves[index],
        )

    def __iter__(self) -> Iterator[Board]:
        return map(_board, self.mover_bits, self.opponent_bits, self.turn)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Positions):
            return NotImplemented
        return (
            np.array_equal(self.mover_bits, other.mover_bits)
            and np.array_equal(self.opponent_bits, other.opponent_bits)
            and np.array_equal(self.turn, other.turn)
        )

    __hash__ = None  # type: ignore[assignment]  # arrays have none either

    def __repr__(self) -> str:
        return f"<{len(self):,} positions>"

    def __reduce__(self) -> tuple[object, ...]:
        return Positions, (self.mover_bits, self.opponent_bits, self.turn)

    # --- What a board says, of all of them -------------------------------------------------------

    @property
    def size(self) -> int:
        """How many squares a board is wide and high."""
        return SIZE

    @property
    def black_bits(self) -> Bitboards:
        """Black's discs."""
        return np.where(self.turn == BLACK, self.mover_bits, self.opponent_bits)

    @property
    def white_bits(self) -> Bitboards:
        """White's discs."""
        return np.where(self.turn == BLACK, self.opponent_bits, self.mover_bits)

    @property
    def empties(self) -> Bitboards:
        """The squares without a disc."""
        return ~(self.mover_bits | self.opponent_bits)

    @property
    def legal_moves(self) -> Bitboards:
        """The squares where the side to move may play."""
        if self._moves is None:
            moves = _native.batch_legal_moves(self.mover_bits, self.opponent_bits)
            object.__setattr__(self, "_moves", moves)
            return moves
        return self._moves

    @property
    def opponent_moves(self) -> Bitboards:
        """The squares where the other side could play if it were its turn."""
        return _native.batch_legal_moves(self.opponent_bits, self.mover_bits)

    @property
    def must_pass(self) -> NDArray[np.bool_]:
        """Where the side to move has no move while the other side has one."""
        passing: NDArray[np.bool_] = (self.legal_moves == 0) & (self.opponent_moves != 0)
        return passing

    @property
    def is_over(self) -> NDArray[np.bool_]:
        """Where neither side can move any more."""
        over: NDArray[np.bool_] = (self.legal_moves | self.opponent_moves) == 0
        return over

    def count(self, color: Color) -> NDArray[np.uint8]:
        """How many discs a side has."""
        return np.bitwise_count(self.black_bits if color is Color.BLACK else self.white_bits)

    @property
    def score(self) -> Scores:
        """The final score from the view of the side to move, the empties to the winner.

        Where the game is not over yet it is the score if nobody could move any more.
        """
        own = np.bitwise_count(self.mover_bits).astype(np.int8)
        other = np.bitwise_count(self.opponent_bits).astype(np.int8)
        ahead = own - other
        score: Scores = ahead + np.sign(ahead) * (SIZE * SIZE - own - other)
        return score

    def scores(self, view: Color | None = None) -> Scores:
        """The final scores, ``NOT_OVER`` while a game goes on: the mover's, or those of a side."""
        scores = _native.batch_scores(self.mover_bits, self.opponent_bits)
        if view is None:
            return scores
        turned = (self.turn != _number(view)) & (scores != NOT_OVER)
        return np.where(turned, -scores, scores)

    def results(self, view: Color | None = None) -> Scores:
        """1 for a win, −1 for a loss, 0 for a draw and while a game goes on; views as above."""
        scores = self.scores(view)
        return np.where(scores == NOT_OVER, 0, np.sign(scores)).astype(np.int8)

    # --- Moves -----------------------------------------------------------------------------------

    def legal_lists(self) -> Iterator[list[int]]:
        """The legal moves of each position, as lists of squares."""
        for bits in self.legal_moves.tolist():
            yield [square for square in range(SIZE * SIZE) if bits >> square & 1]

    def play(self, squares: ArrayLike) -> "Positions":
        """The positions after one move each; ``PASS`` where a pass is forced."""
        moves = _whole_numbers(squares, "squares", PASS, SIZE * SIZE - 1).astype(np.int8)
        mover, opponent = _native.batch_play(self.mover_bits, self.opponent_bits, moves)
        return Positions._unchecked(mover, opponent, self.turn ^ np.uint8(1))

    def step(self, squares: ArrayLike) -> "Positions":
        """One move each, and on to where somebody has to choose.

        A pass that is forced after it is made, and a finished game stays as it is whatever square
        is given for it. So no position that comes out must pass, if none of these must.
        """
        moves = _whole_numbers(squares, "squares", PASS, SIZE * SIZE - 1).astype(np.int16)
        return Positions._unchecked(
            *_native.batch_step(self.mover_bits, self.opponent_bits, self.turn, moves)
        )

    def random_moves(self, seed: int) -> NDArray[np.int16]:
        """A random legal move of each position; ``PASS`` where there is none."""
        return _native.batch_random_squares(self.legal_moves, seed & (2**64 - 1))

    def playouts(self, seed: int) -> Scores:
        """The final score of one random game from each position, from the mover's view.

        The same seed gives the same scores; a position's score depends on its place in the array,
        so ``repeated`` positions are played out differently.
        """
        return _native.batch_playouts(self.mover_bits, self.opponent_bits, seed & (2**64 - 1))

    # --- Symmetry --------------------------------------------------------------------------------

    def transformed(self, symmetry: Symmetry) -> "Positions":
        """The positions turned or mirrored."""
        return Positions._unchecked(
            moved(self.mover_bits, symmetry, SIZE),
            moved(self.opponent_bits, symmetry, SIZE),
            self.turn.copy(),
        )

    def symmetries(self) -> list["Positions"]:
        """The positions in all eight ways, in the order of ``Symmetry``."""
        return [self.transformed(symmetry) for symmetry in Symmetry]

    def canonical(self) -> "Positions":
        """The same for all positions that are equal but for a turn or mirroring.

        >>> several = Positions.start(4).play([19, 26, 37, 44]).canonical()
        >>> len(set(several.mover_bits.tolist()))
        1
        """
        mover, opponent = self.mover_bits, self.opponent_bits
        for other in self.symmetries():
            smaller = (other.mover_bits < mover) | (
                (other.mover_bits == mover) & (other.opponent_bits < opponent)
            )
            mover = np.where(smaller, other.mover_bits, mover)
            opponent = np.where(smaller, other.opponent_bits, opponent)
        return Positions._unchecked(mover, opponent, self.turn.copy())

    # --- For networks ----------------------------------------------------------------------------

    def planes(self, dtype: DTypeLike = np.float32, *, legal: bool = True) -> NDArray[Any]:
        """What a network sees, (N, channels, 8, 8): mover's and opponent's discs, legal moves."""
        sets = [self.mover_bits, self.opponent_bits, *([self.legal_moves] if legal else ())]
        seen = unpacked(np.stack(sets, axis=1), SIZE).astype(dtype, copy=False)
        return seen.reshape(len(self), len(sets), SIZE, SIZE)

    def legal_mask(self) -> NDArray[np.bool_]:
        """Which of the 64 squares may be played, (N, 64)."""
        return unpacked(self.legal_moves, SIZE).view(np.bool_)

    @staticmethod
    def from_planes(planes: ArrayLike, turn: ArrayLike | Color = Color.BLACK) -> "Positions":
        """The positions whose first two planes are the mover's and the opponent's discs."""
        seen = np.asarray(planes)
        if seen.ndim != 4 or seen.shape[1] < 2 or seen.shape[2:] != (SIZE, SIZE):
            raise ValueError(
                f"planes have the shape (N, 2 or more, {SIZE}, {SIZE}); got {seen.shape}"
            )
        flat = (seen != 0).reshape(*seen.shape[:2], SIZE * SIZE)
        return Positions(packed(flat[:, 0]), packed(flat[:, 1]), turn)


def _number(color: Color) -> int:
    return BLACK if color is Color.BLACK else WHITE


def _board(mover: np.uint64, opponent: np.uint64, turn: np.uint8) -> Board:
    return Board.from_bits(
        int(mover), int(opponent), Color.BLACK if turn == BLACK else Color.WHITE, SIZE
    )


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

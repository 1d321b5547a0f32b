"""Games as rows of squares, with the board of every ply: data for sequence models and probes."""

import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, TypeVar

import numpy as np
from numpy.typing import NDArray

from outflank import _native
from outflank.batch.positions import PASS, Positions
from outflank.batch.squares import unpacked
from outflank.board import Board, geometry_of

Cell = TypeVar("Cell", np.int8, np.bool_)
Order = Literal["rows", "columns"]
"""The numbering of squares: by ``rows`` as here (b1 is 1), or by ``columns`` (a2 is 1)."""

PADDING = 0
"""The token after the end of a game."""


@dataclass(frozen=True, eq=False)
class Sequences:
    """Games from the starting position, one per row.

    ``moves`` has the squares in the order of play, without passes, and −1 after the end.

    >>> games = Sequences.random(1000, seed=1)
    >>> games.moves.shape, len(games.distinct())
    ((1000, 60), 1000)
    >>> games.boards().shape, games.legal_moves().dtype
    ((1000, 60, 64), dtype('bool'))
    """

    moves: NDArray[np.int16]
    size: int = 8

    def __len__(self) -> int:
        return len(self.moves)

    def __getitem__(self, rows: slice | NDArray[Any]) -> "Sequences":
        return Sequences(self.moves[rows], self.size)

    # --- Sources ---------------------------------------------------------------------------------

    @staticmethod
    def random(count: int, seed: int, *, size: int = 8, first: int = 0) -> "Sequences":
        """Return games of random legal moves; the games from ``first`` on depend on the seed."""
        start = Positions.start(1, size)
        moves = _native.batch_random_games(
            start.mover_bits, start.opponent_bits, seed & (2**64 - 1), first, count, size
        )
        return Sequences(moves, size)

    @staticmethod
    def of(games: Iterable[Iterable[int]], size: int = 8) -> "Sequences":
        """Create sequences from lists of squares; an illegal move raises a ``ValueError``."""
        rows = [list(game) for game in games]
        moves = np.full((len(rows), size * size - 4), PASS, np.int16)
        for number, row in enumerate(rows):
            if len(row) > moves.shape[1]:
                raise ValueError(
                    f"game {number + 1} has {len(row)} moves; {size}×{size} has {moves.shape[1]}"
                )
            moves[number, : len(row)] = row
        games_read = Sequences(moves, size)
        for _position in games_read.positions():
            pass  # plays all moves, so an illegal one raises an error
        return games_read

    @staticmethod
    def read_othello_gpt(path: Path | str) -> "Sequences":
        """Read a file of Othello-GPT: a pickled list of games, or ``board_seqs_….npy``.

        Its squares are numbered by columns, and its array of integers has tokens from 1 to 60. Only
        lists of numbers are read from a pickle; anything else in it is refused.
        """
        path = Path(path)
        with path.open("rb") as file:
            if path.suffix == ".npy":
                rows = np.load(file, allow_pickle=False).astype(np.int64)
                if np.isin(rows, _middle(8)).any():  # a middle square is never played
                    rows = _squares_of_tokens(8)[rows]
                games = rows.tolist()
            else:
                try:
                    games = _Lists(file).load()
                except (pickle.UnpicklingError, EOFError, ValueError) as error:
                    raise ValueError(f"{path} is no list of games: {error}") from None
        if not isinstance(games, list) or not all(isinstance(game, list) for game in games):
            raise ValueError(f"{path} must be a list of games, each a list of squares")
        order = _order(8, "columns")
        try:
            return Sequences.of([order[int(square)] for square in game] for game in games)
        except (IndexError, TypeError, ValueError) as error:
            raise ValueError(f"{path} is no file of Othello-GPT: {error}") from None

    # --- Squares and tokens ----------------------------------------------------------------------

    @property
    def lengths(self) -> NDArray[np.intp]:
        """The number of moves of each game."""
        lengths: NDArray[np.intp] = (self.moves != PASS).sum(axis=1)
        return lengths

    def squares(self, order: Order = "rows") -> NDArray[np.int16]:
        """Return the squares in a numbering, with −1 after the end."""
        numbers = np.append(np.argsort(_order(self.size, order)), PASS).astype(np.int16)
        return numbers[self.moves]  # −1 is the last entry

    def tokens(self, order: Order = "rows") -> NDArray[np.int16]:
        """Return the tokens of a language model: 1 to 60 without the middle, 0 after the end."""
        tokens = np.full(self.size**2 + 1, PADDING, np.int16)
        tokens[_squares_of_tokens(self.size)[1:]] = np.arange(1, self.size**2 - 3)
        return tokens[self.squares(order)]

    def distinct(self) -> "Sequences":
        """Return the games without repetitions, in the same order."""
        _hashes, first = np.unique(self.hashes(), return_index=True)
        return self[np.sort(first)]

    def hashes(self) -> NDArray[np.uint64]:
        """Return a hash of 64 bits per game."""
        values = np.zeros(len(self), np.uint64)
        for column in self.moves.T:
            values = (values ^ column.astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
            values ^= values >> np.uint64(29)
        return values

    # --- Boards ----------------------------------------------------------------------------------

    def positions(self) -> Iterator[Positions]:
        """Yield the positions of all games after each move, with passes made.

        After the last move of a game its position stays.
        """
        at = Positions.start(len(self), self.size)
        for column in self.moves.T:
            going = column != PASS
            after = at[going].step(column[going])
            mover, opponent, turn = at.mover_bits.copy(), at.opponent_bits.copy(), at.turn.copy()
            mover[going], opponent[going], turn[going] = (
                after.mover_bits,
                after.opponent_bits,
                after.turn,
            )
            at = Positions(mover, opponent, turn, self.size)
            yield at

    def boards(self, order: Order = "rows") -> NDArray[np.int8]:
        """Return the board after each move, (N, plies, squares): 1 black, −1 white, 0 empty."""
        return self._of_plies(
            order, lambda at: _cells(at, at.black_bits) - _cells(at, at.white_bits)
        )

    def mine_and_theirs(self, order: Order = "rows") -> NDArray[np.int8]:
        """Return the labels of probes: 1 for discs of the side to move, −1 for the other side."""
        return self._of_plies(
            order, lambda at: _cells(at, at.mover_bits) - _cells(at, at.opponent_bits)
        )

    def legal_moves(self, order: Order = "rows") -> NDArray[np.bool_]:
        """Return the legal moves after each move."""
        return self._of_plies(order, lambda at: at.legal_mask())

    def _of_plies(self, order: Order, cells: Callable[[Positions], NDArray[Cell]]) -> NDArray[Cell]:
        made = [cells(at)[:, _order(self.size, order)] for at in self.positions()]
        return np.stack(made, axis=1)


def _cells(at: Positions, bits: NDArray[Any]) -> NDArray[np.int8]:
    return unpacked(bits, at.size).view(np.int8)


def _order(size: int, order: Order) -> NDArray[np.intp]:
    """Return our square for each number of an order."""
    if order not in ("rows", "columns"):
        raise ValueError(f"the order of squares is 'rows' or 'columns', not {order!r}")
    squares = np.arange(size * size).reshape(size, size)
    return (squares if order == "rows" else squares.T).ravel()


def _middle(size: int) -> list[int]:
    board = Board(size)
    return [*board.black, *board.white]


def _squares_of_tokens(size: int) -> NDArray[np.intp]:
    """Return the square of each token; the middle is the same in both orders."""
    return np.concatenate(
        [[PASS], np.setdiff1d(np.arange(geometry_of(size).squares), _middle(size))]
    )


class _Lists(pickle.Unpickler):
    """Reads lists of numbers; every other object is refused."""

    def __init__(self, file: BinaryIO) -> None:
        super().__init__(file)

    def find_class(self, module: str, name: str) -> Any:
        raise ValueError(f"it contains {module}.{name}")

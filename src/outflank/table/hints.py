"""A hint: a square to look at, and a sentence. Who gives it is for the screen's maker to choose."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Square, square_name
from outflank.players import ask, find_opponent, make_player


@dataclass(frozen=True, slots=True)
class Hint:
    """A square somebody would play, and why or who says so."""

    square: Square
    sentence: str


Adviser: TypeAlias = Callable[[Board], Hint]
"""Gives a hint for a position; runs in the background, and may take its time."""


def first_adviser(
    advise: Callable[[Board], tuple[Square, str]], sizes: Collection[int], otherwise: Adviser
) -> Adviser:
    """Asks one adviser on the boards it knows, and another one elsewhere; each names itself."""

    def chosen(board: Board) -> Hint:
        return Hint(*advise(board)) if board.size in sizes else otherwise(board)

    return chosen


def opponent_as_adviser(*seats: str) -> Adviser:
    """Asks an opponent from the catalogue what it would play: the first that knows the board.

    >>> opponent_as_adviser("greedy")(Board()).sentence
    'greedy would play d3.'
    """

    def advise(board: Board) -> Hint:
        fit = [seat for seat in seats if board.size in find_opponent(seat)[0].sizes]
        seat = fit[0] if fit else seats[-1]  # which then says that it does not play here
        square = ask(make_player(seat, size=board.size), board, seat)
        return Hint(square, f"{seat} would play {square_name(square, board.size)}.")

    return advise


def usual_adviser() -> Adviser:
    """The engine, and on boards it does not know the strongest of the simple opponents."""
    return opponent_as_adviser("engine", "positional")

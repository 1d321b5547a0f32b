"""Who gives a hint is for the screen's maker to choose."""

from collections.abc import Callable
from typing import TypeAlias

from outflank.board import Board, square_name
from outflank.players import ask, find_opponent, make_player
from outflank.study import Hint, advise, cannot_study

Adviser: TypeAlias = Callable[[Board], Hint]
"""Gives a hint for a position; runs in the background, and may take its time."""


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


def usual_adviser(board: Board) -> Hint:
    """Book and engine, and on boards they do not know the strongest of the simple opponents.

    >>> usual_adviser(Board(10)).sentence
    'positional would play e4.'
    """
    if cannot_study(board.size) is None:
        return advise(board)
    return opponent_as_adviser("positional")(board)

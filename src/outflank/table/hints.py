"""Who gives a hint is for the screen's maker to choose."""

from collections.abc import Callable
from typing import TypeAlias

from outflank.board import Board
from outflank.players import ask, find_opponent, make_player
from outflank.sitting import seat_title
from outflank.study import Hint, hint_by

Adviser: TypeAlias = Callable[[Board], Hint]
"""Gives a hint for a position; runs in the background, and may take its time."""


def opponent_as_adviser(*seats: str) -> Adviser:
    """Asks an opponent from the catalogue what it would play: the first that knows the board.

    >>> opponent_as_adviser("greedy")(Board()).sentence
    'Greta would play d3.'
    """

    def advise(board: Board) -> Hint:
        fit = [seat for seat in seats if board.size in find_opponent(seat)[0].sizes]
        seat = fit[0] if fit else seats[-1]  # which then says that it does not play here
        square = ask(make_player(seat, size=board.size), board, seat)
        return hint_by(seat_title(seat), square, board.size)

    return advise

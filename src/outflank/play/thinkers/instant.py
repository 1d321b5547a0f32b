"""Opponents so fast that they answer inline, without a process of their own.

On boards of every size they think for less time than a request to another process takes.
"""

from functools import lru_cache

from outflank.board import Board, Square
from outflank.players import Player, ask, make_player

NAMES = frozenset({"random", "first", "greedy", "positional", "priority"})  # built in
PLAYERS_KEPT = 100  # in the cache, by their text


@lru_cache(maxsize=PLAYERS_KEPT)
def _player(text: str) -> Player:
    return make_player(text)


def instant_answer(player: str, board: Board) -> Square | None:
    """Return the move of an instant player; None for any other player.

    >>> from outflank.board import square_name
    >>> square_name(instant_answer("greedy", Board()))
    'd3'
    >>> instant_answer("engine:20", Board())
    """
    if player.partition(":")[0].strip() not in NAMES:
        return None
    return ask(_player(player), board, player)

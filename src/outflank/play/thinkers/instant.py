"""Opponents that look at each of their moves once: they answer without a process of their own.

On boards of every size they think for less time than a question to another process takes.
"""

from functools import lru_cache

from outflank.board import Board, Square
from outflank.players import Player, ask, make_player

NAMES = frozenset({"random", "first", "greedy", "positional", "priority"})  # ours, not a plug-in's
PLAYERS_KEPT = 100  # with their settings


@lru_cache(maxsize=PLAYERS_KEPT)
def _player(text: str) -> Player:
    return make_player(text)


def instant_answer(player: str, board: Board) -> Square | None:
    """The square of a player that never thinks for long; None for any other player.

    >>> from outflank.board import square_name
    >>> square_name(instant_answer("greedy", Board()))
    'd3'
    >>> instant_answer("engine:20", Board())
    """
    if player.partition(":")[0].strip() not in NAMES:
        return None
    return ask(_player(player), board, player)

"""Opponents that look at each of their moves once: they answer without a process of their own.

To ask another process takes longer than they think, on boards of every size.
"""

from functools import lru_cache

from outflank.board import Board, Square
from outflank.players import Player, ask, make_player

NAMES = frozenset({"random", "first", "greedy", "positional", "priority"})  # ours, not a plug-in's
PLAYERS_KEPT = 100  # with their settings


@lru_cache(maxsize=PLAYERS_KEPT)
def _player(text: str) -> Player:
    return make_player(text)


def answer_at_once(player: str, board: Board) -> Square | None:
    """The square that a player chooses who never thinks for long; None for any other.

    >>> from outflank.board import square_name
    >>> square_name(answer_at_once("greedy", Board()))
    'd3'
    >>> answer_at_once("engine:20", Board())
    """
    if player.partition(":")[0].strip() not in NAMES:
        return None
    return ask(_player(player), board, player)

"""Who moves: the player protocol and the catalogue of named opponents."""

from outflank.players.catalogue import (
    Opponent,
    UnknownOpponent,
    broken_plugins,
    find_opponent,
    make_player,
    opponents,
    with_full_path,
)
from outflank.players.files import InvalidPlayerFile
from outflank.players.parameters import FileParameter, InvalidSetting, Parameter, Setting
from outflank.players.player import (
    ClockedPlayer,
    ClosablePlayer,
    FollowingPlayer,
    NoLegalMove,
    Player,
    PlayerFailed,
    ProbabilisticPlayer,
    StoppablePlayer,
    ask,
    refuse_without_move,
)

__all__ = [
    "ClockedPlayer",
    "ClosablePlayer",
    "FileParameter",
    "FollowingPlayer",
    "InvalidPlayerFile",
    "InvalidSetting",
    "NoLegalMove",
    "Opponent",
    "Parameter",
    "Player",
    "PlayerFailed",
    "ProbabilisticPlayer",
    "Setting",
    "StoppablePlayer",
    "UnknownOpponent",
    "ask",
    "broken_plugins",
    "find_opponent",
    "make_player",
    "opponents",
    "refuse_without_move",
    "with_full_path",
]

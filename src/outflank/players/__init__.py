"""The player protocol and the catalog of named opponents."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand
from outflank.players.catalogue import (
    Opponent,
    UnknownOpponent,
    files_of,
    find_opponent,
    make_player,
    meet,
    opponents,
    with_full_path,
)
from outflank.players.failures import explain_failure, trace_of
from outflank.players.files import InvalidPlayerFile
from outflank.players.parameters import FileParameter, InvalidSetting, Parameter, Setting
from outflank.players.player import (
    ClockedPlayer,
    ClosablePlayer,
    FailureKind,
    FollowingPlayer,
    FunctionPlayer,
    LoadingPlayer,
    NoLegalMove,
    Player,
    PlayerFailed,
    ProbabilisticPlayer,
    RecipePlayer,
    StoppablePlayer,
    Strategy,
    ask,
)
from outflank.players.ratings import RATED_SIZE, Rating, rating_of, strength

if TYPE_CHECKING:
    from outflank.players.sandboxed_loader import sandboxed

__all__ = [
    "RATED_SIZE",
    "ClockedPlayer",
    "ClosablePlayer",
    "FailureKind",
    "FileParameter",
    "FollowingPlayer",
    "FunctionPlayer",
    "InvalidPlayerFile",
    "InvalidSetting",
    "LoadingPlayer",
    "NoLegalMove",
    "Opponent",
    "Parameter",
    "Player",
    "PlayerFailed",
    "ProbabilisticPlayer",
    "Rating",
    "RecipePlayer",
    "Setting",
    "StoppablePlayer",
    "Strategy",
    "UnknownOpponent",
    "ask",
    "explain_failure",
    "files_of",
    "find_opponent",
    "make_player",
    "meet",
    "opponents",
    "rating_of",
    "sandboxed",
    "strength",
    "trace_of",
    "with_full_path",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__)

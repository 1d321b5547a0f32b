"""Who moves: the player protocol and the catalogue of named opponents."""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand
from outflank.players import learned
from outflank.players.catalogue import (
    Opponent,
    UnknownOpponent,
    broken_plugins,
    files_of,
    find_opponent,
    make_player,
    meet,
    named_files,
    opponent_of,
    opponents,
    with_full_path,
)
from outflank.players.failures import explain_failure, trace_of
from outflank.players.files import InvalidPlayerFile, place_of
from outflank.players.move_features import FEATURES, features_of
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
    answer_forms,
    ask,
    refuse_without_move,
)
from outflank.players.ratings import (
    RATED_SIZE,
    RATINGS_FILE,
    Rating,
    RatingTable,
    engine_digest,
    rating_of,
    shipped_ratings,
    strength,
)

if TYPE_CHECKING:
    from outflank.players.sandboxed_loader import sandboxed

__all__ = [
    "FEATURES",
    "RATED_SIZE",
    "RATINGS_FILE",
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
    "RatingTable",
    "RecipePlayer",
    "Setting",
    "StoppablePlayer",
    "Strategy",
    "UnknownOpponent",
    "answer_forms",
    "ask",
    "broken_plugins",
    "engine_digest",
    "explain_failure",
    "features_of",
    "files_of",
    "find_opponent",
    "learned",
    "make_player",
    "meet",
    "named_files",
    "opponent_of",
    "opponents",
    "place_of",
    "rating_of",
    "refuse_without_move",
    "sandboxed",
    "shipped_ratings",
    "strength",
    "trace_of",
    "with_full_path",
]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__, {"sandboxed_loader": "sandboxed"})

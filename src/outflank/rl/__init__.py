"""Reinforcement learning: Othello for PettingZoo, Gymnasium and vectorized environments.

``pip install 'outflank[rl]'`` installs the dependencies. In all environments an action is a square,
passes are automatic, and the reward at the end is 1 for a win and −1 for a loss. Importing this
registers ``outflank/Othello-v0`` with Gymnasium.
"""

from typing import TYPE_CHECKING

import gymnasium

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.rl import othello_v0
    from outflank.rl.aec import OthelloAEC
    from outflank.rl.single import OthelloEnv
    from outflank.rl.vector import VectorOthello

__all__ = ["OthelloAEC", "OthelloEnv", "VectorOthello", "othello_v0"]

gymnasium.register(
    "outflank/Othello-v0",
    entry_point="outflank.rl:OthelloEnv",
    vector_entry_point="outflank.rl:VectorOthello",
)

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__)

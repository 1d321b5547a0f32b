"""Reinforcement learning: Othello for PettingZoo, Gymnasium and vectorized environments.

``pip install 'outflank[rl]'`` installs the dependencies. In all environments an action is a square,
passes are automatic, and the reward at the end is 1 for a win and −1 for a loss.
"""

from typing import TYPE_CHECKING

from outflank.lazy_import import on_demand

if TYPE_CHECKING:
    from outflank.rl.aec import OthelloAEC
    from outflank.rl.single import OthelloEnv
    from outflank.rl.vector import VectorOthello

__all__ = ["OthelloAEC", "OthelloEnv", "VectorOthello"]

if not TYPE_CHECKING:
    __getattr__ = on_demand(__name__)

"""Learning by reward: Othello as PettingZoo, Gymnasium and vectorised environments.

``pip install 'outflank[rl]'`` brings what they need. Everywhere an action is a square, passes are
made by the environment, and who wins gets 1 at the end, who loses −1.
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

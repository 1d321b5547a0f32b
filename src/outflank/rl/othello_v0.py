"""Othello as PettingZoo names its games: ``othello_v0.env(size=8)``."""

from typing import Any

from pettingzoo.utils import wrappers

from outflank.rl.aec import OthelloAEC

raw_env = OthelloAEC


def env(**settings: Any) -> Any:
    """Return the environment with PettingZoo's checks; an illegal move loses the game."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(**settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))

"""A vector environment that plays thousands of games in lockstep with native calls."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from outflank.batch import Positions
from outflank.board import Board

Planes = NDArray[np.uint8]
Step = tuple[Planes, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


class VectorOthello(VectorEnv[Planes, NDArray[Any], NDArray[Any]]):
    """A batch of games for self-play, in which the actions are moves of both sides.

    Observations have shape (N, 3, size, size), from the view of the side to move: its discs, the
    opponent's discs, and its legal moves. ``info["action_mask"]`` has the legal moves as (N,
    size²), and ``info["turn"]`` the side to move (0 is Black). A finished game restarts in the same
    step; its reward is for the side that just moved, and ``info["final"]`` has the finished
    positions.

    >>> env = VectorOthello(1000)
    >>> seen, info = env.reset(seed=1)
    >>> for _ in range(60):
    ...     seen, reward, over, _, info = env.step(env.random_actions())
    >>> seen.shape, bool(over.any())
    ((1000, 3, 8, 8), True)

    ``positions`` are the current games, for learners with their own features; ``advance`` is a step
    without observation planes.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as in the base class
        "autoreset_mode": AutoresetMode.SAME_STEP
    }

    def __init__(self, num_envs: int, size: int = 8, *, start: Board | None = None) -> None:
        self.num_envs = num_envs
        self.start = Board(size) if start is None else start
        self.positions = Positions.of([self.start]).repeated(num_envs)
        if not self.positions.can_move.all():
            raise ValueError(f"the start position must have a legal move; got {self.start!r}")
        size = self.start.size
        self.single_observation_space = spaces.Box(0, 1, (3, size, size), np.uint8)
        self.single_action_space = spaces.Discrete(size * size)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Planes, dict[str, Any]]:
        """Start all games; the seed is used by ``random_actions``."""
        super().reset(seed=seed)
        self.positions = Positions.of([self.start]).repeated(self.num_envs)
        return self._seen()

    def step(self, actions: NDArray[Any]) -> Step:
        """Make one move in every game."""
        rewards, over, final = self.advance(actions)
        planes, info = self._seen()
        if final is not None:
            info["final"] = final
        return planes, rewards, over, np.zeros(self.num_envs, np.bool_), info

    def advance(
        self, actions: NDArray[Any]
    ) -> tuple[NDArray[np.float32], NDArray[np.bool_], Positions | None]:
        """Make a step without planes; return rewards, ended games and their final positions."""
        movers = self.positions.turn
        after = self.positions.step(actions)
        rewards = np.zeros(self.num_envs, np.float32)
        over = ~after.can_move  # forced passes have been made already
        final = None
        if over.any():
            final = after[over]
            sign = np.where(final.turn == movers[over], 1, -1)
            rewards[over] = np.sign(final.score) * sign
            after = after.replaced(over, self.start)
        self.positions = after
        return rewards, over, final

    def random_actions(self) -> NDArray[np.int16]:
        """Return a random legal move for every game."""
        return self.positions.random_moves(int(self.np_random.integers(2**63)))

    def _seen(self) -> tuple[Planes, dict[str, Any]]:
        planes = self.positions.planes(np.uint8)
        mask = planes[:, 2].reshape(self.num_envs, -1)
        return planes, {"action_mask": mask, "turn": self.positions.turn}

"""Othello for PettingZoo: two agents, who take turns."""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from outflank.board import Board, Color
from outflank.rl.observation import Seen, observation_space, rendered, reward_of, seen, start_of

AGENTS = {"black": Color.BLACK, "white": Color.WHITE}


class OthelloAEC(AECEnv[str, Seen, int]):  # type: ignore[misc]  # it comes without types
    """Othello as a PettingZoo AEC environment.

    An agent that has no move is not asked: after a forced pass the same agent moves twice.

    >>> env = OthelloAEC()
    >>> env.reset()
    >>> env.agent_selection, int(env.last()[0]["action_mask"].sum())
    ('black', 4)
    >>> env.step(37)
    >>> env.agent_selection
    'white'
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the base has it
        "name": "outflank_othello_v0",
        "render_modes": ["ansi", "human"],
        "is_parallelizable": False,
    }

    def __init__(self, size: int = 8, render_mode: str | None = None) -> None:
        super().__init__()
        self.size = size
        self.render_mode = render_mode
        self.board = Board(size)
        self.possible_agents = list(AGENTS)
        self.observation_spaces = {agent: observation_space(size) for agent in AGENTS}
        self.action_spaces = {agent: spaces.Discrete(size * size) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent sees: two planes of discs, its own first, and the mask of its moves."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The squares."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; nothing in it is random. ``options={"start": board}`` begins elsewhere."""
        self.board = start_of(options, self.size)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self.board.turn.value

    def observe(self, agent: str) -> Seen:
        """The position as this agent sees it."""
        return seen(self.board, AGENTS[agent])

    def step(self, action: int) -> None:
        """Play a square for the agent whose turn it is; an illegal one is refused."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.board = self.board.play(int(action)).after_forced_pass
        self._cumulative_rewards[agent] = 0
        for name, color in AGENTS.items():
            self.rewards[name] = reward_of(self.board, color)
            self.terminations[name] = self.board.is_over
        self.agent_selection = self.board.turn.value
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as people draw it: returned as ``ansi``, printed for a human."""
        return rendered(self.board, self.render_mode)

    def close(self) -> None:
        """Nothing is held on to."""

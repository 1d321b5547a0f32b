"""Othello for PettingZoo, with two agents that take turns."""

from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv

from outflank.board import Board, Color, IllegalMove
from outflank.rl.observation import Seen, observation_space, rendered, reward_of, seen, start_of

AGENTS = {"black": Color.BLACK, "white": Color.WHITE}


class OthelloAEC(AECEnv[str, Seen, int | None]):  # type: ignore[misc]  # untyped package
    """Othello as a PettingZoo AEC environment.

    An agent without a legal move is skipped: after a forced pass the same agent moves again.

    >>> env = OthelloAEC()
    >>> env.reset()
    >>> env.agent_selection, int(env.last()[0]["action_mask"].sum())
    ('black', 4)
    >>> env.step(37)
    >>> env.agent_selection
    'white'
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as in the base class
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
        """Return the space of two disc planes, the agent's own first, and an action mask."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Return the space of squares."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game, from ``options={"start": board}`` if given; nothing is random."""
        self.board = start_of(options, self.size)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = self.board.turn.value

    def observe(self, agent: str) -> Seen:
        """Return the position as seen by this agent."""
        return seen(self.board, AGENTS[agent])

    def step(self, action: int | None) -> None:
        """Play a square for the current agent; an illegal move raises an error."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalMove("an agent in the game must choose a square; got None")
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
        """Return the board as text in mode ``ansi``, or print it in mode ``human``."""
        return rendered(self.board, self.render_mode)

    def close(self) -> None:
        """Do nothing: no resources are held."""

"""Othello for Gymnasium: one learner against an opponent inside the environment."""

from typing import Any

import gymnasium
from gymnasium import spaces

from outflank.board import Board, Color, IllegalMove
from outflank.players import Player, ask, make_player
from outflank.rl.observation import Seen, observation_space, rendered, reward_of, seen, start_of


class OthelloEnv(gymnasium.Env[Seen, Any]):
    """Othello as a Gymnasium environment against any player.

    The opponent is a name such as ``greedy`` or ``engine:5``, a file such as ``./mybot.py``, or an
    object with ``choose(board)``. The learner alternates between Black and White, or always plays
    ``color``. An illegal move loses the game immediately; ``info["illegal"]`` gives the reason.

    >>> env = OthelloEnv("greedy", color=Color.BLACK)
    >>> seen, info = env.reset(seed=1)
    >>> seen, reward, over, _, info = env.step(37)
    >>> float(reward), over, int(seen["observation"].sum())
    (0.0, False, 6)
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as in the base class
        "render_modes": ["ansi", "human"],
        "render_fps": 1,
    }

    def __init__(
        self,
        opponent: str | Player = "random",
        *,
        color: Color | None = None,
        size: int = 8,
        render_mode: str | None = None,
    ) -> None:
        self.size = size
        self.color = Color.BLACK if color is None else color
        self.render_mode = render_mode
        self.board = Board(size)
        self.observation_space: Any = observation_space(size)
        self.action_space = spaces.Discrete(size * size)
        self._wanted = opponent
        self._always = color
        self._opponent = self._made(None)

    def _made(self, seed: int | None) -> Player:
        wanted = self._wanted
        return make_player(wanted, seed=seed, size=self.size) if isinstance(wanted, str) else wanted

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Seen, dict[str, Any]]:
        """Start a game; a seed determines the opponent's random choices and the learner's color."""
        super().reset(seed=seed)
        if self._always is None:
            self.color = Color.BLACK if self.np_random.integers(2) else Color.WHITE
        if isinstance(self._wanted, str):
            self._opponent = self._made(int(self.np_random.integers(2**31)))
        self.board = start_of(options, self.size)
        self._let_opponent_play()
        return seen(self.board, self.color), {"color": self.color}

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Play a square, followed by the opponent's moves until it is the learner's turn."""
        info: dict[str, Any] = {"color": self.color}
        try:
            self.board = self.board.play(int(action)).after_forced_pass
        except IllegalMove as error:
            info["illegal"] = str(error)
            return seen(self.board, self.color), -1.0, True, False, info
        self._let_opponent_play()
        over = self.board.is_over
        if over:
            info["score"] = self.board.score * (1 if self.board.turn is self.color else -1)
        if self.render_mode == "human":
            self.render()
        return (
            seen(self.board, self.color),
            float(reward_of(self.board, self.color)),
            over,
            False,
            info,
        )

    def render(self) -> str | None:
        """Return the board as text in mode ``ansi``, or print it in mode ``human``."""
        return rendered(self.board, self.render_mode)

    def _let_opponent_play(self) -> None:
        while not self.board.is_over and self.board.turn is not self.color:
            square = ask(self._opponent, self.board)
            self.board = self.board.play(square).after_forced_pass

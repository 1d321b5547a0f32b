"""Observations, action masks and rewards of the environments."""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from outflank.board import Board, Color

Seen = dict[str, NDArray[np.int8]]


def observation_space(size: int) -> spaces.Dict:
    """Return the space of two disc planes, the observer's own first, and an action mask."""
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 1, (2, size, size), np.int8),
            "action_mask": spaces.Box(0, 1, (size * size,), np.int8),
        }
    )


def seen(board: Board, color: Color) -> Seen:
    """Return a position as seen by one side; the mask is empty if it is not its turn."""
    sides = (board.black, board.white) if color is Color.BLACK else (board.white, board.black)
    squares = board.size * board.size
    planes = np.zeros((2, squares), np.int8)
    for plane, side in zip(planes, sides, strict=True):
        plane[list(side)] = 1
    mask = np.zeros(squares, np.int8)
    if board.turn is color:
        mask[list(board.legal_moves)] = 1
    return {"observation": planes.reshape(2, board.size, board.size), "action_mask": mask}


def start_of(options: dict[str, Any] | None, size: int) -> Board:
    """Return the start position from ``options={"start": board}``, or the usual one."""
    start = (options or {}).get("start", Board(size))
    if not isinstance(start, Board) or start.size != size:
        raise ValueError(f"options['start'] must be a {size}×{size} Board; got {start!r}")
    return start.after_forced_pass


def rendered(board: Board, mode: str | None) -> str | None:
    if mode == "ansi":
        return str(board)
    if mode == "human":
        print(board)
    return None


def reward_of(board: Board, color: Color) -> int:
    """Return 1 for a win, −1 for a loss, 0 for a draw or an unfinished game."""
    if not board.is_over:
        return 0
    ahead = board.score if board.turn is color else -board.score
    return (ahead > 0) - (ahead < 0)

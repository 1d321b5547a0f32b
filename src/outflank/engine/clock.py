"""Time management: the time for a move, and when to stop early."""

from collections.abc import Sequence

from outflank import _native
from outflank.engine.result import Result

# From this number of empties on the engine usually sees the end and needs little time.
SOLVED_FROM = 22
SAFETY_SECONDS = 0.05  # reserved for overhead of the current move …
MOVE_SECONDS = 0.015  # … and of every later move


def seconds_for_move(remaining: float, empties: int, increment: float = 0.0) -> float:
    """Return the time for one move, leaving enough for all later moves.

    >>> seconds_for_move(60, empties=50) < seconds_for_move(60, empties=26)
    True
    """
    kept_back = SAFETY_SECONDS + MOVE_SECONDS * ((empties + 1) // 2)
    usable = max(remaining - kept_back, 0.001)
    # Own moves until the end is in sight, plus a few expensive ones there.
    moves_to_go = max((empties - SOLVED_FROM) / 2, 0) + 4
    share = usable / moves_to_go * 1.3  # easy moves use less
    return max(0.001, min(share + increment * 0.8, usable * 0.6))


class Settling:
    """Decides after each iteration of a search whether to stop before the time is up."""

    def __init__(self, seconds: float, moves: int) -> None:
        """Set the time limit and the number of legal moves; a single move needs no search."""
        self._native = _native.Settling(seconds, moves)

    def __call__(self, results: Sequence[Result]) -> bool:
        """Return True to stop: the next iteration would not fit, or the best move is stable."""
        best = results[0]
        lead = best.score - results[1].score if len(results) > 1 else None
        return self._native(best.move, lead, best.seconds)

"""How much of a clock a move deserves, and when a move is easy enough to stop early."""

from collections.abc import Sequence

from outflank import _native
from outflank.engine.result import Result

# Empties from which on the engine usually sees the end, and needs little time for it.
SOLVED_FROM = 22
SAFETY_SECONDS = 0.05  # kept back for everything around the search …
MOVE_SECONDS = 0.015  # … and for what every later move takes besides searching


def seconds_for_move(remaining: float, empties: int, increment: float = 0.0) -> float:
    """The time for one move, given what is left on the clock, so that all later moves get theirs.

    >>> seconds_for_move(60, empties=50) < seconds_for_move(60, empties=26)
    True
    """
    kept_back = SAFETY_SECONDS + MOVE_SECONDS * ((empties + 1) // 2)
    usable = max(remaining - kept_back, 0.001)
    # Our own moves until the end is in sight, and a few heavy ones there.
    moves_to_go = max((empties - SOLVED_FROM) / 2, 0) + 4
    share = usable / moves_to_go * 1.3  # easy moves give some of it back
    return max(0.001, min(share + increment * 0.8, usable * 0.6))


class Settling:
    """Says after every step of thinking about a move whether to stop before its time is up."""

    def __init__(self, seconds: float, moves: int) -> None:
        """So much time, and so many moves to choose from: the only one needs no thought."""
        self._native = _native.Settling(seconds, moves)

    def __call__(self, results: Sequence[Result]) -> bool:
        """Whether to stop: the next step would not fit, or nothing changes."""
        best = results[0]
        lead = best.score - results[1].score if len(results) > 1 else None
        return self._native(best.move, lead, best.seconds)

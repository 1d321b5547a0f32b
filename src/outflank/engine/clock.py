"""How much of a clock a move deserves, and when a move is easy enough to stop early."""

from collections.abc import Sequence

from outflank.engine.result import Result

SOLVED_FROM = (
    22  # empties: from here on the engine usually sees the end, and needs little time for it
)
SAFETY_SECONDS = 0.05  # kept back for everything around the search …
MOVE_SECONDS = 0.015  # … and for what every later move takes besides searching
EASY_GAP = 8  # discs: a second-best move so far behind is not worth more thought


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


def is_settled(history: Sequence[Sequence[Result]], seconds: float, moves: int) -> bool:
    """Whether to stop before the time is up: the next step would not fit, or nothing changes.

    ``history`` are all results so far, the latest last; ``moves`` is how many moves there are to
    choose from. The only legal move needs no thought.
    """
    latest = history[-1]
    if moves == 1:
        return True
    if latest[0].seconds > seconds * 0.6:
        return True  # a step takes longer than all before it together
    if len(latest) > 1 and len(history) >= 8 and latest[0].score - latest[1].score >= EASY_GAP:
        same = all(results[0].move == latest[0].move for results in history[-5:])
        return same and latest[0].seconds > seconds * 0.1
    same = len(history) >= 10 and all(results[0].move == latest[0].move for results in history[-8:])
    return same and latest[0].seconds > seconds * 0.35

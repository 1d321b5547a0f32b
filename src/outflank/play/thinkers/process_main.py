"""The main loop of a thinker process, which ``processes`` starts."""

import os
import sys
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from outflank.board import Board
from outflank.game import TimeLeft
from outflank.players import (
    FollowingPlayer,
    Player,
    PlayerFailed,
    ask,
    explain_failure,
    make_player,
    trace_of,
)
from outflank.translation import _
from outflank.workers.service import serve

PLAYERS_KEPT = 4  # creating an engine player takes long


@lru_cache(maxsize=PLAYERS_KEPT)
def _player(text: str, size: int) -> Player:
    player = make_player(text, size=size)
    if isinstance(player, FollowingPlayer):
        player.called = "the program"  # visitors must not see the command
    return player


def choose(
    player: str, position: str, way: Sequence[int] | None, clock: tuple[float, float] | None
) -> dict[str, Any]:
    """Return the ``square`` that a player chooses, or a ``problem`` with ``kind`` and ``details``.

    ``clock`` is the remaining seconds and the increment. The problem is shown to visitors, the
    details only to the owner of the server. ``seconds`` is the time used, without loading the
    player or waiting for a processor.
    """
    board = Board.from_text(position)
    began = _seconds()
    try:
        thinking = _player(player, board.size)
        began = _seconds()
        left = None if clock is None else TimeLeft(*clock)
        square = ask(thinking, board, player, left, way=way)
        found: dict[str, Any] = {"square": square}
    except PlayerFailed as failure:
        problem, details = explain_failure(failure)
        found = {"problem": problem, "kind": failure.kind, "details": details}
    except Exception as error:  # noqa: BLE001 — the player cannot be made
        problem = _("It cannot play: {error}", error=f"{type(error).__name__}: {error}")
        kind = "memory" if isinstance(error, MemoryError) else "crash"
        found = {"problem": problem, "kind": kind, "details": trace_of(error)}
    return found | {"seconds": max(0.0, _seconds() - began)}


def _seconds() -> float:
    """Return the time of a clock that stops while this thread waits for a processor."""
    try:
        with open("/proc/thread-self/schedstat", encoding="ascii") as file:
            waited = int(file.read().split()[1]) / 1e9
    except OSError:  # not Linux, or a kernel without this statistic
        waited = 0.0
    return time.monotonic() - waited


if __name__ == "__main__":
    if sys.platform != "win32":
        os.nice(int(sys.argv[1]))
    serve({"choose": choose}, programs=True)  # keep external engines for the next request

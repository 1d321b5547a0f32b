"""A thinking process: reads questions a line, answers each with a line.

``process_thinkers`` starts it.

A question is ``{"player": "greedy", "board": "---… X", "way": [37, 43, …], "left": [60, 3]}``,
where ``left`` are the seconds on the player's clock and those more for each move, or null; an
answer is ``{"square": 19}`` or ``{"problem": "…", "kind": "illegal", "details": "…"}``: the problem
is for visitors, the details are for the owner of the server. Either has the ``seconds`` it took,
without those in which the player was loaded or waited for a processor, and says in ``spoilt``
whether a player left threads behind or closed files, so that the next question is for another
process.
"""

import json
import os
import sys
import time
from functools import lru_cache
from typing import IO, Any

from outflank.board import Board
from outflank.players import (
    FollowingPlayer,
    Player,
    PlayerFailed,
    ask,
    explain_failure,
    make_player,
    trace_of,
)
from outflank.sitting import TimeLeft
from outflank.workers import LeftBehind, speak_apart

PLAYERS_KEPT = 4  # an engine's player is costly to make; keep the ones in use


@lru_cache(maxsize=PLAYERS_KEPT)
def _player(text: str, size: int) -> Player:
    player = make_player(text, size=size)
    if isinstance(player, FollowingPlayer):
        player.called = "the program"  # its command is for the owner's eyes alone
    return player


def answer(question: bytes) -> dict[str, Any]:
    """The answer to one question."""
    asked = json.loads(question)
    board = Board.from_text(asked["board"])
    began = _seconds()
    try:
        player = _player(asked["player"], board.size)
        began = _seconds()
        left = None if asked["left"] is None else TimeLeft(*asked["left"])
        square = ask(player, board, asked["player"], left, way=asked["way"])
        found: dict[str, Any] = {"square": square}
    except PlayerFailed as failure:
        problem, details = explain_failure(failure)
        found = {"problem": problem, "kind": failure.kind, "details": details}
    except Exception as error:  # noqa: BLE001 — a plug-in that cannot even be made; told by name
        problem = f"cannot play: {type(error).__name__}: {error}"
        kind = "memory" if isinstance(error, MemoryError) else "crash"
        found = {"problem": problem, "kind": kind, "details": trace_of(error)}
    return found | {"seconds": max(0.0, _seconds() - began)}


def _seconds() -> float:
    """A clock that stands still while this thread could go on and others have the processor."""
    try:
        with open("/proc/thread-self/schedstat", encoding="ascii") as file:
            waited = int(file.read().split()[1]) / 1e9
    except OSError:  # not Linux, or one that does not count it
        waited = 0.0
    return time.monotonic() - waited


def main(questions: IO[bytes], answers: IO[bytes]) -> None:
    """Answer until nobody asks."""
    left_behind = LeftBehind(programs=True)  # other programs stay, to be asked again
    for question in questions:
        found = answer(question) | {"spoilt": bool(left_behind)}
        answers.write(json.dumps(found).encode() + b"\n")
        answers.flush()


if __name__ == "__main__":
    os.nice(int(sys.argv[1]))
    main(*speak_apart())

"""The playing process: takes assignments from its guard, answers with records.

Started by `guard` with handles of its pipes. Players may print, crash, hang or swallow
memory here; the process is theirs and is thrown away when they spoil it.
"""

import faulthandler
import gc
import json
import os
import random
import resource
import signal
import sys
import threading
from dataclasses import replace
from functools import cache
from typing import IO

from outflank.arena.entrants import is_file
from outflank.arena.notes import SharedNotes
from outflank.arena.printing import Listener
from outflank.arena.records import Assignment
from outflank.arena.referee import play_game
from outflank.players import Opponent, Player, Setting, find_opponent, make_player

READY = b"ready\n"


def make(spec: str, seed: int, size: int) -> Player:
    """Make a player from its name and settings, fresh for each game."""
    if is_file(spec):
        # The file is run anew, so that nothing it keeps outlives a game.
        return make_player(spec, seed=seed, size=size)
    opponent, settings, takes_seed = _known(spec)
    return opponent.make(**({"seed": seed} if takes_seed else {}), **settings)


@cache
def _known(spec: str) -> tuple[Opponent, dict[str, Setting], bool]:
    """A player of the catalogue, looked up once; a seed among its settings wins."""
    opponent, settings = find_opponent(spec)
    return opponent, settings, opponent.takes_seed and "seed" not in settings


def limit_memory(megabytes: int) -> None:
    """Let the process have so much address space; beyond it Python raises MemoryError."""
    if megabytes:
        size = megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def end_with_parent(lifeline: int) -> None:
    """End when the guard's process is gone, even while a player is thinking."""

    def wait() -> None:
        os.read(lifeline, 1)  # returns only when the other end is closed
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def serve(requests: IO[bytes], answers: IO[bytes], notes: SharedNotes) -> None:
    """Play what is asked for, a line a game, until the guard hangs up."""
    limited = 0
    listener = Listener(notes, sys.stdout.fileno())
    listener.listen()
    answers.write(READY)
    answers.flush()
    for request in requests:
        assignment = Assignment.from_json(json.loads(request))
        if assignment.limits.memory_mb != limited:
            limited = assignment.limits.memory_mb
            limit_memory(limited)
        notes.idle()
        # For players that use Python's common dice: the same game for the same seed all the same.
        random.seed(f"{assignment.seed}/{assignment.game}")
        record = play_game(assignment, make, notes)
        notes.idle()
        printed = listener.take()
        if any(printed):
            record = replace(record, printed=printed)
        # At once: a record is with the guard before the next players can spoil the process.
        answers.write(json.dumps(record.to_json()).encode() + b"\n")
        answers.flush()


def main() -> int:
    """Set the process up and serve."""
    requests, answers, notes, lifeline = (int(argument) for argument in sys.argv[1:5])
    faulthandler.enable()
    # The guard asks where a player hangs. The signal then does what it usually does and ends the
    # process, which tells the guard that all is written down.
    signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    faulthandler.register(signal.SIGUSR1, all_threads=True, chain=True)
    end_with_parent(lifeline)
    gc.freeze()  # the modules stay; only what players make is looked through from now on
    gc.enable()
    with open(requests, "rb") as lines, open(answers, "wb") as out:
        serve(lines, out, SharedNotes(notes))
    return 0

"""The playing process: takes assignments from its guard, answers with records.

Started by `guard`. Players may print, crash, hang or swallow
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
from dataclasses import replace
from functools import cache
from typing import IO

from outflank.arena.entrants import is_player_file
from outflank.arena.notes import CLOSED, RETIRED, WATCH, SharedNotes
from outflank.arena.printing import Listener
from outflank.arena.records import Assignment
from outflank.arena.referee import MakePlayer, play_game
from outflank.board import Board, Square
from outflank.game import TimeLeft
from outflank.players import (
    ClockedPlayer,
    LoadingPlayer,
    Opponent,
    Player,
    Setting,
    find_opponent,
    make_player,
)
from outflank.workers import LeftBehind, speak_apart

READY = b"ready\n"


def make(spec: str, seed: int, size: int) -> Player:
    """Make a player from its name and settings, fresh for each game."""
    if is_player_file(spec):
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


class Watched:
    """A player after whose moves it is checked that our files are still open."""

    def __init__(self, player: Player, answers: IO[bytes]) -> None:
        self._player = player
        self._answers = answers
        self._check()

    def choose(self, board: Board) -> Square:
        """What the player chooses."""
        square = self._player.choose(board)
        self._check()
        return square

    def choose_in_time(self, board: Board, left: TimeLeft) -> Square:
        """What the player chooses with so much time left, if it minds."""
        if not isinstance(self._player, ClockedPlayer):
            return self.choose(board)
        square = self._player.choose_in_time(board, left)
        self._check()
        return square

    def get_ready(self) -> None:
        """Let the player load what it needs, if it does."""
        if isinstance(self._player, LoadingPlayer):
            self._player.get_ready()

    def close(self) -> None:
        """Close the player, if it can be."""
        getattr(self._player, "close", lambda: None)()

    def _check(self) -> None:
        try:
            os.fstat(self._answers.fileno())
        except OSError:
            os._exit(CLOSED)  # the notes say who it was


def serve(requests: IO[bytes], answers: IO[bytes], notes: SharedNotes) -> None:
    """Play what is asked for, a line a game, until the guard hangs up."""
    limited = 0
    listener = Listener(notes, sys.stdout.fileno())
    listener.listen()
    left_behind = LeftBehind()
    making: MakePlayer = make

    def watched(spec: str, seed: int, size: int) -> Player:
        return Watched(make(spec, seed, size), answers)

    answers.write(READY)
    answers.flush()
    for request in requests:
        if request == WATCH:
            making = watched
            continue
        assignment = Assignment.from_json(json.loads(request))
        if assignment.limits.memory_mb != limited:
            limited = assignment.limits.memory_mb
            limit_memory(limited)
        notes.idle()
        # For players that use Python's common dice: the same game for the same seed all the same.
        random.seed(f"{assignment.seed}/{assignment.game}")
        record = play_game(assignment, making, notes)
        making = make
        notes.idle()
        printed = listener.take()
        if any(printed):
            record = replace(record, printed=printed)
        # At once: a record is with the guard before the next players can spoil the process.
        answers.write(json.dumps(record.to_json()).encode() + b"\n")
        answers.flush()
        if left_behind:
            os._exit(RETIRED)


def main() -> int:
    """Set the process up and serve."""
    faulthandler.enable()
    # The guard asks where a player hangs. The signal then does what it usually does and ends the
    # process, which tells the guard that all is written down.
    signal.signal(signal.SIGUSR1, signal.SIG_DFL)
    faulthandler.register(signal.SIGUSR1, all_threads=True, chain=True)
    gc.freeze()  # the modules stay; only what players make is looked through from now on
    gc.enable()
    requests, answers = speak_apart()
    notes = SharedNotes(int(sys.argv[1]))
    try:
        serve(requests, answers, notes)
    except OSError:
        os._exit(CLOSED)
    return 0

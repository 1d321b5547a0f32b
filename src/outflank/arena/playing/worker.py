"""The playing process: plays the games assigned by its guard and returns records.

`guard` starts it. Players may print, crash, hang or exhaust memory here; the process is then
replaced.
"""

import faulthandler
import gc
import os
import random
import signal
import sys
from dataclasses import replace
from functools import cache
from typing import IO, Any

from outflank.arena.entrants import is_player_file
from outflank.arena.playing.notes import CLOSED, SharedNotes
from outflank.arena.playing.printing import Listener
from outflank.arena.playing.referee import play_game
from outflank.arena.records import Assignment
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
from outflank.workers.limits import limit_memory
from outflank.workers.service import serve
from outflank.workers.worker_stdio import detach_stdio


def make(spec: str, seed: int, size: int) -> Player:
    """Create a player from its name and settings, new for each game."""
    if is_player_file(spec):
        # The file is executed again, so that no module state outlives a game.
        return make_player(spec, seed=seed, size=size)
    opponent, settings, takes_seed = _known(spec)
    return opponent.make(**({"seed": seed} if takes_seed else {}), **settings)


@cache
def _known(spec: str) -> tuple[Opponent, dict[str, Setting], bool]:
    """Return a cached player of the catalog; a seed in its settings takes precedence."""
    opponent, settings = find_opponent(spec)
    return opponent, settings, opponent.takes_seed and "seed" not in settings


class Watched:
    """A wrapper that checks after every move that the player left the response pipe open."""

    def __init__(self, player: Player, responses: IO[bytes]) -> None:
        self._player = player
        self._responses = responses
        self._check()

    def choose(self, board: Board) -> Square:
        square = self._player.choose(board)
        self._check()
        return square

    def choose_in_time(self, board: Board, left: TimeLeft) -> Square:
        if not isinstance(self._player, ClockedPlayer):
            return self.choose(board)
        square = self._player.choose_in_time(board, left)
        self._check()
        return square

    def get_ready(self) -> None:
        if isinstance(self._player, LoadingPlayer):
            self._player.get_ready()

    def close(self) -> None:
        getattr(self._player, "close", lambda: None)()

    def _check(self) -> None:
        try:
            os.fstat(self._responses.fileno())
        except OSError:
            os._exit(CLOSED)  # the notes identify the player


class PlayingService:
    def __init__(self, responses: IO[bytes], notes: SharedNotes) -> None:
        self._responses = responses
        self._notes = notes
        self._limited = 0
        self._listener = Listener(notes, sys.stdout.fileno())
        self._listener.listen()

    def play(self, assigned: dict[str, Any], watch: bool) -> dict[str, Any]:
        """Play a game and return its record; ``watch`` finds the player that closes our files."""
        assignment = Assignment.from_json(assigned)
        if assignment.limits.memory_mb != self._limited:
            self._limited = assignment.limits.memory_mb
            if self._limited:
                limit_memory(self._limited)
        self._notes.idle()
        # Players that use Python's global generator are also reproducible.
        random.seed(f"{assignment.seed}/{assignment.game}")
        record = play_game(assignment, self._watched if watch else make, self._notes)
        self._notes.idle()
        printed = self._listener.take()
        return (replace(record, printed=printed) if any(printed) else record).to_json()

    def _watched(self, spec: str, seed: int, size: int) -> Player:
        return Watched(make(spec, seed, size), self._responses)


def main() -> int:
    faulthandler.enable()
    if sys.platform != "win32":
        # The guard sends this signal to find where a player hangs. After the traceback the signal
        # has its default effect and ends the process, so the guard knows that all is written.
        signal.signal(signal.SIGUSR1, signal.SIG_DFL)
        faulthandler.register(signal.SIGUSR1, all_threads=True, chain=True)
    gc.freeze()  # from now on, collect only objects created by players
    gc.enable()
    stdio = detach_stdio()
    service = PlayingService(stdio[1], SharedNotes.at(sys.argv[1]))
    try:
        serve({"ready": lambda: None, "play": service.play}, stdio=stdio)
    except OSError:
        os._exit(CLOSED)
    return 0

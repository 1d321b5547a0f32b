"""Plays a game in a process of its own and always comes back with a record.

Whoever runs games (a thread here, a worker of a cluster there) holds a guard. The guard keeps one
playing process, passes it an assignment and waits. If the process dies, or a player thinks past its
limit, the guard ends the process, reads in the shared notes who had been asked, and writes the
forfeit itself. The next game gets a fresh process.
"""

import json
import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Sequence

from outflank.arena.notes import CLOSED, RETIRED, WATCH, Noted, SharedNotes
from outflank.arena.openings import replay_opening
from outflank.arena.records import Assignment, Fault, FaultKind, PlayedGame
from outflank.arena.referee import LOADING
from outflank.board import Board, Color, square_name
from outflank.workers import Child, TooLong, Walls

GRACE = 0.25  # seconds past the limit before the process is ended; its own referee comes first
TRACE_WAIT = 20.0  # seconds a hanging process gets to write down where it hangs, and end
# Nothing is rubbish before the first game: looking for it while modules load takes a sixth of the
# start. The worker switches the collector on again.
START = "import gc; gc.disable(); from outflank.arena.worker import main; raise SystemExit(main())"
START_LIMIT = 60.0  # seconds a fresh process may take until it is ready to play
SENT_AHEAD = 32  # games the process knows of: the one it plays and the next …
SENT_BYTES = 16 * 1024  # … as long as a pipe takes them without waiting for the process
BREATH = 0.003  # seconds between looks at a process with many games, each too quick to wake up for
LAST_WORDS_WAIT = 5.0  # seconds for a process that fell silent to end
# What a process does that players spoilt: hangs up, or says what is no record.
SPOILT = (EOFError, OSError, TooLong, ValueError, KeyError, TypeError)


class GuardStopped(RuntimeError):
    """The guard was stopped while its game was running."""


class PlayingProcess(Child):
    """A running `outflank.arena.worker`: assignments in, records out.

    What differs from other children: it shares notes with us in memory, so that a process that is
    gone can still be judged; and players that print, print words.
    """

    def __init__(self, walls: Walls | None = None) -> None:
        with tempfile.TemporaryFile() as shared:
            SharedNotes.make_file(shared.fileno())
            self.notes = SharedNotes(shared.fileno())
            super().__init__(
                [sys.executable, "-P", "-c", START, str(shared.fileno())],
                # One thread each for numerical libraries: the arena itself fills the processors.
                environment={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **os.environ},
                handles=[shared.fileno()],
                adopts=True,
                walls=walls,
            )

    def wait_until_ready(self) -> None:
        """Wait until the process has loaded what it needs."""
        try:
            if self.receive(START_LIMIT) is not None:
                return
            why = f"did not get ready within {START_LIMIT:g} s"
        except EOFError:
            why = f"ended with exit code {self.wait(TRACE_WAIT)}"
        raise RuntimeError(f"a playing process {why}; it printed: {self.last_words()}")

    def end(self) -> int:
        """End the process and everything it started, now."""
        self.notes.close()
        return super().end()


class Guard:
    """Plays games one after the other, each safely; behind ``walls`` if there are to be some."""

    def __init__(self, walls: Walls | None = None) -> None:
        self._walls = walls
        self._playing: PlayingProcess | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def play(self, assignment: Assignment) -> PlayedGame:
        """Play a game; whatever the players do, a record comes back."""
        return self.play_all([assignment])[0]

    def play_all(self, games: Sequence[Assignment]) -> list[PlayedGame]:
        """Play games one after the other; the process has the next before it is done with one.

        Every record is passed on by itself, so that what a process finished before it was spoilt
        counts; the guard only does not wake up for each when there are many.
        """
        records: list[PlayedGame] = []
        ahead = 0  # games the process has and has not answered
        again = False
        if self._playing is not None:
            self._playing.forget_words()
        while len(records) < len(games):
            playing = self._process()
            try:
                if not ahead:
                    requests, ahead = _requests(games[len(records) :])
                    playing.send(WATCH + requests if again else requests, START_LIMIT)
                if ahead > 1 and not playing.has_line:
                    time.sleep(BREATH)
                record = self._await(playing, games[len(records)])
            except SPOILT:
                judged = self._died(games[len(records)], again=again)
                if not isinstance(judged, PlayedGame):
                    # The players may be innocent, so the game is played once more, and watched
                    # more closely. Twice is their fault.
                    again, ahead = again or judged, 0
                    continue
                record = judged
            again = False
            records.append(record)
            if record.fault is not None:
                self._discard()  # a spoilt process is not handed to the next players
            ahead = 0 if self._playing is None else ahead - 1
        return records

    def stop(self) -> None:
        """End the playing process at once, from any thread; a running game is given up."""
        self._stopped = True  # not by the lock, which is held for as long as a process starts
        playing = self._playing
        if playing is not None:
            playing.signal(signal.SIGKILL)

    def close(self) -> None:
        """End the idle process."""
        self.stop()
        self._discard()

    def _await(self, playing: PlayingProcess, assignment: Assignment) -> PlayedGame:
        """Wait for the record of a game, or judge the player that does not answer."""
        wait = (assignment.limits.clock or assignment.limits.seconds) + GRACE
        began = time.monotonic()
        while (answer := playing.receive(wait)) is None:
            noted = playing.notes.read()
            # Until the first note the process is still taking the assignment.
            deadline = noted.until + GRACE if noted.asked else began + START_LIMIT
            if time.monotonic() >= deadline:
                return self._hung(assignment, noted)
            wait = deadline - time.monotonic()
        return PlayedGame.from_json(json.loads(answer))

    def _process(self) -> PlayingProcess:
        with self._lock:
            self._refuse_if_stopped()
            if self._playing is None:
                self._playing = PlayingProcess(self._walls)
                self._refuse_if_stopped()  # by somebody who saw no process yet
                try:
                    self._playing.wait_until_ready()
                except RuntimeError:
                    self._refuse_if_stopped()
                    raise
            return self._playing

    def _discard(self) -> int:
        with self._lock:
            playing, self._playing = self._playing, None
        return playing.end() if playing is not None else 0

    def _hung(self, assignment: Assignment, noted: Noted) -> PlayedGame:
        playing = self._playing
        assert playing is not None
        playing.signal(signal.SIGUSR1)
        playing.wait(TRACE_WAIT)
        trace = playing.last_words()
        self._discard()
        self._refuse_if_stopped()
        if noted.asked is None:
            raise RuntimeError(
                f"a playing process did not start within {START_LIMIT:g} s; it printed: {trace}"
            )
        limits = assignment.limits
        message = (
            "gave no answer before its clock ran out"
            if limits.clock
            else f"gave no answer within the limit of {limits.seconds:g} s"
        )
        if noted.loading:
            message = f"was not ready to play within {max(LOADING, limits.seconds):g} s"
        message += "; its process was ended"
        return _forfeit(assignment, noted, FaultKind.TIME, message, trace)

    def _died(self, assignment: Assignment, *, again: bool) -> PlayedGame | bool:
        """The forfeit for a process that speaks no more; or else whether that is suspicious.

        Not suspicious is one that retired after a game, because its players had left threads or
        programs behind.
        """
        playing = self._playing
        assert playing is not None
        code = playing.wait(LAST_WORDS_WAIT)  # it may live on, with its files closed
        noted, trace = playing.notes.read(), playing.last_words()
        self._discard()
        self._refuse_if_stopped()
        if code == RETIRED:
            return False
        from_outside = code in (None, CLOSED, -signal.SIGKILL, -signal.SIGTERM)
        if not again and (from_outside or noted.asked is None):
            return True
        if noted.asked is None:
            raise RuntimeError(
                f"a playing process ended ({_cause(code)}) before its game began: {trace}"
            )
        kind = (
            FaultKind.MEMORY if "MemoryError" in trace or "bad_alloc" in trace else FaultKind.CRASH
        )
        return _forfeit(assignment, noted, kind, f"its process ended: {_cause(code)}", trace)

    def _refuse_if_stopped(self) -> None:
        if self._stopped:
            raise GuardStopped("the arena was stopped")


def _requests(games: Sequence[Assignment]) -> tuple[bytes, int]:
    """The next games for a process, as the lines it reads, and how many they are."""
    lines: list[bytes] = []
    size = 0
    for game in games[:SENT_AHEAD]:
        line = json.dumps(game.to_json()).encode() + b"\n"
        size += len(line)
        if lines and size > SENT_BYTES:
            break
        lines.append(line)
    return b"".join(lines), len(lines)


def _cause(code: int | None) -> str:
    if code is None or code == CLOSED:
        return "it closed the files through which it speaks"
    if code < 0:
        return f"signal {signal.Signals(-code).name}"
    return f"exit code {code}"


def _forfeit(
    assignment: Assignment, noted: Noted, kind: FaultKind, message: str, trace: str
) -> PlayedGame:
    """The record of a game whose process is gone, from its notes."""
    board: Board = replay_opening(assignment.opening, assignment.size)
    for square in noted.moves:
        board = (board.pass_turn() if board.must_pass else board).play(square)
    if board.must_pass:
        board = board.pass_turn()
    assert noted.asked is not None
    player = assignment.black if noted.asked is Color.BLACK else assignment.white
    moves = "".join(square_name(square, assignment.size) for square in noted.moves)
    fault = Fault(player.name, kind, board.to_text(), None, message, trace)
    transcript = assignment.opening + moves
    return PlayedGame.of(assignment, transcript, noted.asked.opponent, None, fault=fault)

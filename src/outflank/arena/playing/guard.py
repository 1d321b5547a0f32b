"""Run games in a separate process and always return a record.

Each thread or cluster worker that plays games has a guard. The guard owns one playing process,
sends it assignments and waits. If the process dies or a player exceeds its time limit, the guard
kills the process, finds the player to move in the shared notes, and records the forfeit. The next
game gets a new process.
"""

import os
import signal
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from contextlib import suppress

from outflank.arena.openings import replay_opening
from outflank.arena.playing.notes import CLOSED, Noted, SharedNotes
from outflank.arena.playing.referee import LOADING
from outflank.arena.records import Assignment, Fault, FaultKind, PlayedGame
from outflank.board import Board, Color, square_name
from outflank.translation import _
from outflank.workers.sandbox import Sandbox
from outflank.workers.service_process import (
    BROKEN,
    ServiceDied,
    ServiceProcess,
    ServiceTimeout,
    is_out_of_memory,
    request,
)

GRACE = 0.25  # seconds past the limit until the process is killed; its own referee acts first
TRACE_WAIT = 20.0  # seconds for a hanging process to dump its traceback and exit
# There is no garbage before the first game, and collecting while modules load takes a sixth of
# the startup time. The worker enables the collector again.
WORKER = "outflank.arena.playing.worker"
START = f"import gc; gc.disable(); from {WORKER} import main; raise SystemExit(main())"
START_LIMIT = 60.0  # seconds for a new process to become ready
SENT_AHEAD = 32  # games sent to the process: the current one and the next …
SENT_BYTES = 16 * 1024  # … if they fit in the pipe without blocking
BREATH = 0.003  # polling interval for batches of short games
# Exit codes after which the players may not be at fault.
FROM_OUTSIDE = (None, CLOSED, -9, -15)
EXIT_WAIT = 5.0  # seconds for a process to exit after closing its output


class GuardStopped(RuntimeError):
    """The guard was stopped during a game."""


class PlayingProcess(ServiceProcess):
    """A running `outflank.arena.playing.worker`.

    It writes notes to shared memory, so that the guard can judge a game after the process died.
    """

    def __init__(self, sandbox: Sandbox | None = None) -> None:
        # Windows processes inherit no file descriptors, so there the file has a name.
        self._named = sys.platform == "win32"
        with tempfile.NamedTemporaryFile(delete=not self._named) as shared:
            SharedNotes.make_file(shared.fileno())
            self.notes = SharedNotes(shared.fileno())
            self._place = str(shared.name if self._named else shared.fileno())
            super().__init__(
                ["-P", "-c", START, self._place],
                # Limit numerical libraries to one thread, as the arena already uses all cores.
                environment={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **os.environ},
                handles=[] if self._named else [shared.fileno()],
                adopts=True,
                sandbox=sandbox,
            )

    def wait_until_ready(self) -> None:
        try:
            self.call("ready", within=START_LIMIT)
        except ServiceDied as error:
            raise RuntimeError(_("A playing process failed: {error}", error=error)) from None
        except ServiceTimeout:
            raise RuntimeError(
                _(
                    "A playing process was not ready within {seconds:g} s. It printed: {text}",
                    seconds=START_LIMIT,
                    text=self.stderr_tail(),
                )
            ) from None

    def end(self) -> int:
        self.notes.close()
        code = super().end()
        if self._named:
            with suppress(OSError):
                os.unlink(self._place)
        return code


class Guard:
    """Plays games one after the other in a process that players may crash."""

    def __init__(self, sandbox: Sandbox | None = None) -> None:
        self._sandbox = sandbox
        self._playing: PlayingProcess | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def play(self, assignment: Assignment) -> PlayedGame:
        """Play a game and return its record, whatever the players do."""
        return self.play_all([assignment])[0]

    def play_all(self, games: Sequence[Assignment]) -> list[PlayedGame]:
        """Play several games; some are sent ahead.

        The process returns each record separately, so games that it finished before a crash count.
        The guard does not wake up for every game of a large batch.
        """
        records: list[PlayedGame] = []
        ahead = 0  # games sent but not yet returned
        again = False
        if self._playing is not None:
            self._playing.discard_stderr()
        while len(records) < len(games):
            playing = self._process()
            try:
                if not ahead:
                    requests, ahead = _requests(games[len(records) :], watch=again)
                    playing.send(requests, START_LIMIT)
                if ahead > 1 and not playing.has_line:
                    time.sleep(BREATH)
                record = self._await(playing, games[len(records)])
            except BROKEN:
                forfeit = self._died(games[len(records)], again=again)
                if forfeit is None:
                    # The players may not be at fault, so the game is replayed once under closer
                    # watch. A second failure counts as their fault.
                    again, ahead = True, 0
                    continue
                record = forfeit
            again = False
            records.append(record)
            if record.fault is not None or playing.must_restart:
                self._discard()
            ahead = 0 if self._playing is None else ahead - 1
        return records

    def stop(self) -> None:
        """Kill the playing process from any thread; a running game is lost."""
        self._stopped = True  # without the lock, which is held while a process starts
        playing = self._playing
        if playing is not None:
            playing.kill()

    def close(self) -> None:
        self.stop()
        self._discard()

    def _await(self, playing: PlayingProcess, assignment: Assignment) -> PlayedGame:
        """Wait for the record of a game, or forfeit the player that does not respond."""
        wait = (assignment.limits.clock or assignment.limits.seconds) + GRACE
        began = time.monotonic()
        while True:
            try:
                return PlayedGame.from_json(playing.response(wait))
            except ServiceTimeout:
                noted = playing.notes.read()
            # Before the first note the process is still reading the assignment.
            deadline = noted.until + GRACE if noted.asked else began + START_LIMIT
            if time.monotonic() >= deadline:
                return self._hung(assignment, noted)
            wait = deadline - time.monotonic()

    def _process(self) -> PlayingProcess:
        with self._lock:
            self._refuse_if_stopped()
            if self._playing is None:
                self._playing = PlayingProcess(self._sandbox)
                self._refuse_if_stopped()  # set by a thread before a process existed
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
        if sys.platform == "win32":
            playing.kill()  # without a traceback
        else:
            playing.signal(signal.SIGUSR1)
        playing.wait(TRACE_WAIT)
        trace = playing.stderr_tail()
        self._discard()
        self._refuse_if_stopped()
        if noted.asked is None:
            raise RuntimeError(
                _(
                    "A playing process was not ready within {seconds:g} s. It printed: {text}",
                    seconds=START_LIMIT,
                    text=trace,
                )
            )
        limits = assignment.limits
        if noted.loading:
            seconds = max(LOADING, limits.seconds)
            message = _(
                "It was not ready within {seconds:g} s, so its process was ended.", seconds=seconds
            )
        elif limits.clock:
            message = _("It did not answer before its clock ran out, so its process was ended.")
        else:
            message = _(
                "It did not answer within the limit of {seconds:g} s, so its process was ended.",
                seconds=limits.seconds,
            )
        return _forfeit(assignment, noted, FaultKind.TIME, message, trace)

    def _died(self, assignment: Assignment, *, again: bool) -> PlayedGame | None:
        """Return the forfeit after a crash, or None if the players may not be at fault."""
        playing = self._playing
        assert playing is not None
        code = playing.wait(EXIT_WAIT)  # it may still run with its files closed
        noted, trace = playing.notes.read(), playing.stderr_tail()
        self._discard()
        self._refuse_if_stopped()
        from_outside = code in FROM_OUTSIDE
        if not again and (from_outside or noted.asked is None):
            return None
        if noted.asked is None:
            raise RuntimeError(
                _(
                    "A playing process ended before its game began. {cause} {text}",
                    cause=_cause(code),
                    text=trace,
                )
            )
        kind = FaultKind.MEMORY if is_out_of_memory(trace) else FaultKind.CRASH
        return _forfeit(assignment, noted, kind, _cause(code), trace)

    def _refuse_if_stopped(self) -> None:
        if self._stopped:
            raise GuardStopped("the arena was stopped")


def _requests(games: Sequence[Assignment], *, watch: bool) -> tuple[bytes, int]:
    """Encode the requests for the next games and return how many there are.

    ``watch`` enables the closer watch for the first one.
    """
    lines: list[bytes] = []
    size = 0
    for game in games[:SENT_AHEAD]:
        line = request("play", game.to_json(), watch and not lines)
        size += len(line)
        if lines and size > SENT_BYTES:
            break
        lines.append(line)
    return b"".join(lines), len(lines)


def _cause(code: int | None) -> str:
    if code is None or code == CLOSED:
        return _("Its process closed its output.")
    if code < 0:
        return _("Its process ended: signal {name}.", name=signal.Signals(-code).name)
    return _("Its process ended: exit code {code}.", code=code)


def _forfeit(
    assignment: Assignment, noted: Noted, kind: FaultKind, message: str, trace: str
) -> PlayedGame:
    """Create the record of a game from its notes after the process is gone."""
    board: Board = replay_opening(assignment.opening, assignment.size)
    for square in noted.moves:
        board = board.after_forced_pass.play(square)
    board = board.after_forced_pass
    assert noted.asked is not None
    player = assignment.black if noted.asked is Color.BLACK else assignment.white
    moves = "".join(square_name(square, assignment.size) for square in noted.moves)
    fault = Fault(player.name, kind, board.to_text(), None, message, trace)
    transcript = assignment.opening + moves
    return PlayedGame.of(assignment, transcript, noted.asked.opponent, None, fault=fault)

"""Plays a game in a process of its own and always comes back with a record.

Every thread here, and every worker of a cluster, that runs games has a guard. The guard keeps one
playing process, sends it assignments and waits. If the process dies, or a player exceeds its time
limit, the guard ends the process, reads in the shared notes whose move it was, and writes the
forfeit itself. The next game gets a new process.
"""

import os
import signal
import tempfile
import threading
import time
from collections.abc import Sequence

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

GRACE = 0.25  # seconds past the limit before the process is ended; its own referee comes first
TRACE_WAIT = 20.0  # seconds a hanging process gets to write down where it hangs, and end
# Nothing is rubbish before the first game: looking for it while modules load takes a sixth of the
# start. The worker switches the collector on again.
WORKER = "outflank.arena.playing.worker"
START = f"import gc; gc.disable(); from {WORKER} import main; raise SystemExit(main())"
START_LIMIT = 60.0  # seconds a fresh process may take until it is ready to play
SENT_AHEAD = 32  # games the process knows of: the one it plays and the next …
SENT_BYTES = 16 * 1024  # … as long as a pipe takes them without waiting for the process
BREATH = 0.003  # seconds between looks at a process with many games, each too quick to wake up for
EXIT_WAIT = 5.0  # seconds for a process that closed its output to end


class GuardStopped(RuntimeError):
    """The guard was stopped while its game was running."""


class PlayingProcess(ServiceProcess):
    """A running `outflank.arena.playing.worker`.

    It writes notes to shared memory, so that the guard can judge a game whose process is gone.
    """

    def __init__(self, sandbox: Sandbox | None = None) -> None:
        with tempfile.TemporaryFile() as shared:
            SharedNotes.make_file(shared.fileno())
            self.notes = SharedNotes(shared.fileno())
            super().__init__(
                ["-P", "-c", START, str(shared.fileno())],
                # One thread each for numerical libraries: the arena itself fills the processors.
                environment={"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", **os.environ},
                handles=[shared.fileno()],
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
        return super().end()


class Guard:
    """Plays games one after the other, in a process that players may break."""

    def __init__(self, sandbox: Sandbox | None = None) -> None:
        self._sandbox = sandbox
        self._playing: PlayingProcess | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def play(self, assignment: Assignment) -> PlayedGame:
        """Play a game; whatever the players do, a record comes back."""
        return self.play_all([assignment])[0]

    def play_all(self, games: Sequence[Assignment]) -> list[PlayedGame]:
        """Play games one after the other; several are sent ahead.

        The process returns every record by itself, so that games it finished before it broke
        count. With many games the guard does not wake up for each.
        """
        records: list[PlayedGame] = []
        ahead = 0  # games the process has and has not answered
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
                    # The players may be innocent, so the game is played once more, and watched
                    # more closely. The second time is their fault.
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
        """Kill the playing process, from any thread; a running game is lost."""
        self._stopped = True  # without the lock, which is held while a process starts
        playing = self._playing
        if playing is not None:
            playing.signal(signal.SIGKILL)

    def close(self) -> None:
        self.stop()
        self._discard()

    def _await(self, playing: PlayingProcess, assignment: Assignment) -> PlayedGame:
        """Wait for the record of a game, or judge the player that does not answer."""
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
                self._refuse_if_stopped()  # by a thread that saw no process yet
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
        """The forfeit for a process that does not respond; None if the players may be innocent."""
        playing = self._playing
        assert playing is not None
        code = playing.wait(EXIT_WAIT)  # it may live on, with its files closed
        noted, trace = playing.notes.read(), playing.stderr_tail()
        self._discard()
        self._refuse_if_stopped()
        from_outside = code in (None, CLOSED, -signal.SIGKILL, -signal.SIGTERM)
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
    """The requests for the next games, and how many they are; ``watch`` the first one."""
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
    """The record of a game whose process is gone, from its notes."""
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

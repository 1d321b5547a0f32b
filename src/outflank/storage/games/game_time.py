"""The time of games, which passes only while a server runs.

The clocks of games must not depend on the computer's time, which can be set, and must not run while
no server does, because then nobody can move. Game time therefore follows the monotonic clock of
each process, and the processes meet in one row of the database: while a game waits for a time, each
of them writes its own there every moment and continues at the latest one. A process that cannot
write for longer than ``LAPSE``, because it is stopped or the database is unavailable, stops its
time until it can. A new process starts at the time in the row.
"""

import sys
import threading
import time
from collections.abc import Callable
from math import inf

from sqlalchemy.exc import SQLAlchemyError

from outflank.board import Color
from outflank.play.session import GONE, GameSession
from outflank.storage.database import GAME_TIME, Database

BEAT, LAPSE = 0.25, 1.0  # seconds
SOON = 3600.0  # seconds: games that end later need less precision
SLOW_BEAT = 10.0
THREADS = sys.platform != "emscripten"


class GameTime:
    """The time of all games of a database, in seconds; thread-safe."""

    def __init__(
        self,
        database: Database,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._monotonic = monotonic
        self._lock = threading.Lock()
        self._time: float | None = None  # the game time at ``_mark``
        self._mark = 0.0
        self._most = LAPSE  # seconds that can pass until the next beat
        self._soon = self._late = -inf  # the last times that games wait for: exactly, roughly
        self._thread: threading.Thread | None = None
        self._wake = threading.Event()
        self._closed = False
        database.at_close.append(self.close)

    def now(self) -> float:
        with self._lock:
            beating = self._thread is not None or self._most == inf
            if self._time is not None and (beating or self._passed() < LAPSE):
                return self._reading()
        # Nothing was written recently, because no game waits.
        found = self._database.fetch(GAME_TIME)
        return self._continue_at(time.time() if found is None else found[0])

    def wait_for(self, session: GameSession) -> None:
        """Keep the time running as long as something can happen in this game."""
        times = [session.deadline() or -inf]
        shared = session.shared
        if shared is not None and not session.is_over:
            away = (shared.gone(color) for color in Color)
            times += [gone + GONE + LAPSE + BEAT for gone in away if gone is not None]
        if max(times) > self._soon:
            self._keep_until(max(times))

    def beat(self) -> float:
        """Write this process's time; return the latest time of all processes."""
        mine = self.now()
        return self._continue_at(self._database.latest_time(mine))

    def close(self) -> None:
        self._closed = True
        self._wake.set()
        thread = self._thread
        if thread is not None:
            thread.join()

    # --- Private ---------------------------------------------------------------------------------

    def _keep_until(self, until: float) -> None:
        if not THREADS:  # in the page: one process, whose time passes while the page is open
            self.beat()
            self._most = inf
            return
        now = self.now()
        with self._lock:
            if until <= now or self._closed:
                return
            slow = self._soon < now
            if until - now <= SOON:
                self._soon = max(self._soon, until)
                if slow:
                    self._wake.set()
            else:
                self._late = max(self._late, until)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="game-time", daemon=True)
                self._thread.start()

    def _run(self) -> None:
        while True:
            self._wake.clear()
            try:
                now = self.beat()
            except SQLAlchemyError:  # logged by the database; the time stands still
                now = self.now()
            with self._lock:
                if self._closed or now > max(self._soon, self._late):
                    self._thread, self._most = None, LAPSE
                    return
                pause = BEAT if now <= self._soon else SLOW_BEAT
                self._most = pause + LAPSE - BEAT
            self._wake.wait(pause)

    def _passed(self) -> float:
        return self._monotonic() - self._mark

    def _reading(self) -> float:
        assert self._time is not None
        return self._time + min(self._passed(), self._most)

    def _continue_at(self, latest: float) -> float:
        with self._lock:
            mine = latest if self._time is None else self._reading()
            self._time, self._mark = max(latest, mine), self._monotonic()
            return self._time

"""The supervisor: several server processes on one port, with shared thinkers.

The first process handles no requests. It holds the listening sockets, which all workers inherit,
and the thinkers, which workers call over a local socket. So each reply is computed once, a visitor
has one computation at a time, and all visitors share the thinkers evenly, whichever worker they
reach. It also adds up the workers' metrics and replaces workers that die. When it is terminated, it
ends all workers.
"""

import contextlib
import logging
import os
import pickle
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from multiprocessing.managers import BaseManager
from pathlib import Path
from types import FrameType
from typing import Any

from flask import Flask

from outflank.play.thinkers.processes import ThinkerPool, Thoughts
from outflank.web.app import create_app, reload_opponents
from outflank.web.context import REPLIES
from outflank.web.games.game_service import GAMES
from outflank.web.http.change_bus import usual_bulletin
from outflank.web.http.health import Numbers, thought_numbers
from outflank.web.http.request_log import LogOptions, configure
from outflank.web.http.server import SWITCH, Server, signals, warm_up
from outflank.web.settings import SETTINGS, Settings
from outflank.workers.sandbox import Sandbox

assert sys.platform != "win32"  # `serve` refuses several processes there
END_SECONDS = 9.5  # seconds until a worker that does not end is killed
LOOK = 0.2  # seconds between two checks of the workers
POST = 1.0  # seconds between two reports of a worker's metrics

logger = logging.getLogger("outflank.web")


class WorkerNumbers:
    """The metrics of all workers, kept in the first process."""

    def __init__(self) -> None:
        self._numbers: dict[int, Numbers] = {}
        self._gone: Numbers = {}
        self._lock = threading.Lock()

    def post(self, worker: int, numbers: Numbers) -> Numbers:
        """Record a worker's metrics and return the totals."""
        with self._lock:
            self._numbers[worker] = numbers
            total = dict(self._gone)
            for each in self._numbers.values():
                for name, number in each.items():
                    total[name] = total.get(name, 0.0) + number
            return total

    def forget(self, worker: int) -> None:
        """Remove a worker that has ended: keep its counters, drop its gauges."""
        with self._lock:
            for name, number in self._numbers.pop(worker, {}).items():
                if "_total" in name:
                    self._gone[name] = self._gone.get(name, 0.0) + number


class _Manager(BaseManager):
    """Calls objects in another process, as the standard library does it."""


_THINKERS, _NUMBERS = ("choose", "stop", "numbers"), ("post",)  # methods that workers call
_Manager.register("thinkers", exposed=_THINKERS)
_Manager.register("numbers", exposed=_NUMBERS)


class SharedThinkers:
    """A worker's proxy of the thinkers in the first process."""

    def __init__(self, thinkers: Any, patience: float) -> None:
        self.choose, self.stop = thinkers.choose, thinkers.stop
        self.patience = patience
        self.closed = False

    def warm_up(self, player: str) -> None:
        """Do nothing: the first process warms up."""

    def renew(self, sandbox: Sandbox | None) -> None:
        """Do nothing: the first process renews."""

    def numbers(self) -> Thoughts:
        """Return zeros: the first process counts the thinkers."""
        return Thoughts(0, 0, 0.0)

    def close(self) -> None:
        """Mark as closed; the first process ends the thinkers."""
        self.closed = True


@dataclass(frozen=True, slots=True)
class Orders:
    """A worker's configuration, sent over its standard input."""

    settings: Settings
    options: LogOptions
    sockets: tuple[int, ...]
    address: str  # the manager's socket
    key: bytes


class Supervisor:
    def __init__(self, app: Flask, options: LogOptions, sockets: list[socket.socket]) -> None:
        self._app = app
        self._folder = tempfile.TemporaryDirectory(prefix="outflank-")  # private
        settings: Settings = app.extensions[SETTINGS]
        self._count = settings.workers
        self._thinkers: ThinkerPool = app.extensions[REPLIES].thinkers
        self._numbers = WorkerNumbers()
        key = secrets.token_bytes(32)
        address = str(Path(self._folder.name) / "manager")

        class Served(_Manager):
            pass

        Served.register("thinkers", callable=lambda: self._thinkers, exposed=_THINKERS)
        Served.register("numbers", callable=lambda: self._numbers, exposed=_NUMBERS)
        self._server = Served(address, key).get_server()
        each = replace(settings, budgets=settings.budget_times / self._count)
        self._orders = Orders(each, options, tuple(one.fileno() for one in sockets), address, key)
        self._workers: list[subprocess.Popen[bytes]] = []
        self._ending = False  # a plain flag, because a signal handler must not wait for a lock

    def run(self) -> None:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        with self._folder, signals(self._end, self._reload):
            try:
                warm_up(self._thinkers)
                self._workers = [self._start() for _ in range(self._count)]
                while not self._ending:
                    time.sleep(LOOK)
                    self._replace_dead()
            finally:
                self._end_all()

    def _start(self) -> "subprocess.Popen[bytes]":
        # SIGHUP would end a worker that is starting: it stays pending until `signals` unblocks it.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGHUP})
        worker = subprocess.Popen(
            [sys.executable, "-m", "outflank.web.http.supervisor"],
            stdin=subprocess.PIPE,
            pass_fds=self._orders.sockets,
            start_new_session=True,  # Ctrl+C goes to the first process, which ends the others
        )
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        assert worker.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it died; `_replace_dead` notices
            worker.stdin.write(pickle.dumps(self._orders))
            worker.stdin.flush()
        return worker

    def _replace_dead(self) -> None:
        for place, worker in enumerate(self._workers):
            if worker.poll() is not None and not self._ending:
                logger.error("A worker ended (exit code %d) and is replaced", worker.returncode)
                self._forget(worker)
                self._workers[place] = self._start()

    def _forget(self, worker: "subprocess.Popen[bytes]") -> None:
        assert worker.stdin is not None
        worker.stdin.close()
        self._numbers.forget(worker.pid)

    def _end_all(self) -> None:
        for worker in self._workers:
            worker.terminate()
        deadline = time.monotonic() + END_SECONDS
        for worker in self._workers:
            try:
                worker.wait(max(0.1, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                worker.kill()
                worker.wait()
            self._forget(worker)

    def _end(self, number: int, frame: FrameType | None) -> None:
        self._ending = True

    def _reload(self, number: int, frame: FrameType | None) -> None:
        threading.Thread(target=reload_opponents, args=[self._app]).start()
        for worker in self._workers:
            worker.send_signal(signal.SIGHUP)


def work(orders: Orders) -> None:
    configure(orders.options)
    sys.setswitchinterval(SWITCH)
    manager: Any = _Manager(orders.address, orders.key)
    manager.connect()
    thinkers, sums = manager.thinkers(), manager.numbers()
    app = create_app(orders.settings, SharedThinkers(thinkers, orders.settings.patience_seconds))
    ended = threading.Event()

    def gather(numbers: Numbers) -> Numbers:
        total: Numbers = sums.post(os.getpid(), numbers)
        thoughts: Thoughts = thinkers.numbers()
        return total | thought_numbers(thoughts)

    database = app.extensions[GAMES].games.database
    bulletin = usual_bulletin(database, Path(orders.address).parent)
    server = Server(app, gather=gather, bulletin=bulletin)
    _start_thread(lambda: _tell(server, sums, ended))
    _start_thread(_end_with_the_first)
    sockets = [socket.socket(fileno=number) for number in orders.sockets]
    try:
        server.run_to_the_end(sockets)
    finally:
        ended.set()


def _tell(server: Server, sums: Any, ended: threading.Event) -> None:
    """Send this worker's metrics to the first process regularly."""
    while not ended.wait(POST):
        try:
            sums.post(os.getpid(), server.operator.numbers())
        except (OSError, EOFError):  # the first process has ended, and so will this worker
            return


def _end_with_the_first() -> None:
    """End this worker when its standard input closes, that is, with the first process."""
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _start_thread(target: Callable[[], None]) -> None:
    threading.Thread(target=target, daemon=True).start()


if __name__ == "__main__":
    from outflank.web.http import supervisor

    with open(0, "rb", closefd=False) as told:
        supervisor.work(pickle.load(told))

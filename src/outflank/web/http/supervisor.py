"""A crew: several server processes on one port, with one place to think for all of them.

The first process answers nobody. It holds the sockets, which all workers inherit, and the
thinkers, which workers ask over a socket of this machine: so a ticket is thought about once and
a visitor has one thought at a time, whichever worker is asked, and all visitors share the thinkers
evenly. It also adds up what the workers count. A worker that dies is replaced; who is told to end
ends all of them.
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

END_SECONDS = 9.5  # after which a worker that does not end is killed
LOOK = 0.2  # seconds between two looks at the workers
POST = 1.0  # seconds between two times that a worker tells its numbers

logger = logging.getLogger("outflank.web")


class WorkerNumbers:
    """What all workers have counted; lives in the first process."""

    def __init__(self) -> None:
        self._numbers: dict[int, Numbers] = {}
        self._gone: Numbers = {}
        self._lock = threading.Lock()

    def post(self, worker: int, numbers: Numbers) -> Numbers:
        """Note the numbers of a worker; the sum of all."""
        with self._lock:
            self._numbers[worker] = numbers
            total = dict(self._gone)
            for each in self._numbers.values():
                for name, number in each.items():
                    total[name] = total.get(name, 0.0) + number
            return total

    def forget(self, worker: int) -> None:
        """A worker has ended: what it counted stays, what it had is gone."""
        with self._lock:
            for name, number in self._numbers.pop(worker, {}).items():
                if "_total" in name:
                    self._gone[name] = self._gone.get(name, 0.0) + number


class _Manager(BaseManager):
    """Python's own way to call objects in another process."""


_THINKERS, _NUMBERS = ("choose", "stop", "numbers"), ("post",)  # what workers call
_Manager.register("thinkers", exposed=_THINKERS)
_Manager.register("numbers", exposed=_NUMBERS)


class SharedThinkers:
    """The thinkers of the first process, as a worker asks them."""

    def __init__(self, thinkers: Any, patience: float) -> None:
        self.choose, self.stop = thinkers.choose, thinkers.stop
        self.patience = patience
        self.closed = False

    def warm_up(self, player: str) -> None:
        """The first process has done it."""

    def renew(self, sandbox: Sandbox | None) -> None:
        """The first process does it."""

    def numbers(self) -> Thoughts:
        """None of them are this worker's; the first process adds them."""
        return Thoughts(0, 0, 0.0)

    def close(self) -> None:
        """The first process ends them."""
        self.closed = True


@dataclass(frozen=True, slots=True)
class Orders:
    """What a worker is told when it starts, over its standard input."""

    settings: Settings
    options: LogOptions
    sockets: tuple[int, ...]
    address: str  # of the manager
    key: bytes


class Supervisor:
    def __init__(self, app: Flask, options: LogOptions, sockets: list[socket.socket]) -> None:
        self._app = app
        self._folder = tempfile.TemporaryDirectory(prefix="outflank-")  # ours alone
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
        self._ending = False  # a plain flag: a signal's handler may wait for no lock

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
        worker = subprocess.Popen(
            [sys.executable, "-m", "outflank.web.http.supervisor"],
            stdin=subprocess.PIPE,
            pass_fds=self._orders.sockets,
            start_new_session=True,  # Ctrl+C is for the first process, which tells the others
        )
        assert worker.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # it died at once, which is noticed elsewhere
            worker.stdin.write(pickle.dumps(self._orders))
            worker.stdin.flush()
        return worker

    def _replace_dead(self) -> None:
        for place, worker in enumerate(self._workers):
            if worker.poll() is not None and not self._ending:
                logger.error("A worker ended (exit code %d); another takes over", worker.returncode)
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
    """Tell the first process what was counted, now and then."""
    while not ended.wait(POST):
        try:
            sums.post(os.getpid(), server.operator.numbers())
        except (OSError, EOFError):  # it has ended, and so will this worker
            return


def _end_with_the_first() -> None:
    """Nobody writes here any more; it ends when the first process does."""
    while os.read(0, 1):
        pass
    os.kill(os.getpid(), signal.SIGTERM)


def _start_thread(target: Callable[[], None]) -> None:
    threading.Thread(target=target, daemon=True).start()


if __name__ == "__main__":
    from outflank.web.http import supervisor

    with open(0, "rb", closefd=False) as told:
        supervisor.work(pickle.load(told))

"""Thinking, bounded: so many computer players at once, and each only so long.

Each player thinks in a process of its own. It does not slow down the requests of others, and one
that takes too long, or whose answer is no longer wanted, is simply ended.
"""

import json
import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from outflank.board import Board, Square

logger = logging.getLogger("outflank.web")


class Busy(RuntimeError):
    """Everybody is thinking already; try again in ``retry_after`` seconds."""

    def __init__(self, retry_after: int) -> None:
        super().__init__("all thinkers are busy")
        self.retry_after = retry_after


class CannotAnswer(RuntimeError):
    """A player gave no move; the sentence says why."""


class Stopped(RuntimeError):
    """Somebody no longer wanted the answer."""


@dataclass(eq=False)
class _Thinker:
    process: "subprocess.Popen[str]"
    ended: str = ""  # why we ended it: "time" or "stop"
    guard: threading.Lock = field(default_factory=threading.Lock)

    def end(self, why: str) -> None:
        with self.guard:
            if self.process.poll() is None and not self.ended:
                self.ended = why
                _kill(self.process)


class ThinkingRoom:
    """The place where computer players think."""

    def __init__(self, places: int, *, seconds: float, patience: float, waiting: int) -> None:
        self.seconds = seconds
        self._patience = patience
        self._places = threading.BoundedSemaphore(places)
        self._chairs = threading.BoundedSemaphore(waiting + places)  # thinking or waiting for it
        self._lock = threading.Lock()
        self._idle: list[_Thinker] = []
        self._at_work: dict[str, _Thinker] = {}
        self._closed = False

    def choose(
        self, player: str, board: Board, topic: str, *, way: Sequence[Square] | None = None
    ) -> Square:
        """The square a player chooses. ``topic`` names the question, to stop it by.

        ``way`` leads from the usual start to the board, where that is known: other programs may
        take games and not positions.
        """
        with self._place():
            thinker = self._take()
            with self._lock:
                self._at_work[topic] = thinker
            clock = threading.Timer(self.seconds, thinker.end, ["time"])
            clock.daemon = True
            clock.start()
            try:
                return self._ask(thinker, player, board, way)
            finally:
                clock.cancel()
                with self._lock:
                    if self._at_work.get(topic) is thinker:
                        del self._at_work[topic]
                self._put_back(thinker)

    def warm_up(self) -> None:
        """Start a thinker before anybody asks, so that the first answer does not wait for one."""
        thinker = self._take()
        with self._lock:
            self._idle.append(thinker)

    def stop(self, topic: str) -> None:
        """End the thinking about a question, if it goes on in this server."""
        with self._lock:
            thinker = self._at_work.get(topic)
        if thinker is not None:
            thinker.end("stop")

    def close(self) -> None:
        """End all thinkers."""
        with self._lock:
            self._closed = True
            thinkers = [*self._idle, *self._at_work.values()]
            self._idle.clear()
        for thinker in thinkers:
            _dispose(thinker)

    # --- Inside ----------------------------------------------------------------------------------

    @contextmanager
    def _place(self) -> Iterator[None]:
        if not self._chairs.acquire(blocking=False):
            raise Busy(retry_after=2)
        try:
            if not self._places.acquire(timeout=self._patience):
                raise Busy(retry_after=1)
            try:
                yield
            finally:
                self._places.release()
        finally:
            self._chairs.release()

    def _ask(
        self, thinker: _Thinker, player: str, board: Board, way: Sequence[Square] | None
    ) -> Square:
        pipes = thinker.process
        assert pipes.stdin is not None
        assert pipes.stdout is not None
        try:
            question = {"player": player, "board": board.to_text(), "way": way}
            pipes.stdin.write(json.dumps(question) + "\n")
            pipes.stdin.flush()
            line = pipes.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            if thinker.ended == "stop":
                raise Stopped
            if thinker.ended == "time":
                raise CannotAnswer(f"did not answer within {self.seconds:g} seconds")
            _kill(pipes)  # it is dead; what it started may not be
            raise CannotAnswer(f"ended without an answer (exit code {pipes.wait()})")
        answer = json.loads(line)
        if "problem" in answer:
            logger.error(
                "%s %s", player, answer["problem"], extra={"details": answer.get("details", "")}
            )
            raise CannotAnswer(answer["problem"])
        return int(answer["square"])

    def _take(self) -> _Thinker:
        with self._lock:
            while self._idle:
                thinker = self._idle.pop()
                if thinker.process.poll() is None:
                    return thinker
                _dispose(thinker)
        process = subprocess.Popen(
            [sys.executable, "-m", "outflank.web.thinker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            start_new_session=True,  # a group of its own, ended with the programs it started
        )
        return _Thinker(process)

    def _put_back(self, thinker: _Thinker) -> None:
        with self._lock:
            if not self._closed and not thinker.ended and thinker.process.poll() is None:
                self._idle.append(thinker)
                return
        _dispose(thinker)


def _kill(process: "subprocess.Popen[str]") -> None:
    """End a thinker and every program it started, also those that outlived it."""
    if process.returncode is None:  # else its number may be another's by now
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def _dispose(thinker: _Thinker) -> None:
    process = thinker.process
    _kill(process)
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None and not pipe.closed:
            with suppress(BrokenPipeError):  # an unsent question to a process that has gone
                pipe.close()

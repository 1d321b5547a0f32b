"""Computer players in processes, with limits on their number and time.

Each player thinks in its own process, so it does not slow down other requests, and one that
exceeds its time or whose answer is no longer needed is killed.
"""

import logging
import re
import threading
import time
from collections.abc import Hashable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Protocol, TypeAlias

from outflank.board import Board, Square
from outflank.game import TimeLeft
from outflank.players import FailureKind
from outflank.translation import _
from outflank.workers.fair_queue import BUSY, Busy, FairQueue
from outflank.workers.fair_slots import FairSlots
from outflank.workers.pool import Pool
from outflank.workers.sandbox import Sandbox
from outflank.workers.service_process import (
    ServiceDied,
    ServiceProcess,
    ServiceTimeout,
    is_out_of_memory,
)

MEMORY_MB = 4096  # address space of a thinker, and of each program it starts
EXTRA, QUICK = 2, 0.3  # extra slots, for players that always answer within this many seconds
NICE = 0, 15  # nice values of quick and of slow players
UNKNOWN = 1.0  # assumed seconds of a player without history: not quick
NOT_QUICK = QUICK + 0.001  # least cost of a slow player, in seconds
# Opponents with shallow searches, which count as quick from the start.
KNOWN_QUICK = re.compile("lookahead|positional|priority|learned|engine:([1-9]|1[0-3])")
FORGIVEN = 0.99  # decay of the longest time with each shorter one
MOST_KNOWN = 50_000  # entries in the tables of times

logger = logging.getLogger("outflank.web")


Thinking: TypeAlias = tuple[str, int, int]  # player, board size, empties


class CannotAnswer(RuntimeError):
    """A player returned no move; ``details`` are for its owner only."""

    def __init__(self, problem: str, kind: FailureKind = "crash", details: str = "") -> None:
        super().__init__(problem)
        self.kind = kind
        self.details = details


class Stopped(RuntimeError):
    """The request for this move was canceled."""


def start_thinker(nice: int, sandbox: Sandbox | None) -> ServiceProcess:
    arguments = ["-m", "outflank.play.thinkers.process_main", str(nice)]
    return ServiceProcess(arguments, memory_mb=MEMORY_MB, sandbox=sandbox)


@dataclass(eq=False)
class Thought:
    """A request for a move; it has no thinker while it waits for a slot."""

    topic: str
    player: str
    board: Board
    way: Sequence[Square] | None
    left: TimeLeft | None
    within: float  # seconds
    thinker: ServiceProcess | None = None
    stopped: bool = False
    asking: int = 0  # requests waiting for the answer
    answer: "Future[Square]" = field(default_factory=Future)

    @property
    def kind(self) -> Thinking:
        return self.player, self.board.size, len(self.board.empties)

    def is_same(self, other: "Thought") -> bool:
        """Return True if both requests have the same answer."""
        asked = (other.topic, other.player, other.board)
        return (self.topic, self.player, self.board) == asked and not self.stopped


@dataclass(frozen=True, slots=True)
class Thoughts:
    """Statistics: running and waiting requests, and total thinking time."""

    thinking: int
    waiting: int
    seconds: float


class ThinkerPool(Protocol):
    patience: float
    closed: bool

    def choose(
        self,
        player: str,
        board: Board,
        topic: str,
        *,
        way: Sequence[Square] | None = None,
        left: TimeLeft | None = None,
        visitor: Hashable = None,
    ) -> Square: ...

    def warm_up(self, player: str) -> None:
        """Start a player before the first request."""

    def stop(self, topic: str) -> None: ...

    def renew(self, sandbox: Sandbox | None) -> None:
        """Restart the players, as their files may have changed."""

    def numbers(self) -> Thoughts: ...
    def close(self) -> None: ...


class ProcessThinkers:
    """A pool of thinker processes, shared fairly between visitors."""

    def __init__(
        self,
        slots: int,
        *,
        seconds: float,
        patience: float,
        waiting: int,
        sandbox: Sandbox | None = None,
    ) -> None:
        self.seconds = seconds
        self.patience = patience
        self._slots = FairSlots(
            FairQueue(slots, waiting=waiting, extra=EXTRA, quick=QUICK),
            patience=patience,
            sentence=BUSY,
        )
        # Seconds per player, board size and empties: a player with an opening book is quick only in
        # the opening. The longest time decides whether a player is quick.
        self._usual: dict[Thinking, float] = {}
        self._longest: dict[Thinking, float] = {}
        # Quick players get a higher process priority than slow ones.
        self._quick, self._long = (Pool(partial(start_thinker, nice, sandbox)) for nice in NICE)
        self._lock = threading.Lock()
        self._thoughts: list[Thought] = []
        self._spent = 0.0  # seconds
        self.closed = False

    def choose(
        self,
        player: str,
        board: Board,
        topic: str,
        *,
        way: Sequence[Square] | None = None,
        left: TimeLeft | None = None,
        visitor: Hashable = None,
        within: float | None = None,
    ) -> Square:
        """Return the square a player chooses; ``stop`` cancels by ``topic``.

        ``way`` holds the moves from the usual start, if known, for programs that accept games but
        not positions. ``left`` is the time on the player's clock. The player is killed after
        ``within`` seconds, or the pool's own limit. Raises ``Busy`` if too many requests wait.
        """
        thought = Thought(topic, player, board, way, left, within or self.seconds)
        with self._lock:
            same = next((one for one in self._thoughts if one.is_same(thought)), thought)
            same.asking += 1
            if same is thought:
                self._thoughts.append(thought)
        if same is not thought:  # identical requests share one answer
            return same.answer.result()
        try:
            thought.answer.set_result(self._choose(thought, visitor))
        except BaseException as error:
            thought.answer.set_exception(error)
            raise
        return thought.answer.result()

    def _choose(self, thought: Thought, visitor: Hashable) -> Square:
        try:
            which = thought.kind
            is_quick = self._longest.get(which, _expected(which)) <= QUICK
            cost = self._usual.get(which, UNKNOWN)
            cost = min(cost, QUICK) if is_quick else max(cost, NOT_QUICK)
            thinkers = self._quick if is_quick else self._long
            with self._slots.acquire(visitor, cost), thinkers.child() as thinker:
                with self._lock:
                    thought.thinker = thinker
                try:
                    return self._ask(thought, thinker)
                finally:
                    with self._lock:
                        thought.thinker = None  # from here on it must not be killed
        finally:
            with self._lock:
                self._thoughts.remove(thought)

    def warm_up(self, player: str) -> None:
        """Start the thinker of a quick player before the first request.

        Errors are ignored here; they appear again at the first real request.
        """
        with self._lock:
            for empties in range(1, Board().size ** 2):
                self._longest[player, Board().size, empties] = 0.0
        with suppress(CannotAnswer, Stopped, Busy):
            self.choose(player, Board(), "warm-up")

    def stop(self, topic: str) -> None:
        """Cancel the running and waiting requests of a topic in this server."""
        with self._lock:
            for thought in self._thoughts:
                if thought.topic == topic:
                    _stop(thought)

    def renew(self, sandbox: Sandbox | None) -> None:
        for pool, nice in zip((self._quick, self._long), NICE, strict=True):
            pool.renew(partial(start_thinker, nice, sandbox))

    def numbers(self) -> Thoughts:
        with self._lock:
            thinking = sum(thought.thinker is not None for thought in self._thoughts)
            asking = sum(thought.asking for thought in self._thoughts)
            return Thoughts(thinking, asking - thinking, self._spent)

    def close(self) -> None:
        self.closed = True
        self._quick.close()
        self._long.close()
        with self._lock:
            for thought in self._thoughts:  # the waiting request releases the thinker
                _stop(thought)

    # --- Private ---------------------------------------------------------------------------------

    def _ask(self, thought: Thought, thinker: ServiceProcess) -> Square:
        if thought.stopped:
            raise Stopped
        began, within = time.monotonic(), thought.within
        player, left = thought.player, thought.left
        clock = None if left is None else [left.seconds, left.increment]
        try:
            answer = thinker.call(
                "choose", player, thought.board.to_text(), thought.way, clock, within=within
            )
        except ServiceDied as died:
            if thought.stopped:
                raise Stopped from None
            logger.warning("%s ended its thinker: %s", player, died.printed)
            kind: FailureKind = "memory" if is_out_of_memory(died.printed) else "crash"
            problem = _("It ended without an answer (exit code {code}).", code=died.code)
            raise CannotAnswer(problem, kind, died.printed) from None
        except ServiceTimeout:
            self._remember(thought.kind, time.monotonic() - began)
            problem = _("It did not answer within {seconds} seconds.", seconds=f"{within:g}")
            raise CannotAnswer(problem, "time") from None
        self._remember(thought.kind, answer["seconds"])
        if "problem" in answer:
            problem, details = answer["problem"], answer.get("details", "")
            logger.error("%s: %s", player, problem, extra={"details": details})
            raise CannotAnswer(problem, answer["kind"], details)
        return int(answer["square"])

    def _remember(self, which: Thinking, seconds: float) -> None:
        with self._lock:
            self._spent += seconds
            if len(self._usual) >= MOST_KNOWN:
                self._usual.clear()
                self._longest.clear()
            self._usual[which] = 0.9 * self._usual.get(which, seconds) + 0.1 * seconds
            longest = self._longest.get(which, _expected(which))
            self._longest[which] = max(seconds, FORGIVEN * longest)


def _expected(which: Thinking) -> float:
    """Return the expected longest time of a player that has not answered yet."""
    player, size, _ = which
    known = KNOWN_QUICK.fullmatch(player)
    return 0.0 if known and size <= Board().size else UNKNOWN


def _stop(thought: Thought) -> None:
    """Cancel a request; the caller holds the pool's lock."""
    thought.stopped = True
    if thought.thinker is not None:
        thought.thinker.must_restart = True
        thought.thinker.kill()

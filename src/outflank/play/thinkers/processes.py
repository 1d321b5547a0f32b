"""Thinking, bounded: so many computer players at once, and each only so long.

Each player thinks in a process of its own. It does not slow down the requests of others, and one
that takes too long, or whose answer is no longer wanted, is simply ended.
"""

import logging
import re
import signal
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

MEMORY_MB = 4096  # of addresses, for a thinker and each program it starts
EXTRA, QUICK = 2, 0.3  # additional slots for players that always answer within these seconds
NICE = 0, 15  # how far those go behind others who are quick, and those who think for long
UNKNOWN = 1.0  # seconds, of a player who has not answered yet: not quick
NOT_QUICK = QUICK + 0.001  # seconds that any other costs at least
# Opponents who look few moves ahead, and need not show first that they answer soon.
KNOWN_QUICK = re.compile("lookahead|positional|priority|learned|engine:([1-9]|1[0-3])")
FORGIVEN = 0.99  # of the longest thought, with each that is shorter
MOST_KNOWN = 50_000  # thoughts whose usual time is remembered

logger = logging.getLogger("outflank.web")


Thinking: TypeAlias = tuple[str, int, int]  # who, on which size of board, with how many empties


class CannotAnswer(RuntimeError):
    """A player gave no move; the sentence says why, the details are for its owner."""

    def __init__(self, problem: str, kind: FailureKind = "crash", details: str = "") -> None:
        super().__init__(problem)
        self.kind = kind
        self.details = details


class Stopped(RuntimeError):
    """Somebody no longer wanted the answer."""


def start_thinker(nice: int, sandbox: Sandbox | None) -> ServiceProcess:
    arguments = ["-m", "outflank.play.thinkers.process_main", str(nice)]
    return ServiceProcess(arguments, memory_mb=MEMORY_MB, sandbox=sandbox)


@dataclass(eq=False)
class Thought:
    """A question on its way to an answer; it has no thinker while it waits for a place."""

    topic: str
    player: str
    board: Board
    way: Sequence[Square] | None
    left: TimeLeft | None
    within: float  # seconds
    thinker: ServiceProcess | None = None
    stopped: bool = False
    asking: int = 0  # requests that want its answer
    answer: "Future[Square]" = field(default_factory=Future)

    @property
    def kind(self) -> Thinking:
        return self.player, self.board.size, len(self.board.empties)

    def is_same(self, other: "Thought") -> bool:
        """Whether its answer is also that of another question."""
        asked = (other.topic, other.player, other.board)
        return (self.topic, self.player, self.board) == asked and not self.stopped


@dataclass(frozen=True, slots=True)
class Thoughts:
    """How many think now, how many more requests wait, and how long all have thought so far."""

    thinking: int
    waiting: int
    seconds: float


class ThinkerPool(Protocol):
    """Where computer players think, wherever that is."""

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
        """Let a player think before anybody asks."""

    def stop(self, topic: str) -> None: ...

    def renew(self, sandbox: Sandbox | None) -> None:
        """Begin anew with players whose files may have changed."""

    def numbers(self) -> Thoughts: ...
    def close(self) -> None: ...


class ProcessThinkers:
    """The place where computer players think, shared evenly between visitors."""

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
        # Seconds. Who knows an opening by heart and then thinks for long is quick only in the
        # opening, and only if nothing took it long there: so it is counted by how far the game is,
        # and by the longest thought.
        self._usual: dict[Thinking, float] = {}
        self._longest: dict[Thinking, float] = {}
        # Who plays goes before who thinks, and who thinks for a moment before who thinks for long.
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
        """The square a player chooses. ``topic`` names the question, to stop it by.

        ``way`` leads from the usual start to the board, where that is known: other programs may
        take games and not positions. ``left`` is what the player has on its clock, if there is one.
        It is ended after so many seconds, ``within`` or what is usual here. ``Busy`` where too many
        think.
        """
        thought = Thought(topic, player, board, way, left, within or self.seconds)
        with self._lock:
            same = next((one for one in self._thoughts if one.is_same(thought)), thought)
            same.asking += 1
            if same is thought:
                self._thoughts.append(thought)
        if same is not thought:  # one thought is enough for all who ask
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
                        thought.thinker = None  # it can be stopped no more
        finally:
            with self._lock:
                self._thoughts.remove(thought)

    def warm_up(self, player: str) -> None:
        """Let a player who is quick think before anybody asks, so that a thinker is there then.

        What goes wrong with it visitors will be told, as of any other.
        """
        with self._lock:
            for empties in range(1, Board().size ** 2):
                self._longest[player, Board().size, empties] = 0.0
        with suppress(CannotAnswer, Stopped, Busy):
            self.choose(player, Board(), "warm-up")

    def stop(self, topic: str) -> None:
        """End the thinking about a question, if it goes on or is to begin in this server."""
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
            for thought in self._thoughts:  # whoever asked ends its thinker
                _stop(thought)

    # --- Inside ----------------------------------------------------------------------------------

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
    """Seconds of the longest thought of a player who has not answered yet."""
    player, size, _ = which
    known = KNOWN_QUICK.fullmatch(player)
    return 0.0 if known and size <= Board().size else UNKNOWN


def _stop(thought: Thought) -> None:
    """End a thought, from any thread that holds the lock of its room."""
    thought.stopped = True
    if thought.thinker is not None:
        thought.thinker.must_restart = True
        thought.thinker.signal(signal.SIGKILL)

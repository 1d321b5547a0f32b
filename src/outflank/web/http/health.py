"""Health checks and metrics for the server's operator.

They are handled on the event loop, so they work even when every thread is busy. ``/metrics`` has
the Prometheus format and is available only from this machine, not through a proxy.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from flask import Flask
from sqlalchemy.exc import SQLAlchemyError

from outflank.play.thinkers.processes import ThinkerPool, Thoughts
from outflank.web.context import REPLIES
from outflank.web.games.game_service import GAMES, GameService
from outflank.web.http.addresses import is_this_machine
from outflank.web.http.connection_limits import ConnectionLimiter
from outflank.web.http.thread_pools import ThreadPools
from outflank.web.http.wsgi_bridge import Answer, Application, send_whole

Numbers = dict[str, float]  # values by name and labels in Prometheus notation

_TOLD = {
    "outflank_requests_total": ("counter", "Requests handled."),
    "outflank_request_seconds_total": (
        "counter",
        "Seconds from complete requests to their responses.",
    ),
    "outflank_lane_requests": ("gauge", "Requests running or waiting for a thread."),
    "outflank_connections": ("gauge", "Open connections."),
    "outflank_connections_closed_early_total": (
        "counter",
        "Connections closed for being slow or too many.",
    ),
    "outflank_events_total": ("counter", "Events in games: moves, replies, undos and so on."),
    "outflank_thoughts": ("gauge", "Computer players that are thinking."),
    "outflank_thoughts_waiting": (
        "gauge",
        "Requests that wait for a computer player, or for the same reply.",
    ),
    "outflank_thought_seconds_total": ("counter", "Seconds of thinking by computer players."),
    "outflank_database_seconds_total": ("counter", "Seconds spent in the database."),
    "outflank_database_calls_total": ("counter", "Database calls."),
    "outflank_database_commits_total": ("counter", "Commits of moves in SQLite."),
}


class HealthRoutes:
    def __init__(
        self,
        app: Flask,
        lanes: ThreadPools,
        doors: ConnectionLimiter,
        gather: Callable[[Numbers], Numbers],
    ) -> None:
        self._games: GameService = app.extensions[GAMES]
        self._thinkers: ThinkerPool = app.extensions[REPLIES].thinkers
        self._lanes = lanes
        self._doors = doors
        self._gather = gather
        self.draining = False
        self.requests: Counter[tuple[str, int]] = Counter()
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @property
    def routes(self) -> Mapping[str, Application]:
        return {
            "/healthz": self._route(self._alive),
            "/readyz": self._route(self._ready),
            "/metrics": self._route(self._metrics, private=True),
        }

    def answered(self, lane: str, status: int, seconds: float) -> None:
        self.requests[lane, status] += 1
        self.seconds[lane] += seconds

    def numbers(self) -> Numbers:
        numbers: Numbers = {}
        for (asked, status), count in self.requests.copy().items():
            numbers[f'outflank_requests_total{{lane="{asked}",status="{status}"}}'] = count
        for name, lane in self._lanes.all.items():
            numbers[f'outflank_request_seconds_total{{lane="{name}"}}'] = self.seconds[name]
            numbers[f'outflank_lane_requests{{lane="{name}"}}'] = lane.here
        numbers["outflank_connections"] = self._doors.count
        numbers["outflank_connections_closed_early_total"] = self._doors.closed_early
        for kind, count in self._games.counters.copy().items():
            numbers[f'outflank_events_total{{kind="{kind}"}}'] = count
        numbers |= thought_numbers(self._thinkers.numbers())
        database = self._games.games.database
        numbers["outflank_database_seconds_total"] = database.seconds
        numbers["outflank_database_calls_total"] = database.calls
        numbers["outflank_database_commits_total"] = database.commit_count
        return numbers

    # --- Responses -------------------------------------------------------------------------------

    def _alive(self) -> tuple[int, str]:
        return 200, "alive\n"

    def _ready(self) -> tuple[int, str]:
        if self.draining:
            return 503, "not ready: the server is shutting down\n"
        try:
            self._games.time.beat()  # reads and writes
        except SQLAlchemyError as error:
            return 503, f"not ready: the database cannot be used ({type(error).__name__})\n"
        if self._thinkers.closed:
            return 503, "not ready: the thinkers have ended\n"
        return 200, "ready\n"

    def _metrics(self) -> tuple[int, str]:
        numbers = self._gather(self.numbers())
        lines: list[str] = []
        for name, (kind, meaning) in _TOLD.items():
            of_it = [one for one in numbers if one.partition("{")[0] == name]
            if of_it:
                lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
                lines += [f"{one} {numbers[one]:.15g}" for one in sorted(of_it)]
        return 200, "\n".join(lines) + "\n"

    def _route(self, tell: Callable[[], tuple[int, str]], private: bool = False) -> Application:
        async def answer(scope: Any, receive: Any, send: Any) -> None:
            if private and not _asked_here(scope):
                await send_whole(send, _plain(403, "Metrics are available only on this machine.\n"))
            elif tell == self._alive:
                await send_whole(send, _plain(*tell()))
            else:
                loop = asyncio.get_running_loop()
                pool = self._lanes.all["health"].pool
                await send_whole(send, _plain(*await loop.run_in_executor(pool, tell)))

        return answer


def thought_numbers(thoughts: Thoughts) -> Numbers:
    return {
        "outflank_thoughts": thoughts.thinking,
        "outflank_thoughts_waiting": thoughts.waiting,
        "outflank_thought_seconds_total": thoughts.seconds,
    }


def _asked_here(scope: Any) -> bool:
    """Return True if the request comes from this machine and not through a proxy."""
    forwarded = any(name in (b"x-forwarded-for", b"forwarded") for name, _ in scope["headers"])
    return not forwarded and bool(scope["client"]) and is_this_machine(scope["client"][0])


def _plain(status: int, text: str) -> Answer:
    content = text.encode()
    headers = [
        (b"content-type", b"text/plain; version=0.0.4; charset=utf-8"),
        (b"cache-control", b"no-store"),
    ]
    return status, headers, content

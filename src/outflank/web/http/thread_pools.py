"""Thread pools by kind of request, so that moves never wait for searches or reviews.

Each route names its pool (``lane``); a pool has its own threads and a bounded queue.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Literal, TypeVar

from flask import Flask

LaneName = Literal["moves", "replies", "slow", "passwords", "other"]
View = TypeVar("View", bound=Callable[..., object])
WAITING = 1000  # queue length per pool; clients further back would have given up


class ThreadPool:
    """Threads for one kind of request; used on the event loop only.

    At most ``waiting`` requests wait, and at most ``each`` of an address wait or run.
    """

    def __init__(
        self, name: str, threads: int, waiting: int | None = None, each: int | None = None
    ) -> None:
        self.name = name
        self.pool = ThreadPoolExecutor(threads, name)
        self.here = 0  # running and waiting requests
        self.threads = threads
        self._most = threads + (WAITING if waiting is None else waiting)
        self._each = each
        self._addresses: Counter[str] = Counter()

    @property
    def is_full(self) -> bool:
        return self.here >= self._most

    @contextmanager
    def entered(self, address: str) -> Iterator[bool]:
        """Count a request, unless there are too many: then yield False."""
        if self.is_full or self._addresses[address] == self._each:
            yield False
            return
        self.here += 1
        self._addresses[address] += 1
        try:
            yield True
        finally:
            self.here -= 1
            self._addresses[address] -= 1
            if not self._addresses[address]:
                del self._addresses[address]


class ThreadPools:
    def __init__(self, app: Flask, *, replies: int) -> None:
        self.all: dict[str, ThreadPool] = {
            # Moves mostly wait for the disk, and waiting moves are committed together.
            "moves": ThreadPool("moves", 24),
            "replies": ThreadPool("replies", replies),
            "slow": ThreadPool("slow", 12),
            # Each takes much memory and a whole processor, so one at a time.
            "passwords": ThreadPool("passwords", 1, waiting=8, each=2),
            "other": ThreadPool("other", 8),
            "health": ThreadPool("health", 2),  # waits for no request
        }
        paths: dict[str, list[str]] = {}
        for rule in app.url_map.iter_rules():
            lane = getattr(app.view_functions[rule.endpoint], "lane", "other")
            paths.setdefault(lane, []).append(re.sub("<[^>]+>", "[^/]+", re.escape(rule.rule)))
        paths.pop("other", None)
        self._name = re.compile(
            "|".join(f"(?P<{lane}>{'|'.join(ways)})" for lane, ways in paths.items()) or "(?!)"
        )

    def of(self, path: str) -> ThreadPool:
        found = self._name.fullmatch(path)
        return self.all["other" if found is None else found.lastgroup or "other"]


def in_lane(name: LaneName) -> Callable[[View], View]:
    """Set the thread pool of a view; the default is ``other``."""

    def mark(view: View) -> View:
        view.lane = name  # type: ignore[attr-defined]
        return view

    return mark

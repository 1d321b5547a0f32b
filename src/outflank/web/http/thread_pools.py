"""Thread pools by kind of request, so that moves never wait for searches or reviews.

Each route names its pool (``lane``); a pool has its own threads and a bounded queue.
"""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from flask import Flask

LaneName = Literal["moves", "replies", "slow", "other"]
View = TypeVar("View", bound=Callable[..., object])
WAITING = 1000  # queue length per pool; clients further back would have given up


class ThreadPool:
    """Threads for one kind of request; used on the event loop only."""

    def __init__(self, name: str, threads: int) -> None:
        self.name = name
        self.pool = ThreadPoolExecutor(threads, name)
        self.threads = threads
        self.here = 0  # running and waiting requests

    @property
    def is_full(self) -> bool:
        return self.here >= self.threads + WAITING


class ThreadPools:
    def __init__(self, app: Flask, *, replies: int) -> None:
        self.all: dict[str, ThreadPool] = {
            # Moves mostly wait for the disk, and waiting moves are committed together.
            "moves": ThreadPool("moves", 24),
            "replies": ThreadPool("replies", replies),
            "slow": ThreadPool("slow", 12),
            "other": ThreadPool("other", 8),
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

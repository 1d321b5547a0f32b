"""ThreadPools: who waits for whom. A move never waits behind searches, pictures, reviews or pastes.

Each route says its lane; a lane has threads of its own, and only so many wait for them.
"""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Literal, TypeVar

from flask import Flask

LaneName = Literal["moves", "replies", "slow", "other"]
View = TypeVar("View", bound=Callable[..., object])
WAITING = 1000  # of each lane: more than that many have been away for long when it is their turn


class ThreadPool:
    """Threads for one kind of request; used on the event loop alone."""

    def __init__(self, name: str, threads: int) -> None:
        self.name = name
        self.pool = ThreadPoolExecutor(threads, name)
        self.threads = threads
        self.here = 0  # requests that are answered or wait

    @property
    def is_full(self) -> bool:
        return self.here >= self.threads + WAITING


class ThreadPools:
    def __init__(self, app: Flask, *, replies: int) -> None:
        self.all: dict[str, ThreadPool] = {
            # Most of the time a move waits for the disk, and those who wait are written together.
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
    """Say the lane of a view; without it the lane is ``other``."""

    def mark(view: View) -> View:
        view.lane = name  # type: ignore[attr-defined]
        return view

    return mark

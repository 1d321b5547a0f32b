"""How the small book of the tests is built, and an executor that can be counted on."""

from collections import Counter
from concurrent.futures import Executor, Future
from typing import Any

from outflank.book.build import BuildPlan

PLAN = BuildPlan(depth=2, quick_depth=1, near=4)
POSITIONS = 120


class AtOnce(Executor):
    """Does what it is given at once, and counts by the name of it."""

    def __init__(self) -> None:
        self.tasks: Counter[str] = Counter()

    def submit(self, call: Any, /, *args: Any, **settings: Any) -> Future[Any]:
        self.tasks[call.__name__] += 1
        future: Future[Any] = Future()
        future.set_result(call(*args, **settings))
        return future

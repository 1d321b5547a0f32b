"""Tasks that run in a thread and report to the user interface's thread."""

import threading
from collections import deque
from collections.abc import Callable
from typing import NoReturn, TypeAlias, TypeVar

Post: TypeAlias = Callable[[Callable[[], None]], None]
"""Schedules a function on the user interface's thread."""
Result = TypeVar("Result")


class TaskRunner:
    """Runs tasks in threads; delivers results and errors to the user interface's thread.

    Without ``post`` tasks run in the calling thread, one after another.

    >>> calls = []
    >>> TaskRunner("a test", calls.append).run(lambda: int("no number"), print)
    >>> while not calls: pass
    >>> calls[0]()
    Traceback (most recent call last):
    ValueError: invalid literal for int() with base 10: 'no number'
    >>> TaskRunner("a test").run(lambda: int("7"), print)
    7
    """

    def __init__(self, name: str, post: Post | None = None) -> None:
        self._name = name
        self._post = post
        self._waiting: deque[Callable[[], None]] = deque()
        self._running = False

    def run(self, work: Callable[[], Result], report: Callable[[Result], None]) -> None:
        post = self._post
        if post is None:
            self._waiting.append(lambda: report(work()))
            self._run_waiting()
            return

        def in_thread() -> None:
            try:
                result = work()
            except Exception as error:  # noqa: BLE001 — not swallowed: raised in the other thread
                problem = error
                post(lambda: _raise(problem))
            else:
                post(lambda: report(result))

        threading.Thread(target=in_thread, name=self._name, daemon=True).start()

    def _run_waiting(self) -> None:
        """Run waiting tasks in a loop: reports start more tasks, so recursion could get deep."""
        if self._running:
            return
        self._running = True
        try:
            while self._waiting:
                self._waiting.popleft()()
        finally:
            self._running = False


def _raise(error: Exception) -> NoReturn:
    raise error

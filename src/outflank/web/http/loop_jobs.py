"""Background jobs of a server, on the event loop or in threads."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from outflank.storage.outage_log import UNAVAILABLE


class LoopJobs:
    """Jobs of one event loop; they run only between its start and its end."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    @property
    def running(self) -> bool:
        return self._loop is not None and not self.closed

    def soon(self, job: Callable[..., object], *arguments: Any) -> None:
        """Run a job on the event loop; thread-safe."""
        if self._loop is not None and not self.closed:
            self._loop.call_soon_threadsafe(job, *arguments)

    def later(
        self, seconds: float, job: Callable[..., object], *arguments: Any
    ) -> asyncio.TimerHandle | None:
        """Run a job on the event loop after some seconds."""
        if self._loop is None or self.closed:
            return None
        return self._loop.call_later(seconds, self._run, job, arguments)

    def _run(self, job: Callable[..., object], arguments: tuple[Any, ...]) -> None:
        if not self.closed:
            job(*arguments)

    def in_thread(self, job: Callable[..., object], *arguments: Any) -> None:
        """Run a job that needs the database in a thread; errors are logged."""
        if self._loop is not None and not self.closed:
            self._loop.run_in_executor(self._pool, job, *arguments).add_done_callback(_report)


def _report(done: "asyncio.Future[object]") -> None:
    if done.cancelled() or (error := done.exception()) is None:
        return
    if not isinstance(error, UNAVAILABLE):  # which is logged already
        asyncio.get_running_loop().call_exception_handler(
            {"message": "A background job failed", "exception": error}
        )

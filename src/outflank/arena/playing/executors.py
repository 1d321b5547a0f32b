"""Executors that play games, in processes on this machine or on a cluster.

Both are `concurrent.futures.Executor`s, so a tournament does not depend on which one it uses.
Locally, each worker has a thread with a guard that supervises one process.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from outflank.arena.playing.guard import Guard
from outflank.arena.playing.sources import digest_of_data, put_here, shelf, with_files_here
from outflank.arena.records import Assignment, PlayedGame
from outflank.translation import _
from outflank.workers.sandbox import Sandbox

P = ParamSpec("P")
T = TypeVar("T")
NOTICE = 0.2  # maximum seconds until a signal is noticed
_own = threading.local()


def await_some(flying: Collection[Future[T]]) -> tuple[set[Future[T]], set[Future[T]]]:
    """Wait briefly and return the finished futures and the others.

    The timeout is needed because Python runs signal handlers only when the main thread wakes up; an
    unbounded wait could miss a signal that arrived just before or in another thread.
    """
    done, others = wait(flying, timeout=NOTICE, return_when=FIRST_COMPLETED)
    return done, others


def play_safely(games: Sequence[Assignment]) -> list[PlayedGame]:
    """Play games in this thread's playing process, on this machine or on a cluster."""
    games = [with_files_here(game) for game in games]
    guard: Guard | None = getattr(_own, "guard", None)
    if guard is None:
        guard = _own.guard = Guard()
    return guard.play_all(games)


def play_with(games: Sequence[Assignment], *data: tuple[str, bytes]) -> list[PlayedGame]:
    """Play games on a cluster worker, with the data files that the players need."""
    for digest, content in data:
        put_here(digest, content)
    return play_safely(games)


class StoppableExecutor(Executor):
    """An executor that can be stopped, and stops when its context exits with an exception."""

    def stop_now(self) -> None:
        """Stop running games immediately and cancel the queued ones."""
        raise NotImplementedError

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        if failure is None:
            self.shutdown()
        else:
            self.stop_now()


class LocalExecutor(StoppableExecutor, ThreadPoolExecutor):
    """Processes on this machine, one per worker."""

    def __init__(self, workers: int) -> None:
        self._sandbox: Sandbox | None = None
        self._guards: list[Guard] = []
        super().__init__(workers, thread_name_prefix="arena", initializer=self._take_guard)

    def _take_guard(self) -> None:
        _own.guard = Guard(self._sandbox)
        self._guards.append(_own.guard)

    def isolate(self, files: Iterable[Path], memory_mb: int) -> None:
        """From now on, play in a sandbox that can read only these files."""
        # Files that changed during the run are on the shelf, see sources.
        shelf().chmod(0o755)  # started by root, the sandbox has another user
        sandbox = Sandbox((*files, shelf()))
        sandbox = replace(sandbox, memory_mb=max(memory_mb, sandbox.memory_mb))
        sandbox.check()
        self._sandbox = sandbox

    def stop_now(self) -> None:
        """Kill all playing processes and cancel the queued games."""
        super().shutdown(wait=False, cancel_futures=True)
        for guard in self._guards:
            guard.stop()
        self.shutdown()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for the running games, then end the playing processes."""
        super().shutdown(wait=wait, cancel_futures=cancel_futures)
        if wait:
            for guard in self._guards:
                guard.close()


class ClusterMissing(RuntimeError):
    """The optional dependency for clusters is not installed."""


class DataChanged(RuntimeError):
    """A file that a player reads has changed; the message names it."""


def _same(content: T) -> T:
    return content


class ClusterExecutor(StoppableExecutor):
    """The workers of a Dask cluster; games of a lost worker are rerun on the others."""

    def __init__(self, address: str, patience: float = 8.0) -> None:
        try:
            import distributed
        except ImportError:
            raise ClusterMissing(
                _(
                    "A cluster needs Dask. Install it here and on the workers: {command}",
                    command="pip install 'outflank[cluster]'",
                )
            ) from None
        connect: Any = distributed.Client  # Dask has no type hints
        try:
            self._client = connect(address, timeout=patience, set_as_default=False)
        except (OSError, ValueError) as error:
            raise ClusterMissing(
                _(
                    "No Dask scheduler answers at {address}. Start one with `dask scheduler`, and "
                    "workers with `{command}`. ({error})",
                    address=address,
                    command=f"dask worker {address}",
                    error=error,
                )
            ) from None
        # Not pure: two games with equal settings must both be played. A lost worker is no player's
        # fault, so a game may be retried on several workers.
        self._executor: Executor = self._client.get_executor(pure=False, retries=5)
        self._sent: dict[str, Any] = {}  # data files of players by digest

    @property
    def workers(self) -> int:
        """The number of games that the cluster can play in parallel, as far as known."""
        return sum(self._client.nthreads().values())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Send a call to the cluster; games are sent with the data files of their players."""
        executor: Any = self._executor
        data = self._data_for(args[0]) if fn is play_safely else []
        sent: Future[T] = executor.submit(play_with if data else fn, *args, *data, **kwargs)
        return sent

    def _data_for(self, games: Any) -> list[Any]:
        """Return the data files of games; each is sent once, and again only if a worker is lost."""
        players = {id(one): one for game in games for one in (game.black, game.white)}.values()
        needed = {digest: path for player in players for path, digest in player.data.items()}
        for digest, path in needed.items():
            if digest not in self._sent:
                content = Path(path).read_bytes()
                if digest_of_data(content) != digest:
                    raise DataChanged(_("{path} has changed since the run began.", path=path))
                self._sent[digest] = self._client.submit(_same, (digest, content), pure=False)
        return [self._sent[digest] for digest in needed]

    def stop_now(self) -> None:
        """Cancel running and queued games and disconnect."""
        self.shutdown(wait=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for running games or cancel them, and disconnect."""
        self._executor.shutdown(wait=wait and not cancel_futures)  # otherwise canceled
        self._client.close()

"""Where games are played: processes on this machine, or a cluster.

Both are `concurrent.futures.Executor`s, so the tournament does not know the difference. Here, a
thread for each worker waits on a guard, which keeps a process.
"""

import threading
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from outflank.arena.playing.guard import Guard
from outflank.arena.playing.sources import digest_of_data, put_here, shelf, with_files_here
from outflank.arena.records import Assignment, PlayedGame
from outflank.translation import _
from outflank.workers.sandbox import Sandbox

P = ParamSpec("P")
T = TypeVar("T")
NOTICE = 0.2  # seconds until a signal is noticed at the latest
_own = threading.local()


def await_some(flying: Collection[Future[T]]) -> tuple[set[Future[T]], set[Future[T]]]:
    """Those that are done and the others, after a while at the latest: perhaps none is done.

    For a wait without end may sleep through a signal, one that came the moment before or to another
    thread; Python lets the main thread act on it when that wakes up.
    """
    done, others = wait(flying, timeout=NOTICE, return_when=FIRST_COMPLETED)
    return done, others


def play_safely(games: Sequence[Assignment]) -> list[PlayedGame]:
    """Play games in the playing process that belongs to this thread, here or on a cluster."""
    games = [with_files_here(game) for game in games]
    guard: Guard | None = getattr(_own, "guard", None)
    if guard is None:
        guard = _own.guard = Guard()
    return guard.play_all(games)


def play_with(games: Sequence[Assignment], *data: tuple[str, bytes]) -> list[PlayedGame]:
    """Play games on a worker of a cluster, to which files for the players came along."""
    for digest, content in data:
        put_here(digest, content)
    return play_safely(games)


class StoppableExecutor(Executor):
    """An executor that ends what runs when it is told to, and when it is left by an exception."""

    def stop_now(self) -> None:
        """End what runs at once and give up what is queued."""
        raise NotImplementedError

    def __exit__(self, failure: type[BaseException] | None, *_: object) -> None:
        if failure is None:
            self.shutdown()
        else:
            self.stop_now()


class LocalExecutor(StoppableExecutor, ThreadPoolExecutor):
    """Processes on this machine, one for each worker."""

    def __init__(self, workers: int) -> None:
        self._sandbox: Sandbox | None = None
        self._guards: list[Guard] = []
        super().__init__(workers, thread_name_prefix="arena", initializer=self._take_guard)

    def _take_guard(self) -> None:
        _own.guard = Guard(self._sandbox)
        self._guards.append(_own.guard)

    def isolate(self, files: Iterable[Path]) -> None:
        """Play in a sandbox from now on, in which only these files can be read."""
        # Files that changed while they were played with lie on the shelf, see sources.
        sandbox = Sandbox((*files, shelf()))
        sandbox.check()
        self._sandbox = sandbox

    def stop_now(self) -> None:
        """End all playing processes at once and give up what is queued."""
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
    """The extra that talks to clusters is not installed."""


class DataChanged(RuntimeError):
    """A file that a player reads is another one now; the sentence says which."""


def _same(content: T) -> T:
    return content


class ClusterExecutor(StoppableExecutor):
    """The workers of a Dask cluster; a worker that is lost has its games played by the others."""

    def __init__(self, address: str, patience: float = 30.0) -> None:
        try:
            import distributed
        except ImportError:
            raise ClusterMissing(
                _(
                    "A cluster needs Dask. Install it here and on the workers: {command}",
                    command="pip install 'outflank[cluster]'",
                )
            ) from None
        connect: Any = distributed.Client  # Dask carries no types
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
        # Not pure: two games with equal settings are two games. A lost worker is nobody's fault,
        # so a game may be tried on several.
        self._executor: Executor = self._client.get_executor(pure=False, retries=5)
        self._sent: dict[str, Any] = {}  # files that players read, by their digest

    @property
    def workers(self) -> int:
        """How many games the cluster can play at once, as far as it has told."""
        return sum(self._client.nthreads().values())

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Send a call to the cluster; games go with the files that their players read."""
        executor: Any = self._executor
        data = self._data_for(args[0]) if fn is play_safely else []
        sent: Future[T] = executor.submit(play_with if data else fn, *args, *data, **kwargs)
        return sent

    def _data_for(self, games: Any) -> list[Any]:
        """What a worker fetches before it plays; sent once, and again only if a worker is lost."""
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
        """Give up what runs and what is queued, and leave the cluster."""
        self.shutdown(wait=False)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Wait for what runs, or give it up, and leave the cluster."""
        self._executor.shutdown(wait=wait and not cancel_futures)  # without waiting, it cancels
        self._client.close()

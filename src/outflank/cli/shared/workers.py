"""Worker processes and clusters for commands that train or build."""

import argparse
import gc
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress

from outflank.arena.playing.executors import ClusterExecutor, ClusterMissing
from outflank.cli.shared.errors import UsageError
from outflank.translation import _


def add_worker_options(parser: argparse.ArgumentParser) -> None:
    where = parser.add_argument_group(_("workers"))
    where.add_argument(
        "--workers", type=int, help=_("processes on this machine; default: one per processor")
    )
    where.add_argument(
        "--cluster", metavar="ADDRESS", help=_("a Dask scheduler, such as tcp://host:8786")
    )


def workers_of(args: argparse.Namespace) -> int:
    workers: int = processors() if args.workers is None else args.workers
    if workers < 1:
        raise UsageError(_("--workers must be 1 or more, not {number}.", number=workers))
    return workers


def processors() -> int:
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextmanager
def executor_for(args: argparse.Namespace, *, finish: bool = False) -> Iterator[Executor]:
    """Yield a process pool or a cluster executor; ``finish`` shields the workers from Ctrl-C.

    An exception ends the block without waiting for tasks; all results are saved by then.
    """
    workers = workers_of(args)
    if args.cluster is not None:
        with cluster_at(args.cluster) as cluster:
            yield cluster
        return
    with ProcessPoolExecutor(workers, initializer=_begin_work, initargs=(finish,)) as executor:
        try:
            yield executor
        except BaseException:
            for process in multiprocessing.active_children():
                process.kill()
            raise


def cluster_at(address: str) -> ClusterExecutor:
    """Connect to a cluster; print a note if it has no workers yet."""
    _import_dask()
    try:
        cluster = ClusterExecutor(address)
    except ClusterMissing as error:
        raise UsageError(str(error)) from None
    if not cluster.workers:
        print(
            _(
                "{address} has no workers yet. Start one with `{command}`.",
                address=address,
                command=f"dask worker {address}",
            ),
            file=sys.stderr,
        )
    return cluster


def _import_dask() -> None:
    """Import Dask without its slow optional dependencies.

    Jinja is used only in notebooks; if this import fails, the next one reports the error. Garbage
    collection is disabled during the import, which produces no garbage.
    """
    gc.disable()
    try:
        with _hidden("jinja2"), suppress(ImportError):
            import distributed  # noqa: F401
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def _hidden(name: str) -> Iterator[None]:
    """Temporarily make a module that is not imported yet look missing."""
    hidden = sys.modules.setdefault(name, None) is None  # type: ignore[arg-type]
    try:
        yield
    finally:
        if hidden:
            del sys.modules[name]


def _begin_work(finish: bool) -> None:
    """Prepare a worker to exit when its parent process ends for any reason."""
    if finish:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent, process = os.getppid(), multiprocessing.parent_process()

    def watch() -> None:
        if sys.platform == "win32" and process is not None:
            process.join()
        else:
            while os.getppid() == parent:
                time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, name="watch parent", daemon=True).start()


def tell(line: str) -> None:
    print(line, flush=True)

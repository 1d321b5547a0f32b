"""What the commands that train or build share: where work is done, and how they tell of it."""

import os
import signal
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor

from outflank.arena.executors import ClusterExecutor, ClusterMissing
from outflank.cli.shared.errors import UsageError


def executor_for(cluster: str | None, workers: int, *, finish: bool = False) -> Executor:
    """Processes here, or a cluster's executor; with ``finish`` Ctrl-C is for this process alone."""
    if cluster is None:
        return ProcessPoolExecutor(workers, initializer=_begin_work, initargs=(finish,))
    try:
        return ClusterExecutor(cluster)
    except ClusterMissing as error:
        raise UsageError(str(error)) from None


def _begin_work(finish: bool) -> None:
    """Prepare a worker: it ends when the process that started it is gone, however that went."""
    if finish:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os._exit(1)

    threading.Thread(target=watch, name="watch parent", daemon=True).start()


def tell(line: str) -> None:
    """Prints a line of progress at once."""
    print(line, flush=True)

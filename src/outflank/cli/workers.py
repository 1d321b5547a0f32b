"""What the commands that train share: where their work is done, and how they tell of it."""

import importlib
from concurrent.futures import Executor, ProcessPoolExecutor

from outflank.cli.errors import UsageError


def executor_for(cluster: str | None, workers: int) -> Executor:
    """Processes here, or a cluster's executor."""
    if cluster is None:
        return ProcessPoolExecutor(workers)
    try:
        dask = importlib.import_module("distributed")
    except ImportError:
        raise UsageError(
            "a cluster needs Dask, which is not installed: pip install distributed"
        ) from None
    executor: Executor = dask.Client(cluster).get_executor()
    return executor


def tell(line: str) -> None:
    """Prints a line of progress at once."""
    print(line, flush=True)

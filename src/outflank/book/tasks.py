"""Submit work to an executor slightly ahead and yield results in order."""

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from itertools import islice
from typing import TypeVar

TASK = 4  # items per task

Thing = TypeVar("Thing")
Found = TypeVar("Found")


def in_order(
    executor: Executor,
    look: Callable[..., list[Found]],
    things: Sequence[Thing],
    settings: Sequence[int],
    *,
    ahead: int,
    stopped: Callable[[], bool],
) -> Iterator[tuple[Sequence[Thing], list[Found]]]:
    """Yield the results of ``look(items, *settings)`` in batches, until ``stopped()``.

    ``ahead`` is the number of queued or running tasks. Tasks that were submitted are awaited.
    """
    parts = (things[at : at + TASK] for at in range(0, len(things), TASK))
    waiting: deque[tuple[Sequence[Thing], Future[list[Found]]]] = deque()

    def send(many: int) -> None:
        for part in islice(parts, many):
            waiting.append((part, executor.submit(look, part, *settings)))

    if not stopped():
        send(ahead)
    while waiting:
        part, task = waiting.popleft()
        yield part, task.result()
        if not stopped():
            send(1)

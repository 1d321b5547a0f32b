"""The base class of all controllers."""

from collections.abc import Callable

from outflank.workers.background import Post, TaskRunner


class Controller:
    """Run slow instructions as background tasks.

    ``changed`` is called when there is something new to draw; with ``post``, in the screen's
    thread.
    """

    def __init__(self, name: str, post: Post | None) -> None:
        self.changed: Callable[[], None] = do_nothing
        self._tasks = TaskRunner(name, post)

    def close(self) -> None:
        self.changed = do_nothing


def do_nothing() -> None: ...

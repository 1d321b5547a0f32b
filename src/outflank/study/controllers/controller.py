"""What all controllers have in common."""

from collections.abc import Callable

from outflank.workers.background import Post, TaskRunner


class Controller:
    """Runs slow instructions as tasks.

    ``changed`` is called whenever there is something new to draw; with ``post``, in the screen's
    own thread.
    """

    def __init__(self, name: str, post: Post | None) -> None:
        self.changed: Callable[[], None] = do_nothing
        self._tasks = TaskRunner(name, post)

    def close(self) -> None:
        """Draw nothing any more."""
        self.changed = do_nothing


def do_nothing() -> None: ...

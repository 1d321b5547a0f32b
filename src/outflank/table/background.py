"""Work in the background whose outcome the screen's own thread hears about, also a crash."""

import threading
from collections.abc import Callable
from typing import NoReturn, TypeAlias

Post: TypeAlias = Callable[[Callable[[], None]], None]
"""Has a function called by the screen's own thread, soon."""


def in_background(work: Callable[[], None], post: Post, name: str) -> None:
    """Do something in a thread; an error there is raised in the screen's own thread, as any other.

    >>> calls = []
    >>> in_background(lambda: int("no number"), calls.append, "a test")
    >>> while not calls: pass
    >>> calls[0]()
    Traceback (most recent call last):
    ValueError: invalid literal for int() with base 10: 'no number'
    """

    def run() -> None:
        try:
            work()
        except Exception as error:  # noqa: BLE001 — not swallowed: raised where it is seen
            problem = error
            post(lambda: _raise(problem))

    threading.Thread(target=run, name=name, daemon=True).start()


def _raise(error: Exception) -> NoReturn:
    raise error

"""The opening explorer on screens that stay open: follows the position, looks in the background."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from outflank.board import Board
from outflank.study import ExplorerView
from outflank.table.background import Post, in_background

Explore: TypeAlias = Callable[[Board, str], ExplorerView]
"""What is known of a position, which may have the name of an opening."""


class ExplorerDesk:
    """What is known of the position that was shown last.

    ``changed`` is called by the screen's own thread whenever there is something new to draw. Games
    are looked through one position at a time; of those that came meanwhile, the last is next.
    """

    def __init__(self, explore: Explore, *, post: Post) -> None:
        self.view: ExplorerView | None = None
        """None while somebody looks."""
        self.changed: Callable[[], None] = lambda: None
        self._explore = explore
        self._post = post
        self._board: Board | None = None
        self._opening = ""
        self._looking = False

    def follow(self, board: Board, opening: str) -> None:
        """Look at this position now."""
        if board == self._board:
            return
        self._board, self._opening, self.view = board, opening, None
        if not self._looking:
            self._look()
        self.changed()

    def look_again(self) -> None:
        """The games may be others now."""
        self._board = None

    def _look(self) -> None:
        board, opening = self._board, self._opening
        if board is None:
            return
        self._looking = True
        in_background(partial(self._find, board, opening), self._post, "explorer")

    def _find(self, board: Board, opening: str) -> None:
        view = self._explore(board, opening)
        self._post(lambda: self._hear(board, view))

    def _hear(self, board: Board, view: ExplorerView) -> None:
        self._looking = False
        if board != self._board:
            self._look()
            return
        self.view = view
        self.changed()

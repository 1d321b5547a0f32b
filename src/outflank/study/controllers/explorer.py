"""The opening explorer of a screen: it follows the position in the background."""

from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from outflank.board import Board
from outflank.study.controllers.controller import Controller
from outflank.study.explorer import ExplorerView
from outflank.workers.background import Post

Explore: TypeAlias = Callable[[Board, str], ExplorerView]
"""Looks up a position, given the name of its opening."""


class ExplorerController(Controller):
    """Look up the current position; one lookup runs at a time."""

    def __init__(self, explore: Explore, *, post: Post) -> None:
        super().__init__("explorer", post)
        self.view: ExplorerView | None = None  # None during a lookup
        self._explore = explore
        self._board: Board | None = None
        self._opening = ""
        self._searching = False

    def follow(self, board: Board, opening: str) -> None:
        if board == self._board:
            return
        self._board, self._opening, self.view = board, opening, None
        if not self._searching:
            self._search()
        self.changed()

    def look_again(self) -> None:
        """Repeat the lookup, as the games may have changed."""
        self._board = None

    def _search(self) -> None:
        board, opening = self._board, self._opening
        if board is None:
            return
        self._searching = True
        self._tasks.run(partial(self._explore, board, opening), partial(self._found, board))

    def _found(self, board: Board, view: ExplorerView) -> None:
        self._searching = False
        if board != self._board:
            self._search()
            return
        self.view = view
        self.changed()

"""Keys that choose a square: arrows and Return, or its name."""

import tkinter as tk
from collections.abc import Callable
from functools import partial

from outflank.play.typed_square import TypedSquare
from outflank.window.board_canvas import BoardCanvas

CONTROL = 0x4  # bit in the state of an event
STEPS = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}


class BoardKeys:
    """Keyboard input for a board.

    ``on_typed`` is called with the partly typed square; ``look`` with -1 or 1 for the left and
    right arrow: it returns False if the key moves the cursor.
    """

    def __init__(
        self,
        window: tk.Misc,
        board: BoardCanvas,
        on_typed: Callable[[str], None],
        look: Callable[[int], bool],
    ) -> None:
        self._window = window
        self._board = board
        self._on_typed = on_typed
        self._look = look
        self._typed = TypedSquare()
        window.bind("<Key>", self._key)
        for key, (down, right) in STEPS.items():
            window.bind(f"<{key}>", partial(self._step, down, right))
        window.bind("<Return>", self.confirm)
        window.bind("<space>", self.confirm)
        window.bind("<Tab>", self._next_playable)

    def confirm(self, _event: object = None) -> None:
        """Choose the typed square, or else the one at the cursor."""
        typed, board = self._typed, self._board
        square = typed.finish(board.shown.size) if typed.text else board.cursor
        if square is not None:
            board.on_choose(square)

    def _step(self, down: int, right: int, _event: object) -> None:
        if right and self._look(right):
            return
        board, size = self._board, self._board.shown.size
        row, column = divmod(board.cursor or 0, size)
        if board.cursor is not None:
            row, column = (row + down) % size, (column + right) % size
        board.point(row * size + column)

    def _next_playable(self, _event: object) -> str:
        board, squares = self._board, list(self._board.shown.moves)
        here = -1 if board.cursor is None else board.cursor
        if squares:
            board.point(next((square for square in squares if square > here), squares[0]))
        return "break"

    def _key(self, event: "tk.Event[tk.Misc]") -> None:
        board, typed = self._board, self._typed
        if int(event.state) & CONTROL or event.widget.winfo_toplevel() is not self._window:
            return
        if typed.accepts(event.char, board.shown.size):
            square = typed.add(event.char, board.shown.size)
            self._on_typed(typed.text)
            if square is not None:
                board.point(square)
                board.on_choose(square)
        elif event.keysym in ("Escape", "BackSpace"):
            typed.text = ""
            self._on_typed("")

"""What the windows of study share: drawn one after another, and never closed while drawn."""

import tkinter as tk
from collections.abc import Callable, Mapping
from tkinter import ttk
from typing import Any, Generic, TypeAlias, TypeVar

from outflank.board import Square
from outflank.play.scene import BoardScene
from outflank.study.controllers.editor import EditorController
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.controllers.review import ReviewController
from outflank.translation import _
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.board_keys import BoardKeys

StudyController: TypeAlias = (
    ReviewController | PracticeController | PlayOutController | EditorController
)
C = TypeVar("C", bound=StudyController)


def text_label(
    parent: tk.Misc, wrap: int, *, font: str = "TkDefaultFont", height: int = 0
) -> tk.Label:
    """A text on paper, broken into lines, with room for so many of them; packed by its owner."""
    return tk.Label(
        parent,
        font=font,
        background=colors.PAPER,
        foreground=colors.INK,
        anchor="nw",
        justify="left",
        wraplength=wrap,
        height=height,
    )


class StudyWindow(tk.Toplevel, Generic[C]):
    """A window with a board of its own.

    Turtles handle events while they draw: what happens meanwhile is drawn afterwards, and a window
    that is closed meanwhile goes then.
    """

    board: BoardCanvas
    sentence: tk.Label

    def __init__(self, parent: tk.Misc, controller: C, title: str, geometry: str) -> None:
        super().__init__(parent, background=colors.PAPER)
        self.title(title)
        self.geometry(geometry)
        self.controller = controller
        self.drawing = False
        self._draw_again = False
        self._closing = False
        self.protocol("WM_DELETE_WINDOW", self.close)

    # --- What a window is made of ----------------------------------------------------------------

    def add_text(self, wrap: int) -> tk.Frame:
        """Put a headline and a sentence at the bottom; the frame that they are in."""
        below = tk.Frame(self, background=colors.PAPER)
        below.pack(side="bottom", fill="x", padx=16, pady=(0, 16))
        self.headline = text_label(below, wrap, font="OutflankName")
        self.headline.pack(fill="x")
        self.sentence = text_label(below, wrap, height=3)
        self.sentence.pack(fill="x")
        return below

    def add_board(self, *, arrows: bool) -> None:
        """Put the board where room is left, with its keys; of all parts the last."""
        self.board = BoardCanvas(self, self.scene, on_choose=self.choose)
        self.board.animate = False
        self.board.canvas.configure(width=480, height=480)
        self.board.canvas.pack(fill="both", expand=True)
        self.board_keys = BoardKeys(self, self.board, self.show_typed, arrows=arrows)
        self.controller.changed = self.redraw

    def add_button(self, parent: tk.Misc, text: str, command: Callable[[], object]) -> ttk.Button:
        """A button that leaves the keyboard to the board; packed by its owner."""
        return ttk.Button(parent, text=text, command=command, takefocus=False)

    def do(self, method: Callable[..., Any], *arguments: object) -> None:
        """Call a method of the study, and carry out what it asks for."""
        self.controller.carry_out(method(*arguments))

    def bind_keys(self, keys: Mapping[str, Callable[[], object]]) -> None:
        for key, action in keys.items():
            self.bind(f"<{key}>", lambda _, action=action: action())  # type: ignore[misc]

    @property
    def scene(self) -> BoardScene:
        return BoardScene.of(self.controller.view.position)

    def choose(self, square: Square) -> None:
        """A square was clicked or typed."""
        raise NotImplementedError

    def show_typed(self, text: str) -> None:
        if text:
            self.sentence.configure(text=_("Square: {square}", square=text))

    # --- Drawing and closing ---------------------------------------------------------------------

    def redraw(self) -> None:
        self._draw_again = True
        if self.drawing:
            return
        self.drawing = True
        try:
            while self._draw_again and not self._closing:
                self._draw_again = False
                self.draw()
        finally:
            self.drawing = False
        if self._closing:
            self._go()

    def draw(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        """Close the window, after what is being drawn at this moment."""
        if self._closing:
            return
        self._closing = True
        self.controller.close()
        if not self.drawing:
            self._go()

    def _go(self) -> None:
        self.board.stop_turning()
        self.destroy()

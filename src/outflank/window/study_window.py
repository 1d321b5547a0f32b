"""What the windows of study share: drawn one after another, and never closed while drawn."""

import tkinter as tk

from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas


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


class StudyWindow(tk.Toplevel):
    """A window with a board of its own.

    Turtles handle events while they draw: what happens meanwhile is drawn afterwards, and a window
    that is closed meanwhile goes then.
    """

    board: BoardCanvas

    def __init__(self, parent: tk.Misc, title: str, geometry: str) -> None:
        super().__init__(parent, background=colors.PAPER)
        self.title(title)
        self.geometry(geometry)
        self.drawing = False
        self._draw_again = False
        self._closing = False
        self.protocol("WM_DELETE_WINDOW", self.close)

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

    def let_go(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        """Close the window, after what is being drawn at this moment."""
        if self._closing:
            return
        self._closing = True
        self.let_go()
        if not self.drawing:
            self._go()

    def _go(self) -> None:
        self.board.stop_turning()
        self.destroy()

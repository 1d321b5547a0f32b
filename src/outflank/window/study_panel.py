"""The base of all studies: a panel beside the board of the game window."""

import tkinter as tk
from collections.abc import Callable, Mapping
from functools import partial
from tkinter import ttk
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from outflank.board import Square
from outflank.play.scene import BoardScene
from outflank.study.controllers.editor import EditorController
from outflank.study.controllers.lesson import LessonController
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.controllers.review import ReviewController
from outflank.window import colors

StudyController: TypeAlias = (
    ReviewController | PracticeController | PlayOutController | LessonController | EditorController
)
C = TypeVar("C", bound=StudyController)
SIDE = 340  # pixels, beside the board
END = 9999  # more steps than any game has moves


class StudyHost(Protocol):
    """The game window, as its studies use it."""

    @property
    def root(self) -> tk.Tk: ...

    def show_study(self) -> None:
        """Draw the scene of the study on the board."""

    def leave_study(self) -> None:
        """Return to the game."""

    def open_lesson(self, name: str) -> None: ...
    def step(self, by: int) -> None: ...
    def confirm(self) -> None:
        """Choose the typed square, or else the one at the cursor."""

    def say(self, sentence: str) -> None: ...


class StepButtons(ttk.Frame):
    """First, back, forward and last."""

    def __init__(self, parent: tk.Misc, step: Callable[[int], None]) -> None:
        super().__init__(parent)
        for text, by in (("|◀", -END), ("◀", -1), ("▶", 1), ("▶|", END)):
            button = ttk.Button(
                self, text=text, width=2, takefocus=False, command=partial(step, by)
            )
            button.pack(side="left")


class StudyPanel(tk.Frame, Generic[C]):
    """A study, which has the board until it is closed.

    Turtles process events while they draw. Changes during that time are drawn afterwards, and a
    panel closed during that time is destroyed afterwards.
    """

    def __init__(self, host: StudyHost, controller: C, title: str) -> None:
        super().__init__(host.root, background=colors.PAPER, width=SIDE)
        self.pack_propagate(False)
        self.host = host
        self.controller = controller
        self.title = title
        self.drawing = False
        self._draw_again = False
        self._closing = False
        self.bar = ttk.Frame(self)
        self.bar.pack(fill="x", pady=(0, 8))
        ttk.Button(self.bar, text="×", width=2, takefocus=False, command=host.leave_study).pack(
            side="right"
        )
        self.headline = self.add_label(font="OutflankName")
        self.sentence = self.add_label()

    # --- Parts -----------------------------------------------------------------------------------

    def add_label(self, *, font: str = "TkDefaultFont", height: int = 0) -> tk.Label:
        """Add a wrapped label with room for ``height`` lines."""
        label = tk.Label(
            self,
            font=font,
            background=colors.PAPER,
            foreground=colors.INK,
            anchor="nw",
            justify="left",
            wraplength=SIDE - 8,
            height=height,
        )
        label.pack(fill="x")
        return label

    def add_button(self, parent: tk.Misc, text: str, command: Callable[[], object]) -> ttk.Button:
        """Return a button that leaves the focus on the board; the caller packs it."""
        return ttk.Button(parent, text=text, command=command, takefocus=False)

    def do(self, method: Callable[..., Any], *arguments: object) -> None:
        """Call a method of the study and carry out its instructions."""
        self.controller.carry_out(method(*arguments))

    # --- What the window uses --------------------------------------------------------------------

    @property
    def scene(self) -> BoardScene:
        return BoardScene.of(self.controller.view.position)

    @property
    def bindings(self) -> Mapping[str, Callable[[], object]]:
        """The keys of the study, before those of the game."""
        return {}

    def begin(self) -> None:
        """Start the study, after the window has given it the board."""
        self.controller.changed = self.redraw
        self.redraw()

    def choose(self, square: Square) -> None:
        """Handle a square that was clicked or typed."""
        raise NotImplementedError

    def step(self, by: int) -> None:
        """Go through the moves, if the study has any."""

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
                self.host.show_study()
        finally:
            self.drawing = False
        if self._closing:
            self.destroy()

    def draw(self) -> None:
        raise NotImplementedError

    def close(self) -> None:
        """Close the panel after the current drawing step."""
        if self._closing:
            return
        self._closing = True
        self.controller.close()
        if self.drawing:
            self.pack_forget()
        else:
            self.destroy()

"""Practice in a window: one's own errors, or puzzles, until the right move is found."""

import tkinter as tk
from tkinter import ttk

from outflank.board import Square
from outflank.play.scene import BoardScene
from outflank.play.typed_square import TypedSquare
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.study_window import StudyWindow, text_label


class PracticeWindow(StudyWindow):
    """Positions to practise, one after another; played as in a game."""

    def __init__(
        self,
        parent: tk.Misc,
        controller: PracticeController | PlayOutController,
        title: str = "Practice",
    ) -> None:
        super().__init__(parent, title, "600x720")
        self.minsize(420, 480)
        self.controller = controller
        self._typed = TypedSquare()
        below = tk.Frame(self, background=colors.PAPER)
        below.pack(side="bottom", fill="x", padx=16, pady=(0, 16))
        self.headline = text_label(below, 550, font="OutflankName")
        self.headline.pack(fill="x")
        self.sentence = text_label(below, 550, height=3)
        self.sentence.pack(fill="x")
        row = ttk.Frame(below)
        row.pack(fill="x", pady=(8, 0))
        self.answer = ttk.Button(
            row, text="Show the answer", command=self.controller.give_up, takefocus=False
        )
        self.answer.pack(side="left")
        self.next = ttk.Button(row, text="Next", command=self._go_on, takefocus=False)
        self.next.pack(side="left", padx=8)
        ttk.Button(row, text="Close", command=self.close, takefocus=False).pack(side="right")
        self.board = BoardCanvas(
            self,
            BoardScene.of(self.controller.view.position),
            on_choose=self.controller.choose,
            on_point=self._pointed,
        )
        self.board.animate = False
        self.board.canvas.configure(width=480, height=480)
        self.board.canvas.pack(fill="both", expand=True)
        self.bind("<Return>", lambda _: self._confirm())
        self.bind("<space>", lambda _: self._confirm())
        self.bind("<Escape>", lambda _: self.close())
        self.bind("<Key>", self._key)
        self.controller.changed = self.redraw
        self.controller.begin()
        self.focus_force()

    def draw(self) -> None:
        view = self.controller.view
        self.board.show(BoardScene.of(view.position))
        self._pointed(self.board.cursor)
        self.headline.configure(text=view.headline)
        self.sentence.configure(text=view.sentence)
        self.answer.configure(text=view.give_up)
        self.answer.state(["!disabled" if view.asking or view.again else "disabled"])
        self.next.state(["!disabled" if view.solved else "disabled"])

    def let_go(self) -> None:
        """Every answer is written down already."""
        self.controller.close()

    # --- Inside ----------------------------------------------------------------------------------

    def _go_on(self) -> None:
        self.controller.go_on()

    def _pointed(self, square: Square | None) -> None:
        board = self.board
        board.cursor = square
        board.flips = board.shown.flips(square)
        board.refresh()

    def _confirm(self) -> None:
        view, typed = self.controller.view, self._typed
        square = typed.finish(view.position.size) if typed.text else self.board.cursor
        if view.solved:
            self._go_on()
        elif square is not None:
            self.controller.choose(square)

    def _key(self, event: "tk.Event[tk.Misc]") -> None:
        size = self.controller.view.position.size
        if int(event.state) & 0x4 or not self._typed.accepts(event.char, size):
            return
        square = self._typed.add(event.char, size)
        if self._typed.text:
            self.sentence.configure(text=f"Square: {self._typed.text}")
        if square is not None:
            self.controller.choose(square)

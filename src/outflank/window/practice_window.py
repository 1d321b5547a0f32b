"""Practice in a window: one's own errors again, until a move is found that loses nothing."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from outflank.board import Square
from outflank.sitting import TypedSquare
from outflank.table import Deck, PracticeDesk
from outflank.table.background import Post
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.study_window import StudyWindow


class PracticeWindow(StudyWindow):
    """Positions to practise, one after another; played as in a game."""

    def __init__(self, parent: tk.Misc, open_deck: Callable[[], Deck], post: Post) -> None:
        super().__init__(parent, "Practice", "600x720")
        self.minsize(420, 480)
        self.desk = PracticeDesk(open_deck, post=post)
        self._typed = TypedSquare()
        below = tk.Frame(self, background=colors.PAPER)
        below.pack(side="bottom", fill="x", padx=16, pady=(0, 16))
        self.headline = self._label(below, font="OutflankName")
        self.sentence = self._label(below)
        self.sentence.configure(height=3)
        row = ttk.Frame(below)
        row.pack(fill="x", pady=(8, 0))
        self.answer = ttk.Button(
            row, text="Show the answer", command=self.desk.give_up, takefocus=False
        )
        self.answer.pack(side="left")
        self.next = ttk.Button(row, text="Next", command=self.desk.go_on, takefocus=False)
        self.next.pack(side="left", padx=8)
        ttk.Button(row, text="Close", command=self.close, takefocus=False).pack(side="right")
        self.board = BoardCanvas(
            self, self.desk.shown, on_choose=self.desk.choose, on_point=self._pointed
        )
        self.board.animate = False
        self.board.canvas.configure(width=480, height=480)
        self.board.canvas.pack(fill="both", expand=True)
        self.bind("<Return>", lambda _: self._confirm())
        self.bind("<space>", lambda _: self._confirm())
        self.bind("<Escape>", lambda _: self.close())
        self.bind("<Key>", self._key)
        self.desk.changed = self.redraw
        self.desk.begin()
        self.redraw()
        self.focus_force()

    def draw(self) -> None:
        """Show the position and what is said of it."""
        desk, question = self.desk, self.desk.question
        self.board.show(self.desk.shown)
        self._pointed(self.board.cursor)
        self.headline.configure(text=desk.headline)
        self.sentence.configure(text=desk.sentence)
        solved = question is not None and question.solved
        self.answer.state(["!disabled" if question is not None and not solved else "disabled"])
        self.next.state(["!disabled" if solved else "disabled"])

    def let_go(self) -> None:
        """Every answer is written down already."""
        self.desk.changed = lambda: None
        self.desk.close()

    # --- Inside ----------------------------------------------------------------------------------

    def _label(self, parent: tk.Misc, font: str = "TkDefaultFont") -> tk.Label:
        label = tk.Label(
            parent,
            font=font,
            background=colors.PAPER,
            foreground=colors.INK,
            anchor="nw",
            justify="left",
            wraplength=550,
        )
        label.pack(fill="x")
        return label

    def _pointed(self, square: Square | None) -> None:
        desk, board = self.desk, self.board
        board.cursor = square
        playable = square is not None and square in desk.playable
        board.flips = frozenset(desk.board.flips(square) if playable and square is not None else ())
        board.refresh()

    def _confirm(self) -> None:
        typed, size = self._typed, self.desk.board.size
        square = typed.finish(size) if typed.text else self.board.cursor
        if self.desk.question is not None and self.desk.question.solved:
            self.desk.go_on()
        elif square is not None:
            self.desk.choose(square)

    def _key(self, event: "tk.Event[tk.Misc]") -> None:
        size = self.desk.board.size
        if int(event.state) & 0x4 or not self._typed.accepts(event.char, size):
            return
        square = self._typed.add(event.char, size)
        if self._typed.text:
            self.sentence.configure(text=f"Square: {self._typed.text}")
        if square is not None:
            self.desk.choose(square)

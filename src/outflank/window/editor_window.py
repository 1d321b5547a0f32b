"""The board editor in a window: a position set up by mouse, by keys, or by pasting it."""

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from outflank.board import Board, Square
from outflank.sitting import TypedSquare
from outflank.storage import read_game
from outflank.study import messages as m
from outflank.table import EditorDesk, Post
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.study_window import StudyWindow, text_label

BRUSHES: dict[str, m.TakeBrush] = {
    "Black disc": m.TakeBrush("black"),
    "White disc": m.TakeBrush("white"),
    "Nothing": m.TakeBrush("empty"),
}
CHANGES: dict[str, m.EditorEvent] = {
    "Other side to move": m.Change("turn"),
    "Clear": m.Change("clear"),
    "Start": m.Change("start"),
    "Mirror": m.Change("mirror"),
    "Turn": m.Change("rotate"),
    "Swap colours": m.Change("swap"),
    "Take back": m.Change("undo"),
    "Values": m.AskValues(),
    "Play on": m.PlayOn(),
}
KEYS: dict[str, m.EditorEvent] = {
    "x": BRUSHES["Black disc"],
    "w": BRUSHES["White disc"],
    "minus": BRUSHES["Nothing"],
    "Delete": BRUSHES["Nothing"],
    "t": m.Change("turn"),
    "s": m.Change("mirror"),
    "r": m.Change("rotate"),
    "y": m.Change("swap"),
    "v": m.AskValues(),
    "Control-z": m.Change("undo"),
    "F5": m.PlayOn(),
}


class EditorWindow(StudyWindow):
    """A position that is set up; ``play_from`` begins a game at it."""

    def __init__(
        self, parent: tk.Misc, board: Board, play_from: Callable[[Board], None], post: Post
    ) -> None:
        super().__init__(parent, "Board editor", "760x620")
        self.minsize(560, 460)

        def play(board: Board) -> None:
            self.close()
            play_from(board)

        self.desk = EditorDesk(board, read_game, play, post=post)
        self._typed = TypedSquare()
        below = tk.Frame(self, background=colors.PAPER)
        below.pack(side="bottom", fill="x", padx=16, pady=(0, 16))
        self.headline = text_label(below, 700, font="OutflankName")
        self.headline.pack(fill="x")
        self.sentence = text_label(below, 700, height=3)
        self.sentence.pack(fill="x")
        side = tk.Frame(self, background=colors.PAPER)
        side.pack(side="right", fill="y", padx=(0, 16), pady=16)
        self.brush = tk.StringVar(self)
        for words, brush in BRUSHES.items():
            ttk.Radiobutton(
                side,
                text=words,
                value=brush.brush,
                variable=self.brush,
                command=partial(self.desk.handle, brush),
                takefocus=False,
            ).pack(anchor="w")
        self.buttons = {words: self._button(side, words, event) for words, event in CHANGES.items()}
        ttk.Button(side, text="Paste", command=self._paste, takefocus=False).pack(fill="x", pady=2)
        ttk.Button(side, text="Close", command=self.close, takefocus=False).pack(
            side="bottom", fill="x"
        )
        self.board = BoardCanvas(self, self.desk.shown, on_choose=self._put, on_point=self._pointed)
        self.board.animate = False
        self.board.canvas.configure(width=480, height=480)
        self.board.canvas.pack(fill="both", expand=True)
        for key, event in KEYS.items():
            self.bind(f"<{key}>", lambda _, event=event: self.desk.handle(event))  # type: ignore[misc]
        for key, step in {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}.items():
            self.bind(f"<{key}>", lambda _, step=step: self._step(*step))  # type: ignore[misc]
        self.bind("<Return>", lambda _: self._confirm())
        self.bind("<space>", lambda _: self._confirm())
        self.bind("<Control-v>", lambda _: self._paste())
        self.bind("<Escape>", lambda _: self.close())
        self.bind("<Key>", self._key)
        self.desk.changed = self.redraw
        self.redraw()
        self.focus_force()

    def draw(self) -> None:
        """Show the position and what is said of it."""
        view = self.desk.view
        self.board.show(self.desk.shown)
        self.brush.set(view.brush)
        self.headline.configure(text=f"{view.headline}. {view.counts}.")
        self.sentence.configure(text=view.note or view.problem or view.remark)
        self._allow("Take back", view.can_undo)
        for name in ("Values", "Play on"):
            self._allow(name, view.can_play)

    def let_go(self) -> None:
        """Nobody looks any more."""
        self.desk.close()

    # --- Inside ----------------------------------------------------------------------------------

    def _allow(self, name: str, can: bool) -> None:
        self.buttons[name].state(["!disabled" if can else "disabled"])

    def _button(self, side: tk.Misc, words: str, event: m.EditorEvent) -> ttk.Button:
        button = ttk.Button(
            side, text=words, command=partial(self.desk.handle, event), takefocus=False
        )
        button.pack(fill="x", pady=2)
        return button

    def _put(self, square: Square) -> None:
        self.desk.handle(m.Put(square))

    def _paste(self) -> None:
        try:
            text = self.clipboard_get()
        except tk.TclError:  # nothing is on the clipboard
            text = ""
        self.desk.handle(m.Pasted(text))

    def _pointed(self, square: Square | None) -> None:
        self.board.cursor = square
        self.board.refresh()

    def _step(self, down: int, right: int) -> None:
        size = self.desk.view.position.size
        row, column = divmod(self.board.cursor or 0, size)
        if self.board.cursor is not None:
            row, column = (row + down) % size, (column + right) % size
        self._pointed(row * size + column)

    def _confirm(self) -> None:
        if self.board.cursor is not None:
            self._put(self.board.cursor)

    def _key(self, event: "tk.Event[tk.Misc]") -> None:
        size = self.desk.view.position.size
        if int(event.state) & 0x4 or not self._typed.accepts(event.char, size):
            return
        square = self._typed.add(event.char, size)
        if self._typed.text:
            self.sentence.configure(text=f"Square: {self._typed.text}")
        if square is not None:
            self._pointed(square)
            self._put(square)

"""The board editor in a window: a position set up by mouse, by keys, or by pasting it."""

import tkinter as tk
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from tkinter import ttk

from outflank.board import Board, Square
from outflank.formats import read_game
from outflank.play.scene import BoardScene
from outflank.play.typed_square import TypedSquare
from outflank.study.board_editor import BoardChange, Brush, EditorState
from outflank.study.controllers.editor import EditorController
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.study_window import StudyWindow, text_label
from outflank.workers.background import Post

BRUSHES: dict[str, Brush] = {"Black disc": "black", "White disc": "white", "Nothing": "empty"}
CHANGES: dict[str, BoardChange] = {
    "Other side to move": "turn",
    "Clear": "clear",
    "Start": "start",
    "Mirror": "mirror",
    "Turn": "rotate",
    "Swap colours": "swap",
    "Take back": "undo",
}
BRUSH_KEYS: dict[str, Brush] = {"x": "black", "w": "white", "minus": "empty", "Delete": "empty"}
CHANGE_KEYS: dict[str, BoardChange] = {
    "t": "turn",
    "s": "mirror",
    "r": "rotate",
    "y": "swap",
    "Control-z": "undo",
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

        self.controller = EditorController(EditorState(board.to_text()), read_game, play, post=post)
        self._editor = self.controller.editor
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
                value=brush,
                variable=self.brush,
                command=partial(self._select_brush, brush),
                takefocus=False,
            ).pack(anchor="w")
        self.buttons = {
            words: self._button(side, words, partial(self._change, how))
            for words, how in CHANGES.items()
        }
        self.buttons["Values"] = self._button(side, "Values", self._show_values)
        self.buttons["Play on"] = self._button(side, "Play on", self._play_on)
        ttk.Button(side, text="Paste", command=self._paste, takefocus=False).pack(fill="x", pady=2)
        ttk.Button(side, text="Close", command=self.close, takefocus=False).pack(
            side="bottom", fill="x"
        )
        self.board = BoardCanvas(self, self._shown, on_choose=self._put, on_point=self._pointed)
        self.board.animate = False
        self.board.canvas.configure(width=480, height=480)
        self.board.canvas.pack(fill="both", expand=True)
        for key, brush in BRUSH_KEYS.items():
            self.bind(f"<{key}>", lambda _, brush=brush: self._select_brush(brush))  # type: ignore[misc]
        for key, how in CHANGE_KEYS.items():
            self.bind(f"<{key}>", lambda _, how=how: self._change(how))  # type: ignore[misc]
        self.bind("<v>", lambda _: self._show_values())
        self.bind("<F5>", lambda _: self._play_on())
        for key, step in {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}.items():
            self.bind(f"<{key}>", lambda _, step=step: self._step(*step))  # type: ignore[misc]
        self.bind("<Return>", lambda _: self._confirm())
        self.bind("<space>", lambda _: self._confirm())
        self.bind("<Control-v>", lambda _: self._paste())
        self.bind("<Escape>", lambda _: self.close())
        self.bind("<Key>", self._key)
        self.controller.changed = self.redraw
        self.redraw()
        self.focus_force()

    def draw(self) -> None:
        view = self.controller.view
        self.board.show(self._shown)
        self.brush.set(view.brush)
        self.headline.configure(text=f"{view.headline}. {view.counts}.")
        self.sentence.configure(text=view.note or view.problem or view.remark)
        self._allow("Take back", view.can_undo)
        for name in ("Values", "Play on"):
            self._allow(name, view.can_play)

    def let_go(self) -> None:
        self.controller.close()

    # --- Inside ----------------------------------------------------------------------------------

    def _allow(self, name: str, can: bool) -> None:
        self.buttons[name].state(["!disabled" if can else "disabled"])

    @property
    def _shown(self) -> BoardScene:
        return replace(BoardScene.of(self.controller.view.position), values=self._editor.values)

    def _button(self, side: tk.Misc, words: str, command: Callable[[], None]) -> ttk.Button:
        button = ttk.Button(side, text=words, command=command, takefocus=False)
        button.pack(fill="x", pady=2)
        return button

    def _select_brush(self, brush: Brush) -> None:
        self.controller.carry_out(self._editor.select_brush(brush))

    def _change(self, how: BoardChange) -> None:
        self.controller.carry_out(self._editor.change(how))

    def _show_values(self) -> None:
        self.controller.carry_out(self._editor.request_values())

    def _play_on(self) -> None:
        self.controller.carry_out(self._editor.play_on())

    def _put(self, square: Square) -> None:
        self.controller.carry_out(self._editor.put(square))

    def _paste(self) -> None:
        try:
            text = self.clipboard_get()
        except tk.TclError:  # nothing is on the clipboard
            text = ""
        self.controller.carry_out(self._editor.paste(text))

    def _pointed(self, square: Square | None) -> None:
        self.board.cursor = square
        self.board.refresh()

    def _step(self, down: int, right: int) -> None:
        size = self.controller.view.position.size
        row, column = divmod(self.board.cursor or 0, size)
        if self.board.cursor is not None:
            row, column = (row + down) % size, (column + right) % size
        self._pointed(row * size + column)

    def _confirm(self) -> None:
        if self.board.cursor is not None:
            self._put(self.board.cursor)

    def _key(self, event: "tk.Event[tk.Misc]") -> None:
        size = self.controller.view.position.size
        if int(event.state) & 0x4 or not self._typed.accepts(event.char, size):
            return
        square = self._typed.add(event.char, size)
        if self._typed.text:
            self.sentence.configure(text=f"Square: {self._typed.text}")
        if square is not None:
            self._pointed(square)
            self._put(square)

"""The board editor in the window: set up a position by mouse, by keys, or by pasting it."""

import tkinter as tk
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from tkinter import ttk

from outflank.board import Board, Square
from outflank.formats import read_game
from outflank.play.scene import BoardScene
from outflank.study.board_editor import BoardChange, Brush, EditorState
from outflank.study.controllers.editor import EditorController
from outflank.translation import N_, _
from outflank.window.study_panel import StudyHost, StudyPanel
from outflank.workers.background import Post

BRUSHES: dict[str, Brush] = {
    N_("Black disc"): "black",
    N_("White disc"): "white",
    N_("Empty"): "empty",
}
CHANGES: dict[str, BoardChange] = {
    N_("Other side to move"): "turn",
    N_("Clear"): "clear",
    N_("Start position"): "start",
    N_("Mirror"): "mirror",
    N_("Rotate"): "rotate",
    N_("Swap colors"): "swap",
    N_("Undo change"): "undo",
}
BRUSH_KEYS: dict[str, Brush] = {"x": "black", "w": "white", "minus": "empty", "Delete": "empty"}
CHANGE_KEYS: dict[str, BoardChange] = {
    "t": "turn",
    "s": "mirror",
    "r": "rotate",
    "y": "swap",
    "Control-z": "undo",
}


class EditorPanel(StudyPanel[EditorController]):
    """A position to set up; ``play_from`` starts a game at it."""

    def __init__(
        self, host: StudyHost, board: Board, play_from: Callable[[Board], None], post: Post
    ) -> None:
        def play(board: Board) -> None:
            host.leave_study()
            play_from(board)

        controller = EditorController(EditorState(board.to_text()), read_game, play, post=post)
        super().__init__(host, controller, _("Board editor"))
        self._editor = editor = controller.editor
        self.sentence.configure(height=4)
        self.brush = tk.StringVar(self)
        for words, brush in BRUSHES.items():
            ttk.Radiobutton(
                self,
                text=_(words),
                value=brush,
                variable=self.brush,
                command=partial(self.do, editor.select_brush, brush),
                takefocus=False,
            ).pack(anchor="w")
        self._commands: dict[str, Callable[[], object]] = {
            words: partial(self.do, editor.change, how) for words, how in CHANGES.items()
        }
        self._commands[N_("Values")] = partial(self.do, editor.request_values)
        self._commands[N_("Play from here")] = partial(self.do, editor.play_on)
        self._commands[N_("Paste")] = self._paste
        self.buttons = {
            words: self.add_button(self, _(words), command)
            for words, command in self._commands.items()
        }
        for button in self.buttons.values():
            button.pack(fill="x", pady=2)

    @property
    def bindings(self) -> Mapping[str, Callable[[], object]]:
        editor = self._editor
        return {
            **{key: partial(self.do, editor.select_brush, it) for key, it in BRUSH_KEYS.items()},
            **{key: partial(self.do, editor.change, how) for key, how in CHANGE_KEYS.items()},
            "v": self._commands["Values"],
            "F5": self._commands["Play from here"],
            "Control-v": self._paste,
        }

    def draw(self) -> None:
        view = self.controller.view
        self.brush.set(view.brush)
        self.headline.configure(text=f"{view.headline}. {view.counts}.")
        self.sentence.configure(text=view.note or view.problem or view.remark)
        allowed = {
            "Undo change": view.can_undo,
            "Values": view.can_play,
            "Play from here": view.can_play,
        }
        for name, can in allowed.items():
            self.buttons[name].state(["!disabled" if can else "disabled"])

    @property
    def scene(self) -> BoardScene:
        return replace(super().scene, values=self._editor.values)

    def choose(self, square: Square) -> None:
        self.do(self._editor.put, square)

    def _paste(self) -> None:
        try:
            text = self.clipboard_get()
        except tk.TclError:  # the clipboard is empty
            text = ""
        self.do(self._editor.paste, text)

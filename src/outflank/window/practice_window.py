"""Practice in a window: one's own errors, or puzzles, until the right move is found."""

import tkinter as tk
from tkinter import ttk

from outflank.board import Square
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.translation import _
from outflank.window.study_window import StudyWindow


class PracticeWindow(StudyWindow[PracticeController | PlayOutController]):
    """Positions to practise, one after another; played as in a game."""

    def __init__(
        self,
        parent: tk.Misc,
        controller: PracticeController | PlayOutController,
        title: str,
    ) -> None:
        super().__init__(parent, controller, title, "600x720")
        self.minsize(420, 480)
        row = ttk.Frame(self.add_text(550))
        row.pack(fill="x", pady=(8, 0))
        self.answer = self.add_button(row, _("Show the answer"), controller.give_up)
        self.answer.pack(side="left")
        self.next = self.add_button(row, _("Next"), controller.go_on)
        self.next.pack(side="left", padx=8)
        self.add_button(row, _("Close"), self.close).pack(side="right")
        self.add_board(arrows=False)
        self.bind_keys({"Return": self._confirm, "space": self._confirm, "Escape": self.close})
        controller.begin()
        self.focus_force()

    def draw(self) -> None:
        view = self.controller.view
        self.board.show(self.scene)
        self.headline.configure(text=view.headline)
        self.sentence.configure(text=view.sentence)
        self.answer.configure(text=view.give_up)
        self.answer.state(["!disabled" if view.asking or view.again else "disabled"])
        self.next.state(["!disabled" if view.solved else "disabled"])

    def choose(self, square: Square) -> None:
        self.controller.choose(square)

    def _confirm(self) -> None:
        if self.controller.view.solved:
            self.controller.go_on()
        else:
            self.board_keys.confirm()

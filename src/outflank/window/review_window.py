"""The review of a game in a window: the board, what a move cost and why, the graph, the errors."""

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from outflank.board import Square
from outflank.study.controllers.review import ReviewController
from outflank.study.views import ReviewView
from outflank.translation import _
from outflank.window import colors
from outflank.window.dialogs import NoteDialog
from outflank.window.graph_canvas import GraphCanvas
from outflank.window.study_window import StudyWindow, text_label
from outflank.window.tree_list import TreeList

SIDE = 340  # pixels beside the board


class ReviewWindow(StudyWindow[ReviewController]):
    """A game that is looked at again; the review goes on while one walks through it."""

    def __init__(self, parent: tk.Misc, controller: ReviewController) -> None:
        super().__init__(parent, controller, _("Review"), "920x620")
        self.minsize(640, 480)
        self._study = study = controller.study
        self.status = tk.StringVar(self)
        ttk.Label(self, textvariable=self.status, style="Status.TLabel").pack(
            side="bottom", fill="x"
        )
        side = tk.Frame(self, background=colors.PAPER, width=SIDE)
        side.pack(side="right", fill="y", padx=(0, 16), pady=16)
        side.pack_propagate(False)
        self.headline = text_label(side, SIDE - 8, font="OutflankName", height=1)
        self.best = text_label(side, SIDE - 8, height=2)
        self.why = text_label(side, SIDE - 8, height=5)
        for words in (self.headline, self.best, self.why):
            words.pack(fill="x")
        self.graph = GraphCanvas(side, controller.view, partial(self.do, study.go_to))
        self.graph.canvas.pack(fill="x", pady=(0, 10))
        self._furnish_buttons(side)
        self.tree = TreeList(side, self.graph.canvas, partial(self.do, study.go_to_place))
        self.errors = self._errors(side)
        self.add_board(arrows=False)
        self.bind_keys(self._keys())
        self.do(study.start_or_stop)
        self.focus_force()

    def draw(self) -> None:
        view = self.controller.view
        self.board.show(self.scene)
        self.headline.configure(text=view.headline)
        self.best.configure(text=view.best)
        comment = "" if view.tree.aside else view.tree.comment
        self.why.configure(text="\n".join(filter(None, (view.why, comment))))
        self._line.configure(text=view.line or _("Show the line"))
        self._line.state(["!disabled" if view.line else "disabled"])
        self.tree.show(view.tree)
        self.graph.show(view)
        self._show_errors(view)
        name = f"   ·   {view.opening}" if view.opening else ""
        decided = view.door.sentence if view.door else view.turned
        status = view.note or f"{view.progress} {decided}".rstrip()
        place = _("Position {ply} of {plies}", ply=view.ply, plies=view.plies)
        self.status.set(f"{place}   ·   {status}{name}")
        self._stop.configure(text=_("Stop") if view.running else _("Continue"))
        self._stop.state(["disabled" if view.complete else "!disabled"])

    def choose(self, square: Square) -> None:
        self.do(self._study.try_move, square)

    def show_typed(self, text: str) -> None:
        """A letter alone is not shown."""

    # --- Inside ----------------------------------------------------------------------------------

    def _furnish_buttons(self, side: tk.Misc) -> None:
        row = ttk.Frame(side)
        row.pack(side="bottom", fill="x", pady=(10, 0))
        keys = self._keys()
        self._stop = self.add_button(row, _("Stop"), keys["s"])
        self._stop.pack(side="left")
        self.practise = self.add_button(row, _("Practice your errors"), keys["p"])
        self.practise.pack(side="left", padx=8)
        self.add_button(row, _("Close"), self.close).pack(side="right")
        above = ttk.Frame(side)
        above.pack(side="bottom", fill="x", pady=(10, 0))
        self._line = self.add_button(above, _("Show the line"), keys["r"])
        self._line.pack(side="left")
        self.note = self.add_button(above, _("Note…"), keys["t"])
        self.note.pack(side="right")

    def _errors(self, side: tk.Misc) -> ttk.Treeview:
        columns = {"number": 40, "side": 60, "move": 50, "lost": 50, "judgement": 100}
        tree = ttk.Treeview(
            side,
            columns=tuple(columns),
            show="headings",
            selectmode="none",
            height=6,
            takefocus=False,
        )
        for column, width in columns.items():
            title = "" if column == "number" else column.capitalize()
            tree.heading(column, text="" if column == "judgement" else title)
            tree.column(column, width=width, anchor="center")
        tree.tag_configure("current", background="#efe2c6")
        tree.pack(fill="both", expand=True)
        tree.bind("<Button-1>", self._error_clicked)
        return tree

    def _show_errors(self, view: ReviewView) -> None:
        tree = self.errors
        tree.delete(*tree.get_children())
        for error in view.commented:
            here = error.ply == view.ply
            row = tree.insert(
                "",
                "end",
                iid=str(error.ply),
                values=(error.number, error.color, error.name, error.loss, error.verdict),
                tags=("current",) if here else (),
            )
            if here:
                tree.see(row)

    def _error_clicked(self, event: "tk.Event[tk.Misc]") -> None:
        row = self.errors.identify_row(event.y)
        if row:
            self.do(self._study.go_to, int(row))

    def _keys(self) -> dict[str, Callable[[], None]]:
        study = self._study
        return {
            "Left": partial(self.do, study.step, -1),
            "Right": partial(self.do, study.step, 1),
            "Up": partial(self.do, study.step_to_error, -1),
            "Down": partial(self.do, study.step_to_error, 1),
            "Home": partial(self.do, study.go_to, 0),
            "End": partial(self.do, study.go_to, study.game.ply),
            "s": partial(self.do, study.start_or_stop),
            "p": partial(self.do, study.practice_errors),
            "r": partial(self.do, study.show_line),
            "u": partial(self.do, study.promote),
            "x": partial(self.do, study.delete),
            "Delete": partial(self.do, study.delete),
            "Tab": partial(self.do, study.step_variation, 1),
            "t": self._note,
            "Escape": self.close,
            "Control-w": self.close,
        }

    def _note(self) -> None:
        tree = self.controller.view.tree
        dialog = NoteDialog(self, tree.name, tree.comment)
        self.wait_window(dialog)
        if dialog.answer is not None:
            self.do(self._study.annotate, *dialog.answer)

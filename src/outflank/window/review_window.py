"""The review of a game in a window: the board, what a move cost and why, the graph, the errors."""

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from outflank.board import Square
from outflank.play.scene import BoardScene
from outflank.play.typed_square import TypedSquare
from outflank.study import instructions
from outflank.study.controllers.review import ReviewController
from outflank.study.views import ReviewView
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.dialogs import NoteDialog
from outflank.window.graph_canvas import GraphCanvas
from outflank.window.study_window import StudyWindow, text_label
from outflank.window.tree_list import TreeList

SIDE = 340  # pixels beside the board


class ReviewWindow(StudyWindow):
    """A game that is looked at again; the review goes on while one walks through it."""

    def __init__(self, parent: tk.Misc, controller: ReviewController) -> None:
        super().__init__(parent, "Review", "920x620")
        self.minsize(640, 480)
        self.controller = controller
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
        self.graph = GraphCanvas(
            side, controller.view, lambda ply: controller.carry_out(study.go_to(ply))
        )
        self.graph.canvas.pack(fill="x", pady=(0, 10))
        self._furnish_buttons(side)
        self.tree = TreeList(
            side, self.graph.canvas, lambda place: controller.carry_out(study.go_to_place(place))
        )
        self.errors = self._errors(side)
        self._typed = TypedSquare()
        self.board = BoardCanvas(
            self,
            BoardScene.of(controller.view.position),
            on_choose=self._try,
            on_point=self._pointed,
        )
        self.board.canvas.configure(width=480, height=480)
        self.board.animate = False
        self.board.canvas.pack(side="left", fill="both", expand=True)
        for key, action in self._keys().items():
            self.bind(f"<{key}>", lambda _, action=action: action())  # type: ignore[misc]
        self.bind("<Key>", self._key)
        controller.changed = self.redraw
        controller.carry_out(study.start_or_stop())
        self.focus_force()

    def draw(self) -> None:
        view = self.controller.view
        self.board.show(BoardScene.of(view.position))
        self.headline.configure(text=view.headline)
        self.best.configure(text=view.best)
        comment = "" if view.tree.aside else view.tree.comment
        self.why.configure(text="\n".join(filter(None, (view.why, comment))))
        self._line.configure(text=view.line or "Show the line")
        self._line.state(["!disabled" if view.line else "disabled"])
        self.tree.show(view.tree)
        self.graph.show(view)
        self._show_errors(view)
        name = f"   ·   {view.opening}" if view.opening else ""
        decided = view.door.sentence if view.door else view.turned
        status = view.note or f"{view.progress} {decided}".rstrip()
        self.status.set(f"Position {view.ply} of {view.plies}   ·   {status}{name}")
        self._stop.configure(text="Stop" if view.running else "Go on")
        self._stop.state(["disabled" if view.complete else "!disabled"])

    def let_go(self) -> None:
        self.controller.close()

    # --- Inside ----------------------------------------------------------------------------------

    def _furnish_buttons(self, side: tk.Misc) -> None:
        row = ttk.Frame(side)
        row.pack(side="bottom", fill="x", pady=(10, 0))
        keys = self._keys()
        self._stop = ttk.Button(row, text="Stop", command=keys["s"], takefocus=False)
        self._stop.pack(side="left")
        self.practise = ttk.Button(
            row, text="Practise your errors", command=keys["p"], takefocus=False
        )
        self.practise.pack(side="left", padx=8)
        ttk.Button(row, text="Close", command=self.close, takefocus=False).pack(side="right")
        above = ttk.Frame(side)
        above.pack(side="bottom", fill="x", pady=(10, 0))
        self._line = ttk.Button(above, text="Show the line", command=keys["r"], takefocus=False)
        self._line.pack(side="left")
        self.note = ttk.Button(above, text="Note…", command=keys["t"], takefocus=False)
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
            self.controller.carry_out(self._study.go_to(int(row)))

    def _keys(self) -> dict[str, Callable[[], None]]:
        study = self._study
        methods: dict[str, Callable[[], instructions.ReviewInstructions]] = {
            "Left": partial(study.step, -1),
            "Right": partial(study.step, 1),
            "Up": partial(study.step_to_error, -1),
            "Down": partial(study.step_to_error, 1),
            "Home": partial(study.go_to, 0),
            "End": partial(study.go_to, study.game.ply),
            "s": study.start_or_stop,
            "p": study.practice_errors,
            "r": study.show_line,
            "u": study.promote,
            "x": study.delete,
            "Delete": study.delete,
            "Tab": partial(study.step_variation, 1),
        }
        actions = {key: partial(self._act, method) for key, method in methods.items()}
        return {**actions, "t": self._note, "Escape": self.close, "Control-w": self.close}

    def _act(self, method: Callable[[], instructions.ReviewInstructions]) -> None:
        self.controller.carry_out(method())

    def _note(self) -> None:
        tree = self.controller.view.tree
        dialog = NoteDialog(self, tree.name, tree.comment)
        self.wait_window(dialog)
        if dialog.answer is not None:
            self.controller.carry_out(self._study.annotate(*dialog.answer))

    def _try(self, square: Square) -> None:
        self.controller.carry_out(self._study.try_move(square))

    def _pointed(self, square: Square | None) -> None:
        self.board.cursor = square
        self.board.flips = self.board.shown.flips(square)
        self.board.refresh()

    def _key(self, event: "tk.Event[tk.Misc]") -> None:
        """A letter and a number are a move to try, but for the letters that are commands."""
        size = self.controller.view.position.size
        taken = int(event.state) & 0x4 or event.char in self._keys()
        if taken or not self._typed.accepts(event.char, size):
            return
        square = self._typed.add(event.char, size)
        if square is not None:
            self._try(square)

"""The review of a game in a window: the board, what a move cost and why, the graph, the errors."""

import tkinter as tk
from collections.abc import Callable
from functools import partial
from tkinter import ttk

from outflank.board import Square
from outflank.sitting import TypedSquare
from outflank.study import ReviewView
from outflank.study import messages as m
from outflank.table import ReviewDesk, Shown
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.dialogs import NoteDialog
from outflank.window.graph_canvas import GraphCanvas
from outflank.window.study_window import StudyWindow, text_label
from outflank.window.tree_list import TreeList

SIDE = 340  # pixels beside the board


class ReviewWindow(StudyWindow):
    """A game that is looked at again; the review goes on while one walks through it."""

    def __init__(self, parent: tk.Misc, desk: ReviewDesk) -> None:
        super().__init__(parent, "Review", "920x620")
        self.minsize(640, 480)
        self.desk = desk
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
        self.graph = GraphCanvas(side, desk.view, lambda ply: desk.handle(m.LookAt(ply)))
        self.graph.canvas.pack(fill="x", pady=(0, 10))
        self._furnish_buttons(side)
        self.tree = TreeList(
            side, self.graph.canvas, lambda place: desk.handle(m.LookAtPlace(place))
        )
        self.errors = self._errors(side)
        self._typed = TypedSquare()
        self.board = BoardCanvas(
            self, Shown.of(desk.view.position), on_choose=self._try, on_point=self._pointed
        )
        self.board.canvas.configure(width=480, height=480)
        self.board.animate = False
        self.board.canvas.pack(side="left", fill="both", expand=True)
        for key, action in self._keys().items():
            self.bind(f"<{key}>", lambda _, action=action: action())  # type: ignore[misc]
        self.bind("<Key>", self._key)
        desk.changed = self.redraw
        desk.handle(m.StopOrGoOn())
        self.focus_force()

    def draw(self) -> None:
        """Show what is known now."""
        view = self.desk.view
        self.board.show(Shown.of(view.position))
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
        told = view.note or f"{view.progress} {decided}".rstrip()
        self.status.set(f"Position {view.ply} of {view.plies}   ·   {told}{name}")
        self._stop.configure(text="Stop" if view.running else "Go on")
        self._stop.state(["disabled" if view.complete else "!disabled"])

    def let_go(self) -> None:
        """Nobody needs the rest of the review."""
        self.desk.close()

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
        for error in view.told:
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
            self.desk.handle(m.LookAt(int(row)))

    def _keys(self) -> dict[str, Callable[[], None]]:
        events: dict[str, m.ReviewEvent] = {
            "Left": m.Step(-1),
            "Right": m.Step(1),
            "Up": m.StepToError(-1),
            "Down": m.StepToError(1),
            "Home": m.LookAt(0),
            "End": m.LookAt(self.desk.view.plies),
            "s": m.StopOrGoOn(),
            "p": m.Practise(),
            "r": m.ShowLine(),
            "u": m.Promote(),
            "x": m.Delete(),
            "Delete": m.Delete(),
            "Tab": m.StepAside(1),
        }
        tell = {key: partial(self.desk.handle, event) for key, event in events.items()}
        return {**tell, "t": self._note, "Escape": self.close, "Control-w": self.close}

    def _note(self) -> None:
        """Ask for the name of the line and a comment on the move."""
        tree = self.desk.view.tree
        dialog = NoteDialog(self, tree.name, tree.comment)
        self.wait_window(dialog)
        if dialog.answer is not None:
            self.desk.handle(m.Note(*dialog.answer))

    def _try(self, square: Square) -> None:
        self.desk.handle(m.TryMove(square))

    def _pointed(self, square: Square | None) -> None:
        self.board.cursor = square
        self.board.flips = self.board.shown.flips(square)
        self.board.refresh()

    def _key(self, event: "tk.Event[tk.Misc]") -> None:
        """A letter and a number are a move to try, but for the letters that are commands."""
        size = self.desk.view.position.size
        taken = int(event.state) & 0x4 or event.char in self._keys()
        if taken or not self._typed.accepts(event.char, size):
            return
        square = self._typed.add(event.char, size)
        if square is not None:
            self._try(square)

"""The review of a game in a window: the board, what a move cost and why, the graph, the errors."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from outflank.table import Deck, ReviewDesk
from outflank.window import colors
from outflank.window.board_canvas import BoardCanvas
from outflank.window.graph_canvas import GraphCanvas
from outflank.window.study_window import StudyWindow

SIDE = 340  # pixels beside the board


class ReviewWindow(StudyWindow):
    """A game that is looked at again; the review goes on while one walks through it."""

    def __init__(
        self,
        parent: tk.Misc,
        desk: ReviewDesk,
        *,
        open_deck: Callable[[], Deck],
        practise: Callable[[], None],
    ) -> None:
        super().__init__(parent, "Review", "920x620")
        self.minsize(640, 480)
        self.desk = desk
        self._open_deck = open_deck
        self._practise_now = practise
        self.status = tk.StringVar(self)
        ttk.Label(self, textvariable=self.status, style="Status.TLabel").pack(
            side="bottom", fill="x"
        )
        side = tk.Frame(self, background=colors.PAPER, width=SIDE)
        side.pack(side="right", fill="y", padx=(0, 16), pady=16)
        side.pack_propagate(False)
        self.headline = self._label(side, font="OutflankName", height=1)
        self.best = self._label(side, height=2)
        self.why = self._label(side, height=5)
        self.graph = GraphCanvas(side, desk, desk.go_to)
        self.graph.canvas.pack(fill="x", pady=(0, 10))
        self._furnish_buttons(side)
        self.errors = self._errors(side)
        self.board = BoardCanvas(
            self, self.desk.shown, on_choose=lambda _: None, on_point=lambda _: None
        )
        self.board.canvas.configure(width=480, height=480)
        self.board.animate = False
        self.board.canvas.pack(side="left", fill="both", expand=True)
        for key, action in self._keys().items():
            self.bind(f"<{key}>", lambda _, action=action: action())  # type: ignore[misc]
        desk.changed = self.redraw
        desk.go_on()
        self.redraw()
        self.focus_force()

    def draw(self) -> None:
        """Show what is known now."""
        desk = self.desk
        self.board.show(self.desk.shown)
        self.headline.configure(text=desk.headline)
        self.best.configure(text=desk.best)
        self.why.configure(text=desk.why)
        self.graph.show()
        self._show_errors()
        opening = desk.review.opening if desk.review is not None else None
        name = f"   ·   {opening.name}" if opening is not None else ""
        told = desk.note or desk.progress
        self.status.set(f"Position {desk.ply} of {desk.game.ply}   ·   {told}{name}")
        self._stop.configure(text="Stop" if desk.running else "Go on")
        self._stop.state(["disabled" if desk.complete else "!disabled"])

    def let_go(self) -> None:
        """Nobody needs the rest of the review."""
        self.desk.changed = lambda: None
        self.desk.stop()

    # --- Inside ----------------------------------------------------------------------------------

    def _label(self, side: tk.Misc, *, height: int, font: str = "TkDefaultFont") -> tk.Label:
        label = tk.Label(
            side,
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

    def _furnish_buttons(self, side: tk.Misc) -> None:
        row = ttk.Frame(side)
        row.pack(side="bottom", fill="x", pady=(10, 0))
        self._stop = ttk.Button(row, text="Stop", command=self.desk.stop_or_go_on, takefocus=False)
        self._stop.pack(side="left")
        self.practise = ttk.Button(
            row, text="Practise your errors", command=self._practise, takefocus=False
        )
        self.practise.pack(side="left", padx=8)
        ttk.Button(row, text="Close", command=self.close, takefocus=False).pack(side="right")

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

    def _show_errors(self) -> None:
        tree = self.errors
        tree.delete(*tree.get_children())
        for error in self.desk.errors:
            here = error.ply == self.desk.ply
            row = tree.insert(
                "",
                "end",
                iid=str(error.ply),
                values=(error.number, error.color, error.name, error.loss, error.judgement.value),
                tags=("current",) if here else (),
            )
            if here:
                tree.see(row)

    def _error_clicked(self, event: "tk.Event[tk.Misc]") -> None:
        row = self.errors.identify_row(event.y)
        if row:
            self.desk.go_to(int(row))

    def _keys(self) -> dict[str, Callable[[], None]]:
        desk = self.desk
        return {
            "Left": lambda: desk.step(-1),
            "Right": lambda: desk.step(1),
            "Up": lambda: desk.step_to_error(-1),
            "Down": lambda: desk.step_to_error(1),
            "Home": lambda: desk.go_to(0),
            "End": lambda: desk.go_to(desk.game.ply),
            "s": desk.stop_or_go_on,
            "p": self._practise,
            "Escape": self.close,
            "Control-w": self.close,
        }

    def _practise(self) -> None:
        self.desk.practise(self._open_deck, self._practise_now)

"""The opening explorer in the window: the known moves of the position on the board."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from outflank.study.controllers.explorer import ExplorerController
from outflank.study.explorer import Share
from outflank.translation import N_, _

COLUMNS = {
    "move": (N_("Move"), 50),
    "book": (N_("Book"), 50),
    "lines": (N_("Lines"), 50),
    "games": (N_("Tournaments"), 80),
    "won": (N_("Won"), 55),
    "archive": (N_("Archive"), 60),
    "own": (N_("Yours"), 65),
}


class ExplorerList(ttk.Frame):
    """A double click on a move plays it."""

    def __init__(
        self, parent: tk.Misc, controller: ExplorerController, play: Callable[[str], None]
    ) -> None:
        super().__init__(parent)
        self.controller = controller
        self._play = play
        self.notes = ttk.Label(self, style="Note.TLabel", wraplength=320)
        self.notes.pack(side="bottom", fill="x")
        self.headline = ttk.Label(self, wraplength=320)
        self.headline.pack(fill="x")
        self.rows = ttk.Treeview(
            self,
            columns=tuple(COLUMNS),
            show="headings",
            selectmode="browse",
            height=5,
            takefocus=False,
        )
        for column, (title, width) in COLUMNS.items():
            self.rows.heading(column, text=_(title))
            self.rows.column(column, width=width, anchor="center")
        self.rows.pack(fill="both", expand=True)
        self.rows.bind("<Double-1>", lambda _: self._chosen())
        controller.changed = self.redraw
        self.redraw()

    def redraw(self) -> None:
        view = self.controller.view
        self.rows.delete(*self.rows.get_children())
        self.headline.configure(text=_("Searching…") if view is None else view.headline)
        if view is None:
            return
        self.notes.configure(text="\n".join((*view.examples, *view.notes)))
        for row in view.rows:
            name = " ".join((row.move, *row.same))
            (games, won), (archive, _w), (own, _o) = map(
                _cells, (row.tournaments, row.archive, row.own)
            )
            values = (name, row.book, row.umigame, games, won, archive, own)
            self.rows.insert("", "end", iid=row.move, values=values)

    def _chosen(self) -> None:
        chosen = self.rows.selection()
        if chosen:
            self._play(chosen[0])


def _cells(share: Share | None) -> tuple[str, str]:
    return ("", "") if share is None else (f"{share.games:,}", share.won)

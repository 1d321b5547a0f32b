"""The opening explorer in a window: what is known of the moves of the position on the board."""

import tkinter as tk
from collections.abc import Callable
from tkinter import ttk

from outflank.study.controllers.explorer import ExplorerController
from outflank.study.explorer import Share
from outflank.translation import N_, _
from outflank.window import colors
from outflank.window.study_window import text_label

COLUMNS = {
    "move": (N_("Move"), 90),
    "book": (N_("Book"), 60),
    "games": (N_("Archive"), 80),
    "won": (N_("Won"), 60),
    "drawn": (N_("Drawn"), 60),
    "lost": (N_("Lost"), 60),
    "average": (N_("Average"), 70),
    "own": (N_("Yours"), 60),
    "own_won": (N_("Won"), 60),
}


class ExplorerWindow(tk.Toplevel):
    """Follows the game on the table; a double click on a move plays it."""

    def __init__(
        self, parent: tk.Misc, controller: ExplorerController, play: Callable[[str], None]
    ) -> None:
        super().__init__(parent, background=colors.PAPER)
        self.title(_("Opening explorer"))
        self.geometry("680x420")
        self.minsize(480, 240)
        self.controller = controller
        self._play = play
        self.headline = text_label(self, 640, font="OutflankName")
        self.notes = text_label(self, 640)
        self.notes.pack(side="bottom", fill="x", padx=16, pady=(0, 12))
        self.headline.pack(side="top", fill="x", padx=16, pady=(12, 4))
        self.rows = ttk.Treeview(self, columns=tuple(COLUMNS), show="headings", selectmode="browse")
        for column, (title, width) in COLUMNS.items():
            self.rows.heading(column, text=_(title))
            self.rows.column(column, width=width, anchor="center")
        self.rows.pack(fill="both", expand=True, padx=16, pady=8)
        self.rows.bind("<Double-1>", lambda _: self._chosen())
        self.rows.bind("<Return>", lambda _: self._chosen())
        self.bind("<Escape>", lambda _: self.destroy())
        self.bind("<Destroy>", lambda _: controller.close())  # also with the whole program
        controller.changed = self.redraw
        self.redraw()

    def redraw(self) -> None:
        view = self.controller.view
        self.rows.delete(*self.rows.get_children())
        if view is None:
            self.headline.configure(text=_("Searching…"))
            return
        self.headline.configure(text=view.headline)
        self.notes.configure(text="\n".join((*view.examples, *view.notes)))
        for row in view.rows:
            games, *shares = _cells(row.archive)
            own, own_won = _cells(row.own)[:2]
            name = " ".join((row.move, *row.same))
            self.rows.insert(
                "", "end", iid=row.move, values=(name, row.book, games, *shares, own, own_won)
            )

    # --- Inside ----------------------------------------------------------------------------------

    def _chosen(self) -> None:
        chosen = self.rows.selection()
        if chosen:
            self._play(chosen[0])


def _cells(share: Share | None) -> tuple[str, str, str, str, str]:
    if share is None:
        return "", "", "", "", ""
    return f"{share.games:,}", share.won, share.drawn, share.lost, share.average

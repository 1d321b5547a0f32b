"""The moves that were tried in a game, as lines to click on."""

import tkinter as tk
from collections.abc import Callable

from outflank.study.views import TreeView
from outflank.window import colors

LINES = 4  # seen at once


class TreeList:
    """What else was tried, each line under the one it leaves; there only where something was."""

    def __init__(self, parent: tk.Misc, above: tk.Misc, on_go_to: Callable[[int], None]) -> None:
        self._above = above
        self.text = tk.Text(
            parent,
            height=LINES,
            wrap="word",
            cursor="arrow",
            takefocus=False,
            font="TkDefaultFont",
            background=colors.CARD,
            foreground=colors.INK,
            relief="flat",
            highlightthickness=1,
            highlightbackground=colors.CARD_EDGE,
            state="disabled",
        )
        self._on_go_to = on_go_to
        self.text.tag_configure("here", background=colors.LAST, foreground=colors.CARD)
        self.text.tag_configure("name", foreground=colors.FAINT_INK)

    def show(self, tree: TreeView) -> None:
        """Write the lines but the first, which is the game itself."""
        text = self.text
        if len(tree.lines) < 2:
            text.pack_forget()
            return
        text.pack(fill="x", pady=(0, 10), after=self._above)
        text.configure(state="normal")
        text.delete("1.0", "end")
        for line in tree.lines[1:]:
            text.insert("end", "    " * (line.depth - 1) + f"{line.number}.")
            for move in line.moves:
                text.insert("end", " ")
                tag = f"place-{move.place}"
                text.tag_bind(tag, "<Button-1>", self._goes_to(move.place))
                name = move.name + ("*" if move.noted else "")
                text.insert("end", name, (tag, "here") if move.here else (tag,))
                if move.here:
                    text.see("end")
            text.insert("end", f"  {line.name}\n", "name")
        text.configure(state="disabled")

    def _goes_to(self, place: int) -> Callable[["tk.Event[tk.Misc]"], None]:
        return lambda _: self._on_go_to(place)

"""The panels beside the board in the window: players, counts, clocks and moves."""

import tkinter as tk
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from tkinter import ttk
from typing import Any

from outflank.board import Color
from outflank.play.news import TABLE_ACTIONS, NewsView, TableAction
from outflank.play.scene import BoardScene
from outflank.play.table import Table
from outflank.play.view import LOW_TIME, GameView, PlyView, clock_text, moves_in_rows
from outflank.study.values import best_line
from outflank.translation import _
from outflank.window import colors


def _label(card: tk.Misc, **options: Any) -> tk.Label:
    return tk.Label(card, **({"background": colors.CARD, "foreground": colors.INK} | options))


class SeatCard(tk.Frame):
    """One side: a disc, its player, its number of discs and its time."""

    def __init__(self, parent: tk.Misc, color: Color) -> None:
        super().__init__(parent, background=colors.CARD, highlightthickness=2, padx=12, pady=10)
        self.color = color
        disc = tk.Canvas(self, width=40, height=40, background=colors.CARD, highlightthickness=0)
        for part, shift, tint in colors.LAYERS[color]:
            r, c = 17 * part, 20 - 17 * shift
            disc.create_oval(c - r, c - r, c + r, c + r, fill=tint, outline=tint)
        disc.grid(row=0, column=0, rowspan=2, padx=(0, 10))
        self._name = _label(self, font="OutflankName", anchor="w")
        self._name.grid(row=0, column=1, sticky="ew")
        self._activity = _label(self, foreground=colors.FAINT_INK, anchor="w")
        self._activity.grid(row=1, column=1, sticky="ew")
        self._count = _label(self, font="OutflankCount", width=3)
        self._count.grid(row=0, column=2, rowspan=2)
        self._clock = _label(self, font="OutflankClock")
        self._clock.grid(row=2, column=1, columnspan=2, sticky="e")
        self.columnconfigure(1, weight=1)

    def show(self, view: GameView, scene: BoardScene, *, studied: bool) -> None:
        """Show the side in the game, or at a position that is studied."""
        color = self.color
        active = scene.turn is color and not view.over and not view.called_off
        edge = colors.ACTIVE if not studied and (active or view.won(color)) else colors.CARD_EDGE
        self.configure(highlightbackground=edge, highlightcolor=edge)
        seat = view.seat(color)
        # For two people at one screen, the color is more helpful than a name.
        name = f"{color}" if seat.human and view.shared is None else seat.title
        self._name.configure(text=name if len(name) <= 20 else f"{name[:19]}…")
        self._activity.configure(text="" if view.called_off or studied else self._doing(view))
        self._count.configure(text=str(scene.board.count(color.symbol)))

    def show_clock(self, seconds: float | None) -> None:
        if seconds is None:
            self._clock.grid_remove()
            return
        self._clock.grid()
        ink = colors.BAD if seconds < LOW_TIME else colors.INK
        self._clock.configure(text=clock_text(seconds), foreground=ink)

    def _doing(self, view: GameView) -> str:
        who = _("person") if view.seat(self.color).human else _("computer")
        if view.over:
            return _("winner") if view.won(self.color) else who
        if view.turn is not self.color:
            return who
        if view.seat(self.color).human:
            return _("to move")
        return _("paused") if view.paused else _("thinking…")


class ValuesCard(tk.Frame):
    """The opening and the best line so far."""

    def __init__(self, parent: tk.Misc) -> None:
        super().__init__(
            parent,
            background=colors.CARD,
            highlightthickness=2,
            highlightbackground=colors.CARD_EDGE,
            padx=12,
            pady=8,
        )
        self.opening = _label(self, font="OutflankName", anchor="w")
        self.line = _label(self, anchor="nw", justify="left", wraplength=230, height=3)
        self.opening.pack(fill="x")
        self.line.pack(fill="x")

    def show(self, table: Table) -> None:
        self.opening.configure(text=table.view.opening or _("Best line"))
        if table.values:
            text = best_line(table.values, table.view.size)
        elif table.view.over:
            text = _("The game is over.")
        else:
            text = _("After the computer's move.") if table.view.thinking else _("Searching…")
        self.line.configure(text=text)


class NewsCard(tk.Frame):
    """Notices about the other players, with buttons for their actions."""

    def __init__(self, parent: tk.Misc, act: Callable[[TableAction], None]) -> None:
        super().__init__(parent, background=colors.PAPER)
        self._act = act
        self._actions: list[tuple[TableAction, ...]] = []
        self._sentences: list[ttk.Label] = []
        self.buttons: dict[TableAction, ttk.Button] = {}

    def show(self, news: list[NewsView], facts: str) -> None:
        """Show the notices; keep unchanged buttons, which may be pressed at this moment.

        The duration of an absence changes every second, but its button does not.
        """
        lines = [*news, NewsView(facts)] if facts else news
        actions = [tuple(one.actions) for one in lines]
        if actions != self._actions:
            self._actions = actions
            self._build()
        for label, one in zip(self._sentences, lines, strict=True):
            if str(label["text"]) != one.sentence:
                label.configure(text=one.sentence)

    def _build(self) -> None:
        self.buttons.clear()
        self._sentences.clear()
        for old in self.winfo_children():
            old.destroy()
        for actions in self._actions:
            label = ttk.Label(self, wraplength=250)
            label.pack(fill="x", pady=(0, 2))
            self._sentences.append(label)
            row = tk.Frame(self, background=colors.PAPER)
            row.pack(fill="x", pady=(0, 6))
            for action in actions:
                button = ttk.Button(
                    row, text=_(TABLE_ACTIONS[action]), command=partial(self._act, action)
                )
                button.pack(side="left", padx=(0, 6))
                self.buttons[action] = button


class MoveTable(tk.Frame):
    """The moves, one line per pair; a click goes to one."""

    def __init__(self, parent: tk.Misc, on_go_to: Callable[[int], None]) -> None:
        super().__init__(parent, background=colors.PAPER)
        columns = ("black", "white")
        self._tree = ttk.Treeview(
            self, columns=columns, show="headings", selectmode="none", height=8, takefocus=False
        )
        for column, color in zip(columns, Color, strict=True):
            self._tree.heading(column, text=str(color))
            self._tree.column(column, width=100)
        self._tree.tag_configure("current", background="#efe2c6")
        bar = ttk.Scrollbar(self, command=self._tree.yview)
        self._tree.configure(yscrollcommand=bar.set)
        bar.pack(side="right", fill="y")
        self._tree.pack(side="left", fill="both", expand=True)
        self._tree.bind("<Button-1>", self._clicked)
        self._on_go_to = on_go_to
        self._plies: dict[tuple[str, str], int] = {}  # (row, column) of the table -> ply

    def show(self, moves: Sequence[PlyView], here: int, marks: Mapping[int, str]) -> None:
        """Show the moves with their marks; ``here`` is the last one played at the position."""
        self._tree.delete(*self._tree.get_children())
        self._plies.clear()
        for pair in moves_in_rows(moves):
            row = self._tree.insert("", "end")
            for color, ply in pair.items():
                column = "#1" if color is Color.BLACK else "#2"
                pointer = "▸ " if ply.ply == here else "   "
                self._tree.set(row, column, pointer + ply.numbered(marks.get(ply.ply, "")))
                self._plies[row, column] = ply.ply
                if ply.ply == here:
                    self._tree.item(row, tags=("current",))
                    self._tree.see(row)

    def _clicked(self, event: "tk.Event[tk.Misc]") -> None:
        place = self._tree.identify_row(event.y), self._tree.identify_column(event.x)
        if place in self._plies:
            self._on_go_to(self._plies[place])

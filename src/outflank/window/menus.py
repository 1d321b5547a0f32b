"""The window's menus, from one table, so that every command has its shortcut beside it."""

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass

from outflank.window import colors


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu: its label, its shortcut as shown and as Tk names it, and what it does."""

    label: str
    shortcut: str
    key: str
    command: Callable[[], None]


SEPARATOR = None


def put_up(root: tk.Tk, menus: dict[str, list[Item | None]]) -> None:
    """Make the menu bar and bind the shortcuts."""
    bar = tk.Menu(root, relief="flat", background=colors.PAPER, activebackground=colors.CARD_EDGE)
    for title, items in menus.items():
        menu = tk.Menu(
            bar, tearoff=False, background=colors.CARD, activebackground=colors.CARD_EDGE
        )
        bar.add_cascade(label=title, menu=menu, underline=0)
        for item in items:
            if item is None:
                menu.add_separator()
                continue
            menu.add_command(label=item.label, accelerator=item.shortcut, command=item.command)
            if item.key:
                root.bind(item.key, _runs(item.command))
    root.configure(menu=bar)


def _runs(command: Callable[[], None]) -> Callable[["tk.Event[tk.Misc]"], str]:
    def run(event: "tk.Event[tk.Misc]") -> str:
        command()
        return "break"

    return run

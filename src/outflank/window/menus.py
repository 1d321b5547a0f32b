"""The menus, defined in one table so that every command shows its shortcut."""

import tkinter as tk
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from outflank.window import colors


@dataclass(frozen=True, slots=True)
class Item:
    """A menu item: its label, its shortcut as shown and as Tk names it, and its action."""

    label: str
    shortcut: str
    key: str
    command: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Submenu:
    """Items in a menu of their own, without shortcuts."""

    label: str
    items: "list[Item] | list[Submenu]"


SEPARATOR = None
Menus: TypeAlias = dict[str, list[Item | Submenu | None]]


def put_up(root: tk.Tk, menus: Menus) -> tk.Menu:
    """Create the menu bar and bind the shortcuts, which work while their menu is enabled."""
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
            if isinstance(item, Submenu):
                _add_submenu(menu, item)
                continue
            menu.add_command(label=item.label, accelerator=item.shortcut, command=item.command)
            if item.key:
                root.bind(item.key, _runs(item.command, bar, title))
    root.configure(menu=bar)
    return bar


def _add_submenu(menu: tk.Menu, submenu: Submenu) -> None:
    inner = tk.Menu(menu, tearoff=False, background=colors.CARD)
    for each in submenu.items:
        if isinstance(each, Submenu):
            _add_submenu(inner, each)
        else:
            inner.add_command(label=each.label, command=each.command)
    menu.add_cascade(label=submenu.label, menu=inner)


def _runs(
    command: Callable[[], None], bar: tk.Menu, title: str
) -> Callable[["tk.Event[tk.Misc]"], str]:
    def run(event: "tk.Event[tk.Misc]") -> str:
        if bar.entrycget(title, "state") != "disabled":
            command()
        return "break"

    return run

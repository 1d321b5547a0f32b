"""How a heavy room opens its front door: what it offers is imported when somebody asks for it.

A room's ``__init__`` names what it offers. Where that would bring numpy or SQLAlchemy to those who
only want something light of the room, it says in which file each thing is, and to type checkers
the same with imports.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any


def on_demand(room: str, where: dict[str, str]) -> Callable[[str], Any]:
    """The ``__getattr__`` of a room, from the names it offers of each file.

    A file without names is offered whole.

    >>> on_demand("outflank.board", {"color": "Color"})("Color").BLACK
    <Color.BLACK: 'black'>
    """
    files = {name: file for file, names in where.items() for name in names.split()}

    def offered(name: str) -> Any:
        if name in files:
            return getattr(import_module(f"{room}.{files[name]}"), name)
        if where.get(name) == "":
            return import_module(f"{room}.{name}")
        raise AttributeError(f"module {room!r} has no attribute {name!r}")

    return offered

"""Text with moves to click: variations and the lines of the engine."""

import tkinter as tk
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from outflank.study.views import TreeView
from outflank.window import colors


@dataclass(frozen=True, slots=True)
class TextPart:
    """A part of the text; ``act`` is called for a click, ``preview`` while it is pointed at."""

    text: str
    act: Callable[[], object] | None = None
    preview: Callable[[bool], object] | None = None
    here: bool = False


class LinkText(tk.Text):
    def __init__(self, parent: tk.Misc, height: int) -> None:
        super().__init__(
            parent,
            height=height,
            width=1,  # the panel decides
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
        self.tag_configure("here", background=colors.LAST, foreground=colors.CARD)
        self._shown: Sequence[TextPart] = ()

    def show(self, parts: Sequence[TextPart]) -> None:
        if [(one.text, one.here) for one in parts] == [(one.text, one.here) for one in self._shown]:
            return  # the mouse may be on it
        self._shown = parts
        self.configure(state="normal")
        self.delete("1.0", "end")
        for number, part in enumerate(parts):
            tag = f"link-{number}"
            self.insert("end", part.text, (tag, "here") if part.here else (tag,))
            if part.act is not None:
                self.tag_bind(tag, "<Button-1>", partial(self._act, number))
            for event, on in (("<Enter>", True), ("<Leave>", False)):
                if part.preview is not None:
                    self.tag_bind(tag, event, partial(self._preview, number, on))
            if part.here:
                self.see("end")
        self.configure(state="disabled")

    def _act(self, number: int, _event: object) -> None:
        if number < len(self._shown) and (act := self._shown[number].act):
            act()

    def _preview(self, number: int, on: bool, _event: object) -> None:
        if number < len(self._shown) and (preview := self._shown[number].preview):
            preview(on)


def tree_links(tree: TreeView, go_to: Callable[[int], object]) -> list[TextPart]:
    """Return all lines except the first, which is the game itself, each below its branch."""
    parts = []
    for line in tree.lines[1:]:
        parts.append(TextPart("    " * (line.depth - 1) + f"{line.number}."))
        for move in line.moves:
            name = move.name + ("*" if move.noted else "")
            parts += [TextPart(" "), TextPart(name, partial(go_to, move.place), here=move.here)]
        parts.append(TextPart(f"  {line.name}\n"))
    return parts

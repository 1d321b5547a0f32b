"""The moves that were tried in a game, as lines to be walked by keys or clicked."""

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.widgets import Static

from outflank.study.views import TreeView
from outflank.translation import _

INDENT = 2


class TreePanel(VerticalScroll, can_focus=False):
    """What else was tried, each line under the one it leaves."""

    def __init__(self) -> None:
        super().__init__(id="tree")
        self.border_title = _("Variations")
        self.border_subtitle = _("Tab: next, u: up, x: delete")

    def compose(self) -> ComposeResult:
        yield Static(id="tree-text")

    def show(self, tree: TreeView) -> None:
        """Draw the lines but the first, which is the game itself."""
        text = Text()
        current = 0
        for row, line in enumerate(tree.lines[1:]):
            text.append(" " * INDENT * (line.depth - 1) + f"{line.number}.")
            for move in line.moves:
                current = row if move.here else current
                mark = "*" if move.noted else ""
                click = Style.from_meta({"@click": f"screen.do('go_to_place', {move.place})"})
                text.append(" ")
                text.append(f"{move.name}{mark}", Style(reverse=move.here or None) + click)
            text.append(f"  {line.name}\n" if line.name else "\n", Style(italic=True))
        self.query_one("#tree-text", Static).update(text)
        self.call_after_refresh(self.scroll_to, y=max(0, current - 1), animate=False)

"""The help screen, made from the keys that the screen and the board declare."""

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table as RichTable
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

RULES = (
    "Place a disc so that it outflanks a line of the other side's discs, and they turn to yours. "
    "A side without a move passes. When nobody can move, the most discs win."
)


class HelpScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss(None)", "Close")
    ]

    def __init__(self, introduction: str, bindings: Sequence[BindingType]) -> None:
        super().__init__()
        self._introduction = introduction
        self._keys_to_show = [binding for binding in bindings if isinstance(binding, Binding)]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", id="help") as dialog:
            dialog.border_title = "How to play"
            dialog.border_subtitle = "Escape goes back"
            yield Static(RULES)
            yield Static(self._introduction, classes="paragraph")
            yield Static(self._keys())

    def _keys(self) -> RichTable:
        keys = RichTable.grid(padding=(0, 2))
        keys.add_column(justify="right", style="bold", no_wrap=True)
        keys.add_column()
        for binding in self._keys_to_show:
            if binding.tooltip:
                names = (self.app.get_key_display(one) for one in binding.make_bindings([binding]))
                keys.add_row(" or ".join(names), binding.tooltip)
        return keys

"""The help screen, generated from the key bindings of the screen and the board."""

from collections.abc import Sequence
from typing import ClassVar

from rich.table import Table as RichTable
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from outflank.translation import N_, _

RULES = N_(
    "Place a disc so that it outflanks a line of your opponent's discs: they flip to your color. "
    "A side without a legal move passes. When neither side can move, the side with more discs wins."
)


class HelpScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss(None)", _("Close"))
    ]

    def __init__(self, introduction: str, bindings: Sequence[BindingType]) -> None:
        super().__init__()
        self._introduction = introduction
        self._keys_to_show = [binding for binding in bindings if isinstance(binding, Binding)]

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog", id="help") as dialog:
            dialog.border_title = _("How to play")
            dialog.border_subtitle = _("Esc: back")
            yield Static(_(RULES))
            yield Static(self._introduction, classes="paragraph")
            yield Static(self._keys())

    def _keys(self) -> RichTable:
        keys = RichTable.grid(padding=(0, 2))
        keys.add_column(justify="right", style="bold", no_wrap=True)
        keys.add_column()
        for binding in self._keys_to_show:
            if binding.tooltip:
                names = (self.app.get_key_display(one) for one in binding.make_bindings([binding]))
                keys.add_row(", ".join(names), binding.tooltip)
        return keys

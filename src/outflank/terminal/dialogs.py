"""Small dialogs: text input, loading a game, phrases, questions and notices."""

from collections.abc import Mapping
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from outflank.storage.files.saves import Saves
from outflank.translation import _

WRITE = "write"


class FieldsScreen(ModalScreen[list[str] | None]):
    """A dialog for a few labeled lines of text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", _("Cancel"))]

    def __init__(self, title: str, fields: dict[str, str], ok: str, *, longest: int = 0) -> None:
        super().__init__()
        self._title, self._fields, self._ok = title, fields, ok
        self._longest = longest

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = self._title
            for label, value in self._fields.items():
                yield Label(label)
                yield Input(value, max_length=self._longest)
            with Horizontal(classes="buttons"):
                yield Button(self._ok, variant="primary", action="screen.accept")
                yield Button("Cancel", action="screen.dismiss(None)")

    @on(Input.Submitted)
    def action_accept(self) -> None:
        self.dismiss([field.value for field in self.query(Input)])


class LoadScreen(ModalScreen[str | None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", _("Cancel")),
        Binding("delete", "delete", _("Delete the save")),
    ]

    def __init__(self, saves: Saves) -> None:
        super().__init__()
        self._saves = saves

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = _("Load a game")
            yield OptionList(id="saves")
            yield Static(_("Enter: load   Del: delete   Esc: back"), classes="note")

    def on_mount(self) -> None:
        self._fill()

    def _fill(self) -> None:
        saves = self.query_one("#saves", OptionList)
        saves.clear_options()
        names = self._saves.names()
        saves.add_options([Option(name, id=f"{number}") for number, name in enumerate(names)])
        if names:
            saves.highlighted = 0
        else:
            saves.add_option(Option(_("There are no saved games yet."), disabled=True))

    @on(OptionList.OptionSelected)
    def accept(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(str(event.option.prompt))

    def action_delete(self) -> None:
        saves = self.query_one("#saves", OptionList)
        option = saves.highlighted_option
        if option is not None and not option.disabled:
            self._saves.delete(str(option.prompt))
            self._fill()


class ChoiceScreen(ModalScreen[str | None]):
    """A dialog to choose one of several texts; it returns the key of the text."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", _("Cancel"))]

    def __init__(self, title: str, choices: Mapping[str, str]) -> None:
        super().__init__()
        self._title = title
        self._choices = choices

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = self._title
            yield OptionList(*(Option(text, id=key) for key, text in self._choices.items()))

    @on(OptionList.OptionSelected)
    def accept(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)


class QuestionScreen(ModalScreen[bool | None]):
    """A yes/no question; "no" returns None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", _("Yes")),
        Binding("n,escape", "dismiss(None)", _("No")),
    ]

    def __init__(self, question: str, yes: str) -> None:
        super().__init__()
        self._question = question
        self._yes = yes

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog question"):
            yield Label(self._question)
            with Horizontal(classes="buttons"):
                yield Button(f"{self._yes} (y)", variant="error", action="screen.dismiss(True)")
                yield Button(_("No") + " (n)", action="screen.dismiss(None)")


class NoticeScreen(ModalScreen[None]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q", "dismiss(None)", _("Close"), priority=True)
    ]

    def __init__(self, title: str, sentence: str) -> None:
        super().__init__()
        self._title = title
        self._sentence = sentence

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = self._title
            yield Static(self._sentence, markup=False, classes="notice")
            with Horizontal(classes="buttons"):
                yield Button("OK", variant="primary", action="screen.dismiss(None)")

"""Small dialogs: a line of text, a saved game to load, a phrase, a question, a notice."""

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from outflank.play.shared import PHRASES
from outflank.storage.files.saves import Saves

WRITE = "write"


class LineScreen(ModalScreen[str | None]):
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(
        self, title: str, label: str, ok: str, *, value: str = "", longest: int = 0
    ) -> None:
        super().__init__()
        self._words = title, label, ok
        self._value = value
        self._longest = longest

    def compose(self) -> ComposeResult:
        title, label, ok = self._words
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = title
            yield Label(label)
            yield Input(self._value, id="name", max_length=self._longest)
            with Horizontal(classes="buttons"):
                yield Button(ok, variant="primary", id="ok")
                yield Button("Cancel", id="cancel")

    @on(Input.Submitted)
    @on(Button.Pressed, "#ok")
    def accept(self) -> None:
        self.dismiss(self.query_one("#name", Input).value)

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        self.dismiss(None)


class NoteScreen(ModalScreen[tuple[str, str] | None]):
    """Asks for the name of a line and a comment on a move."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, name: str, comment: str) -> None:
        super().__init__()
        self._before = name, comment

    def compose(self) -> ComposeResult:
        name, comment = self._before
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Name and comment"
            yield Label("Name of the line")
            yield Input(name, id="name")
            yield Label("Comment on the move")
            yield Input(comment, id="comment")
            with Horizontal(classes="buttons"):
                yield Button("Keep", variant="primary", id="keep")
                yield Button("Cancel", id="cancel")

    @on(Input.Submitted)
    @on(Button.Pressed, "#keep")
    def accept(self) -> None:
        self.dismiss(
            (self.query_one("#name", Input).value, self.query_one("#comment", Input).value)
        )

    @on(Button.Pressed, "#cancel")
    def cancel(self) -> None:
        self.dismiss(None)


class LoadScreen(ModalScreen[str | None]):
    """Asks which saved game to go on with."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(None)", "Cancel"),
        Binding("delete", "delete", "Delete the save"),
    ]

    def __init__(self, saves: Saves) -> None:
        super().__init__()
        self._saves = saves

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Load a game"
            yield OptionList(id="saves")
            yield Static("Enter loads, Delete removes, Escape goes back.", classes="note")

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
            saves.add_option(Option("Nothing is saved yet.", disabled=True))

    @on(OptionList.OptionSelected)
    def accept(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(str(event.option.prompt))

    def action_delete(self) -> None:
        saves = self.query_one("#saves", OptionList)
        option = saves.highlighted_option
        if option is not None and not option.disabled:
            self._saves.delete(str(option.prompt))
            self._fill()


class PhraseScreen(ModalScreen[str | None]):
    """Asks what to say; ``WRITE`` is for a text of one's own, where that is allowed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Cancel")]

    def __init__(self, *, may_write: bool) -> None:
        super().__init__()
        self._choices = dict(PHRASES) | ({WRITE: "Write…"} if may_write else {})

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog") as dialog:
            dialog.border_title = "Say"
            yield OptionList(*(Option(text, id=phrase) for phrase, text in self._choices.items()))

    @on(OptionList.OptionSelected)
    def accept(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option.id)


class QuestionScreen(ModalScreen[bool]):
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "dismiss(True)", "Yes"),
        Binding("n,escape", "dismiss(False)", "No"),
    ]

    def __init__(self, question: str, yes: str) -> None:
        super().__init__()
        self._question = question
        self._yes = yes

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog question"):
            yield Label(self._question)
            with Horizontal(classes="buttons"):
                yield Button(f"{self._yes} (y)", variant="error", id="yes")
                yield Button("No (n)", id="no")

    @on(Button.Pressed)
    def answer(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class NoticeScreen(ModalScreen[None]):
    """Tells something that must be read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,space,q", "dismiss(None)", "Close", priority=True)
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
                yield Button("OK", variant="primary")

    @on(Button.Pressed)
    def close(self) -> None:
        self.dismiss(None)

"""Practice in the full-screen terminal: the user's own errors, puzzles or endings."""

from typing import ClassVar, Literal, TypeAlias

from textual import on
from textual.binding import Binding, BindingType

from outflank.board import Square
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.play_out import Ending
from outflank.terminal.board_view import BoardView
from outflank.terminal.panels import Messages
from outflank.terminal.study_screen import StudyScreen
from outflank.translation import N_, _

PracticeMode: TypeAlias = Literal["errors", "puzzles", "daily"] | Ending
HEADINGS: dict[PracticeMode, tuple[str, str]] = {
    "errors": (N_("Practice"), N_("your own errors, until nothing is lost")),
    "puzzles": (N_("Puzzles"), N_("one right move each, at your level")),
    "daily": (N_("The puzzle of the day"), N_("the same for everyone")),
    "won": (N_("Play it out"), N_("a won ending against perfect defense")),
    "lost": (N_("Play it out"), N_("a lost ending: find a way to save it")),
}


def heading_of(what: PracticeMode) -> str:
    title, more = HEADINGS[what]
    return f"[b]{_(title)}[/b]   {_(more)}"


class PracticeScreen(StudyScreen[PracticeController | PlayOutController, None]):
    """Positions to practice one after another, played as in a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "give_up", _("Show the answer, or repeat")),
        Binding("q", "dismiss(None)", _("Close")),
        Binding("escape", "dismiss(None)", _("Close"), show=False, priority=True),
    ]

    def begin(self) -> None:
        self._controller.begin()

    def redraw(self) -> None:
        view = self._controller.view
        self.query_one(BoardView).show(self.scene)
        go_on = "  " + _("Enter: next") if view.solved else ""
        self.show_text(view.headline, view.sentence + go_on)

    def action_give_up(self) -> None:
        self._controller.give_up()

    def choose(self, square: Square) -> None:
        self._controller.choose(square)

    @on(BoardView.Typed)
    def typed(self, event: BoardView.Typed) -> None:
        self.query_one(Messages).typed = event.text

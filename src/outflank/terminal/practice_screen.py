"""Practice on the full screen: one's own errors, or puzzles, until the right move is found."""

from typing import ClassVar, Literal, TypeAlias

from textual import on
from textual.binding import Binding, BindingType
from textual.widgets import Static

from outflank.board import Square
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.play_out import Ending
from outflank.terminal.board_view import BoardView
from outflank.terminal.study_screen import StudyScreen

Practised: TypeAlias = Literal["errors", "puzzles", "daily"] | Ending
HEADINGS: dict[Practised, str] = {
    "errors": "[b]Practice[/b]   your own errors again, until nothing is lost",
    "puzzles": "[b]Puzzles[/b]   one right move each, about as hard as you are good",
    "daily": "[b]The puzzle of the day[/b]   the same for everybody",
    "won": "[b]Play it out[/b]   a won ending against perfect defence",
    "lost": "[b]Play it out[/b]   a lost ending: find a swindle",
}


class PracticeScreen(StudyScreen[PracticeController | PlayOutController, None]):
    """Positions to practise, one after another; played as in a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "give_up", "Show the answer, or once more"),
        Binding("q", "dismiss(None)", "Close"),
        Binding("escape", "dismiss(None)", "Close", show=False, priority=True),
    ]

    def begin(self) -> None:
        self._controller.begin()

    def redraw(self) -> None:
        view = self._controller.view
        self.query_one(BoardView).show(self.scene)
        self.show_text(view.headline, view.sentence + ("  Enter goes on." if view.solved else ""))

    def action_give_up(self) -> None:
        self._controller.give_up()

    def choose(self, square: Square) -> None:
        self._controller.choose(square)

    @on(BoardView.Typed)
    def typed(self, event: BoardView.Typed) -> None:
        if event.text:
            self.query_one("#asked", Static).update(f"[b]▸ {event.text}_[/b]")
        else:
            self.redraw()

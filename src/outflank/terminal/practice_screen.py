"""Practice on the full screen: one's own errors, or puzzles, until the right move is found."""

from typing import ClassVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.play.scene import BoardScene
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.terminal.board_view import BoardView
from outflank.terminal.looks import Look

OWN_ERRORS = "[b]Practice[/b]   your own errors again, until nothing is lost"
PUZZLES = "[b]Puzzles[/b]   one right move each, about as hard as you are good"
WON = "[b]Play it out[/b]   a won ending against perfect defence"
LOST = "[b]Play it out[/b]   a lost ending: find a swindle"
DAILY = "[b]The puzzle of the day[/b]   the same for everybody"


class PracticeScreen(Screen[None]):
    """Positions to practise, one after another; played as in a game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("s", "show", "Show the answer, or once more"),
        Binding("ctrl+t", "app.light_or_dark", "Light", show=False),
        Binding("q", "leave", "Close"),
        Binding("escape", "leave", "Close", show=False, priority=True),
        Binding("ctrl+c", "leave", "Close", show=False),
    ]

    def __init__(
        self,
        controller: PracticeController | PlayOutController,
        look: Look,
        title: str = OWN_ERRORS,
    ) -> None:
        super().__init__()
        self._title = title
        self._look = look
        self._controller = controller

    def compose(self) -> ComposeResult:
        yield Static(self._title, id="title")
        with Vertical(id="practice"):
            yield BoardView(
                BoardScene.of(self._controller.view.position), look=self._look, id="board"
            )
            yield Static(id="asked")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self._controller.changed = self.redraw
        self._controller.begin()

    def on_unmount(self) -> None:
        self._controller.close()

    def redraw(self) -> None:
        view = self._controller.view
        self.query_one(BoardView).show(BoardScene.of(view.position))
        text = Text(view.headline, style="bold")
        text.append(f"\n{view.sentence}", style="not bold")
        if view.solved:
            text.append("  Enter goes on.", style="not bold")
        self.query_one("#asked", Static).update(text)

    def action_show(self) -> None:
        self._controller.give_up()

    def action_leave(self) -> None:
        self.dismiss(None)

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        self._controller.choose(event.square)

    @on(BoardView.Typed)
    def typed(self, event: BoardView.Typed) -> None:
        if event.text:
            self.query_one("#asked", Static).update(f"[b]▸ {event.text}_[/b]")
        else:
            self.redraw()

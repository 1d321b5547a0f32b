"""The base of all studies: the board of the game, a panel and keys that call the study."""

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeAlias, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widget import Widget
from textual.widgets import Footer, Static

from outflank.board import Square
from outflank.play.scene import BoardScene
from outflank.study.controllers.editor import EditorController
from outflank.study.controllers.lesson import LessonController
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.controllers.review import ReviewController
from outflank.terminal.board_screen import BoardScreen, Result
from outflank.terminal.board_view import BoardView
from outflank.terminal.looks import Look
from outflank.terminal.panels import Messages
from outflank.translation import _

StudyController: TypeAlias = (
    ReviewController | PracticeController | PlayOutController | LessonController | EditorController
)
C = TypeVar("C", bound=StudyController)


class StudyScreen(BoardScreen[Result], Generic[C, Result]):
    """A full-screen study, redrawn when its controller reports a change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "dismiss(None)", _("Close"), show=False),
    ]

    def __init__(self, controller: C, look: Look, heading: str = "") -> None:
        super().__init__()
        self._controller = controller
        self._look = look
        self._heading = heading

    def compose(self) -> ComposeResult:
        yield Static(self._heading, id="title")
        with Horizontal(id="room"):
            with Vertical(id="middle"):
                yield BoardView(self.scene, look=self._look, id="board")
                yield Messages(id="messages")
            with Vertical(id="side"):
                yield from self.compose_side()
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self._controller.changed = self.redraw
        self.begin()

    def compose_side(self) -> Iterable[Widget]:
        yield Static(id="asked", classes="panel")

    def on_resize(self) -> None:
        self.call_after_refresh(self.redraw)

    def on_unmount(self) -> None:
        self._controller.close()

    @property
    def scene(self) -> BoardScene:
        return BoardScene.of(self._controller.view.position)

    def begin(self) -> None:
        raise NotImplementedError

    def redraw(self) -> None:
        raise NotImplementedError

    def choose(self, square: Square) -> None:
        """Handle a square that was clicked or typed."""
        raise NotImplementedError

    def show_text(self, headline: str, sentence: str) -> None:
        """Write beside the board, or below it in a narrow terminal."""
        text = Text(headline, style="bold").append(f"\n\n{sentence}", style="not bold")
        self.query_one("#asked", Static).update(text)
        narrow, messages = self.has_class("-narrow"), self.query_one(Messages)
        messages.status = headline if narrow else ""
        messages.say(sentence if narrow else "")

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        self.choose(event.square)

"""What the screens of study share: a board, what is said of it, and keys that call the study."""

from typing import ClassVar, Generic, TypeAlias, TypeVar

from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.board import Square
from outflank.play.scene import BoardScene
from outflank.study.controllers.editor import EditorController
from outflank.study.controllers.practice import PlayOutController, PracticeController
from outflank.study.controllers.review import ReviewController
from outflank.terminal.board_view import BoardView
from outflank.terminal.looks import Look
from outflank.translation import _

StudyController: TypeAlias = (
    ReviewController | PracticeController | PlayOutController | EditorController
)
C = TypeVar("C", bound=StudyController)
Result = TypeVar("Result")


class StudyScreen(Screen[Result], Generic[C, Result]):
    """A study on the full screen, drawn again whenever its controller has something new."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "dismiss(None)", _("Close"), show=False),
        Binding("ctrl+t", "app.light_or_dark", _("Light"), show=False),
    ]

    def __init__(self, controller: C, look: Look, heading: str = "") -> None:
        super().__init__()
        self._controller = controller
        self._look = look
        self._heading = heading

    def compose(self) -> ComposeResult:
        yield Static(self._heading, id="title")
        with Vertical(id="practice"):
            yield BoardView(self.scene, look=self._look, id="board")
            yield Static(id="asked")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self._controller.changed = self.redraw
        self.begin()

    def on_unmount(self) -> None:
        self._controller.close()

    @property
    def scene(self) -> BoardScene:
        return BoardScene.of(self._controller.view.position)

    def begin(self) -> None:
        """Start the study, once the screen is there."""
        raise NotImplementedError

    def redraw(self) -> None:
        raise NotImplementedError

    def choose(self, square: Square) -> None:
        """A square was clicked or typed."""
        raise NotImplementedError

    def show_text(self, headline: str, sentence: str) -> None:
        """Write under the board."""
        text = Text(headline, style="bold").append(f"\n{sentence}", style="not bold")
        self.query_one("#asked", Static).update(text)

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        self.choose(event.square)

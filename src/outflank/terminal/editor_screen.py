"""The board editor on the full screen: a position set up by keys, by mouse, or by pasting it."""

from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.board import Board
from outflank.storage import read_game
from outflank.study import messages as m
from outflank.table import EditorDesk, Post
from outflank.terminal.board_view import BoardView
from outflank.terminal.looks import Look

TITLE = "[b]Board editor[/b]   Enter or a click puts a disc; paste any game or position"


class EditorScreen(Screen[Board | None]):
    """A position that is set up; gives back the one to play on from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "leave", "Close"),
        Binding("z,f5", "play", "Play on"),
        Binding("x", "brush('black')", "Black"),
        Binding("w", "brush('white')", "White"),
        Binding("minus,delete", "brush('empty')", "None", key_display="-"),
        Binding("t", "change('turn')", "Side"),
        Binding("v", "values", "Values"),
        Binding("ctrl+x", "change('clear')", "Clear"),
        Binding("ctrl+n", "change('start')", "Start"),
        Binding("u,ctrl+z", "change('undo')", "Undo"),
        Binding("s", "change('mirror')", "Mirror"),
        Binding("r", "change('rotate')", "Turn"),
        Binding("y", "change('swap')", "Swap colours"),
        Binding("escape", "leave", "Close", show=False, priority=True),
        Binding("ctrl+c", "leave", "Close", show=False),
        Binding("ctrl+t", "app.light_or_dark", "Light", show=False),
    ]

    def __init__(self, board: Board, look: Look, *, post: Post) -> None:
        super().__init__()
        self._look = look
        self._desk = EditorDesk(board, read_game, self.dismiss, post=post)

    def compose(self) -> ComposeResult:
        """The board, and under it who moves and what is wrong."""
        yield Static(TITLE, id="title")
        with Vertical(id="practice"):
            yield BoardView(self._desk.shown, look=self._look, id="board")
            yield Static(id="asked")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Show the position."""
        self.query_one(BoardView).focus()
        self._desk.changed = self.redraw
        self.redraw()

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        self._desk.close()

    def redraw(self) -> None:
        """Show the position and what is said of it."""
        view = self._desk.view
        self.query_one(BoardView).show(self._desk.shown)
        text = Text(f"{view.headline} · {view.counts} · Enter puts: {view.brush}", style="bold")
        text.append(f"\n{view.note or view.problem or view.remark}", style="not bold")
        self.query_one("#asked", Static).update(text)

    def on_paste(self, event: events.Paste) -> None:
        """A position, or a game, was pasted into the terminal."""
        self._desk.handle(m.Pasted(event.text))

    def action_brush(self, brush: str) -> None:
        """Choose what a square gets."""
        self._desk.handle(m.TakeBrush(brush))  # type: ignore[arg-type]

    def action_change(self, how: str) -> None:
        """Change the whole position."""
        self._desk.handle(m.Change(how))  # type: ignore[arg-type]

    def action_values(self) -> None:
        """Show what the moves are worth."""
        self._desk.handle(m.AskValues())

    def action_play(self) -> None:
        """Play on from the position."""
        self._desk.handle(m.PlayOn())

    def action_leave(self) -> None:
        """Back to the game."""
        self.dismiss(None)

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        """A square was clicked, typed or confirmed."""
        self._desk.handle(m.Put(event.square))

"""The board editor on the full screen: a position set up by keys, by mouse, or by pasting it."""

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from outflank.board import Board
from outflank.formats import read_game
from outflank.play.scene import BoardScene
from outflank.study.board_editor import BoardChange, Brush, EditorState
from outflank.study.controllers.editor import EditorController
from outflank.terminal.board_view import BoardView
from outflank.terminal.looks import Look
from outflank.workers.background import Post

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
        self._controller = EditorController(
            EditorState(board.to_text()), read_game, self.dismiss, post=post
        )
        self._editor = self._controller.editor

    def compose(self) -> ComposeResult:
        yield Static(TITLE, id="title")
        with Vertical(id="practice"):
            yield BoardView(self._shown, look=self._look, id="board")
            yield Static(id="asked")
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        self.query_one(BoardView).focus()
        self._controller.changed = self.redraw
        self.redraw()

    def on_unmount(self) -> None:
        self._controller.close()

    @property
    def _shown(self) -> BoardScene:
        return replace(BoardScene.of(self._controller.view.position), values=self._editor.values)

    def redraw(self) -> None:
        view = self._controller.view
        self.query_one(BoardView).show(self._shown)
        text = Text(f"{view.headline} · {view.counts} · Enter puts: {view.brush}", style="bold")
        text.append(f"\n{view.note or view.problem or view.remark}", style="not bold")
        self.query_one("#asked", Static).update(text)

    def on_paste(self, event: events.Paste) -> None:
        self._controller.carry_out(self._editor.paste(event.text))

    def action_brush(self, brush: Brush) -> None:
        self._controller.carry_out(self._editor.select_brush(brush))

    def action_change(self, how: BoardChange) -> None:
        self._controller.carry_out(self._editor.change(how))

    def action_values(self) -> None:
        self._controller.carry_out(self._editor.request_values())

    def action_play(self) -> None:
        self._controller.carry_out(self._editor.play_on())

    def action_leave(self) -> None:
        self.dismiss(None)

    @on(BoardView.Chosen)
    def chosen(self, event: BoardView.Chosen) -> None:
        self._controller.carry_out(self._editor.put(event.square))

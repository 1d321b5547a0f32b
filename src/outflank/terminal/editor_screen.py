"""The board editor in the full-screen terminal."""

from dataclasses import replace
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType

from outflank.board import Board, Square
from outflank.formats import read_game
from outflank.play.scene import BoardScene
from outflank.study.board_editor import EditorState
from outflank.study.controllers.editor import EditorController
from outflank.terminal.board_view import BoardView
from outflank.terminal.looks import Look
from outflank.terminal.study_screen import StudyScreen
from outflank.translation import N_, _
from outflank.workers.background import Post

HEADING = N_("[b]Board editor[/b]   Enter or a click places a disc; paste any game or position")


class EditorScreen(StudyScreen[EditorController, Board | None]):
    """A position to set up; returns the position to play from."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "dismiss(None)", _("Close")),
        Binding("z,f5", "do('play_on')", _("Play")),
        Binding("x", "do('select_brush', 'black')", _("Black")),
        Binding("w", "do('select_brush', 'white')", _("White")),
        Binding("minus,delete", "do('select_brush', 'empty')", _("Empty"), key_display="-"),
        Binding("t", "do('change', 'turn')", _("Side")),
        Binding("v", "do('request_values')", _("Values")),
        Binding("ctrl+x", "do('change', 'clear')", _("Clear")),
        Binding("ctrl+n", "do('change', 'start')", _("Reset")),
        Binding("u,ctrl+z", "do('change', 'undo')", _("Undo change")),
        Binding("s", "do('change', 'mirror')", _("Mirror")),
        Binding("r", "do('change', 'rotate')", _("Rotate")),
        Binding("y", "do('change', 'swap')", _("Swap colors")),
        Binding("escape", "dismiss(None)", _("Close"), show=False, priority=True),
    ]

    def __init__(self, board: Board, look: Look, *, post: Post) -> None:
        state = EditorState(board.to_text())
        super().__init__(
            EditorController(state, read_game, self.dismiss, post=post), look, _(HEADING)
        )
        self._editor = self._controller.editor

    @property
    def scene(self) -> BoardScene:
        return replace(super().scene, values=self._editor.values)

    def begin(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        view = self._controller.view
        self.query_one(BoardView).show(self.scene)
        self.show_text(
            " · ".join((view.headline, view.counts, _("Enter places: {disc}", disc=view.brush))),
            view.note or view.problem or view.remark,
        )

    def action_do(self, method: str, *arguments: str) -> None:
        self._controller.carry_out(getattr(self._editor, method)(*arguments))

    def on_paste(self, event: events.Paste) -> None:
        self._controller.carry_out(self._editor.paste(event.text))

    def choose(self, square: Square) -> None:
        self._controller.carry_out(self._editor.put(square))

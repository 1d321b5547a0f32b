"""The controller of the board editor."""

from collections.abc import Callable
from functools import partial

from outflank.board import Board
from outflank.game import Game
from outflank.study.board_editor import BoardEditor, EditorState
from outflank.study.controllers.controller import Controller
from outflank.study.instructions import (
    EditorInstructions,
    FindValues,
    ReadText,
    RefreshView,
    StartGame,
)
from outflank.study.values import MoveValues, move_values
from outflank.study.views import EditorView
from outflank.workers.background import Post


class EditorController(Controller):
    """Run a board editor.

    ``read`` parses a game from text, and ``play_from`` starts a game at a position.
    """

    def __init__(
        self,
        state: EditorState,
        read: Callable[[str], Game],
        play_from: Callable[[Board], object],
        *,
        post: Post | None = None,
        find_values: Callable[[Board], MoveValues] = move_values,
    ) -> None:
        super().__init__("values", post)
        self.editor = BoardEditor(state)
        self._read = read
        self._play_from = play_from
        self._find_values = find_values

    @property
    def view(self) -> EditorView:
        return self.editor.view

    def carry_out(self, instructions: EditorInstructions) -> None:
        for instruction in instructions:
            match instruction:
                case RefreshView():
                    self.changed()
                case ReadText(text):
                    self.carry_out(self._read_text(text))
                case FindValues(board):
                    self._tasks.run(partial(self._find_values, board), partial(self._found, board))
                case StartGame(board):
                    self._play_from(board)

    def _read_text(self, text: str) -> EditorInstructions:
        try:
            return self.editor.text_read(self._read(text).board)
        except ValueError as error:
            return self.editor.text_read(None, str(error))

    def _found(self, board: Board, values: MoveValues) -> None:
        self.carry_out(self.editor.values_found(board, values))

"""The board editor API: set up a position before playing it.

As with a review, the page sends an event with the state from the last response.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from flask import Blueprint
from msgspec import Meta

from outflank.board import Board, parse_square, sentence
from outflank.formats import read_transcript
from outflank.game import Game
from outflank.study.board_editor import BoardChange, EditorState
from outflank.study.controllers.editor import EditorController
from outflank.study.values import HINT, MoveValues, move_values
from outflank.study.views import EditorView
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import PositionText, Request, Size, SquareName
from outflank.web.api.routing import route
from outflank.web.api.study_api import SECONDS, PastedText, acquire_engine
from outflank.web.games.game_service import game_service
from outflank.web.games.paste_sandbox import reading_room
from outflank.web.http.rate_limits import ANALYSES, PASTES, spend
from outflank.web.http.visitors import visitor

bp = Blueprint("editor", __name__)


class EditorStep(Request):
    """An action in the editor: set one field, or none to view the position."""

    put: SquareName | None = None
    brush: Annotated[
        Literal["black", "white", "empty"] | None, Meta(description="the disc for a chosen square")
    ] = None
    change: Annotated[BoardChange | None, Meta(description="a change to the whole position")] = None
    size: Size | None = None
    paste: PastedText | None = None
    values: Annotated[bool, Meta(description="true to get the values of the moves")] = False
    start: PositionText | None = None
    editor: Annotated[
        EditorState | None, Meta(description="the editor of the last response; null at the start")
    ] = None


@dataclass(frozen=True, slots=True)
class EditorAnswer:
    """The edited position."""

    editor: EditorState
    view: EditorView


@route(bp, "POST", "/api/editor", budget=ANALYSES, errors=(422, 429, 503), lane="slow")
def edit(body: EditorStep) -> EditorAnswer:
    """Change a position in the editor and report what is wrong with it."""
    try:
        state = body.editor or EditorState(body.start or Board().to_text())
        controller = EditorController(state, _read, lambda board: None, find_values=_find_values)
        _apply(controller, body)
        game_service().expect_not_rated(visitor(), controller.editor.board)
    except ValueError as error:
        raise ApiError(422, "no-position", sentence(error)) from None
    return EditorAnswer(controller.editor.state, controller.view)


def _apply(controller: EditorController, body: EditorStep) -> None:
    editor, carry_out = controller.editor, controller.carry_out
    if body.brush is not None:
        carry_out(editor.select_brush(body.brush))
    if body.put is not None:
        carry_out(editor.put(parse_square(body.put, editor.board.size)))
    if body.change is not None:
        carry_out(editor.change(body.change))
    if body.size is not None:
        carry_out(editor.resize(body.size))
    if body.paste is not None:
        carry_out(editor.paste(body.paste))
    if body.values:
        carry_out(editor.request_values())


def _find_values(board: Board) -> MoveValues:
    return move_values(board, HINT, seconds=SECONDS, acquire=acquire_engine)


def _read(text: str) -> Game:
    spend(PASTES)
    first = reading_room().paste(text, visitor()).games[0]
    start = Board(first.size) if first.start is None else Board.from_text(first.start)
    return read_transcript(first.transcript, start)

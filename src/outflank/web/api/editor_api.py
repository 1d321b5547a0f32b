"""The API's board editor: a position that is set up before it is played.

As with a review, the page sends an event with the state that the last answer gave it.
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
from outflank.web.games.paste_sandbox import reading_room
from outflank.web.http.rate_limits import PASTES, spend
from outflank.web.http.visitors import visitor

bp = Blueprint("editor", __name__)


class EditorStep(Request):
    """What a person does to a position: one of the fields, or none to look at it."""

    put: SquareName | None = None
    brush: Annotated[
        Literal["black", "white", "empty"] | None, Meta(description="what a chosen square gets")
    ] = None
    change: Annotated[
        BoardChange | None, Meta(description="what happens to the whole position")
    ] = None
    size: Size | None = None
    paste: PastedText | None = None
    values: Annotated[bool, Meta(description="find out what the moves are worth")] = False
    start: PositionText | None = None
    editor: Annotated[
        EditorState | None, Meta(description="the editor of the last answer; null at the beginning")
    ] = None


@dataclass(frozen=True, slots=True)
class EditorAnswer:
    """The position as it is now."""

    editor: EditorState
    view: EditorView


@route(bp, "POST", "/api/editor", errors=(422, 429, 503), lane="slow")
def edit(body: EditorStep) -> EditorAnswer:
    """Change a position that is being set up, and say what is wrong with it."""
    try:
        state = body.editor or EditorState(body.start or Board().to_text())
        controller = EditorController(state, _read, lambda board: None, find_values=_find_values)
        _apply(controller, body)
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

"""The API's board editor: a position that is set up before it is played.

As with a review, the page sends an event with the state that the last answer gave it.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from flask import Blueprint
from msgspec import Meta

from outflank.board import Board, parse_square
from outflank.storage import InvalidRecord, read_transcript
from outflank.study import HINT, BoardEditor, EditorState, EditorView, move_values
from outflank.study import messages as m
from outflank.web.api import route
from outflank.web.budgets import PASTES, spend
from outflank.web.fields import PositionText, Request, Size, SquareName
from outflank.web.problems import Problem, sentence
from outflank.web.reading import reading_room
from outflank.web.study_api import SECONDS, PastedText, thinking
from outflank.web.visitors import visitor

bp = Blueprint("editor", __name__)


class EditorStep(Request):
    """What a person does to a position: one of the fields, or none to look at it."""

    put: SquareName | None = None
    brush: Annotated[
        Literal["black", "white", "empty"] | None, Meta(description="what a chosen square gets")
    ] = None
    change: Annotated[m.How | None, Meta(description="what happens to the whole position")] = None
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


@route(bp, "POST", "/api/editor", refuses=(422, 429, 503), lane="slow")
def edit(wanted: EditorStep) -> EditorAnswer:
    """Change a position that is being set up, and say what is wrong with it."""
    try:
        editor = BoardEditor(wanted.editor or EditorState(wanted.start or Board().to_text()))
        events = _events(wanted, editor.board.size)
        while events:
            for instruction in editor.handle(events.pop(0)):
                match instruction:
                    case m.ReadText(text):
                        events.append(_read(text))
                    case m.FindValues(board):
                        found = move_values(board, HINT, seconds=SECONDS, place=thinking)
                        events.append(m.ValuesFound(board, found))
                    case m.Redraw() | m.PlayFrom():
                        pass  # the answer is drawn, and begins a game where the page wants one
    except ValueError as error:
        raise Problem(422, "no-position", sentence(error)) from None
    return EditorAnswer(editor.state, editor.view)


def _events(wanted: EditorStep, size: int) -> list[m.EditorEvent]:
    events: list[m.EditorEvent] = []
    if wanted.brush is not None:
        events.append(m.TakeBrush(wanted.brush))
    if wanted.put is not None:
        events.append(m.Put(parse_square(wanted.put, size)))
    if wanted.change is not None:
        events.append(m.Change(wanted.change))
    if wanted.size is not None:
        events.append(m.Resize(wanted.size))
    if wanted.paste is not None:
        events.append(m.Pasted(wanted.paste))
    if wanted.values:
        events.append(m.AskValues())
    return events


def _read(text: str) -> m.WasRead:
    spend(PASTES)
    try:
        first = reading_room().paste(text, visitor()).games[0]
    except InvalidRecord as error:
        return m.WasRead(None, str(error))
    start = Board(first.size) if first.start is None else Board.from_text(first.start)
    return m.WasRead(read_transcript(first.transcript, start).board)

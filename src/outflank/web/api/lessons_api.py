"""The lessons API: five positions that teach the rules."""

from typing import Annotated

from flask import Blueprint
from msgspec import Meta

from outflank.board import IllegalMove, InvalidSquare, sentence
from outflank.play.lessons import LESSONS, LessonView, lesson_view
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import Request, SquareName
from outflank.web.api.routing import route

bp = Blueprint("lessons", __name__)


class LessonStep(Request):
    """A lesson, and the chosen square, if any."""

    number: Annotated[int, Meta(ge=1, le=len(LESSONS), description=f"1 to {len(LESSONS)}")]
    square: SquareName | None = None


@route(bp, "POST", "/api/lessons", errors=(422,))
def lesson(body: LessonStep) -> LessonView:
    """Return a lesson's position, after the chosen move, if any."""
    try:
        return lesson_view(body.number, body.square)
    except (IllegalMove, InvalidSquare) as error:
        raise ApiError(422, "illegal-move", sentence(error)) from None

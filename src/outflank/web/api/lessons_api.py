"""The lessons API: the course, its progress, and lessons made by teachers.

As in practice, the page sends an event with the state of the last response.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from flask import Blueprint
from msgspec import Meta

from outflank.board import parse_square, sentence
from outflank.storage.study.lesson_answers import LessonAnswers
from outflank.study.controllers.lesson import LessonController
from outflank.study.course.course import Lesson, find_lesson, lessons
from outflank.study.course.lesson_round import LessonRound, LessonState, LessonView, LineStep
from outflank.study.course.sharing import (
    LONGEST,
    MOST_BYTES,
    InvalidLesson,
    pack_lesson,
    unpack_lesson,
)
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import Request, SquareName
from outflank.web.api.routing import route
from outflank.web.api.study_api import lazy_engine
from outflank.web.context import games
from outflank.web.http.visitors import visitor

bp = Blueprint("lessons", __name__)


class LessonAction(Request):
    """An action in a lesson."""

    event: Annotated[
        Literal["begin", "choose", "give up", "go on", "go to", "walk"],
        Meta(
            description="begin, choose (a square), give up, go on, go to (a step), or walk (along "
            "the moves of a diagram)"
        ),
    ]
    lesson: Annotated[str, Meta(max_length=40, description="the id of a lesson of the course")] = ""
    packed: Annotated[
        str, Meta(max_length=LONGEST, description="a teacher's lesson, from its link; else empty")
    ] = ""
    tour: Annotated[bool, Meta(description="only the first step of the lessons of the rules")] = (
        False
    )
    square: SquareName | None = None
    at: Annotated[int, Meta(ge=0, le=99, description="the step to go to")] = 0
    where: Annotated[
        LineStep, Meta(description="first, back, next or last position of a diagram")
    ] = "next"
    state: Annotated[
        LessonState | None, Meta(description="the state of the last response; null at the start")
    ] = None


@dataclass(frozen=True, slots=True)
class LessonAnswer:
    """The lesson after the action."""

    state: LessonState
    view: LessonView


@dataclass(frozen=True, slots=True)
class CourseLesson:
    """A lesson in the table of contents."""

    id: str
    chapter: str
    title: str
    exercises: int
    right: int  # exercises answered right
    answered: int  # exercises answered


@dataclass(frozen=True, slots=True)
class CourseView:
    lessons: tuple[CourseLesson, ...]


@route(bp, "GET", "/api/lessons")
def course() -> CourseView:
    """The lessons of the course, and the visitor's progress."""
    known = _answers().all()
    return CourseView(
        tuple(
            CourseLesson(
                each.id,
                each.say(each.chapter),
                each.say(each.title),
                len(each.exercises),
                sum(known.get(each.id, {}).values()),
                len(known.get(each.id, {})),
            )
            for each in lessons().values()
        )
    )


@route(bp, "POST", "/api/lessons", errors=(404, 422, 503), lane="slow")
def lesson(body: LessonAction) -> LessonAnswer:
    """Return a step of a lesson, after an action."""
    chosen, answers = _lesson(body), _answers()
    state = body.state or LessonState(tour=body.tour)
    try:
        round_ = LessonRound(chosen, state, answers.of(chosen.id))
    except ValueError as error:
        raise ApiError(422, "another-lesson", sentence(error)) from None
    with lazy_engine() as engine:
        controller = LessonController(round_, lambda: answers, analyst=engine)
        match body.event:
            case "choose":
                controller.choose(parse_square(body.square or "", round_.step.board.size))
            case "give up":
                controller.give_up()
            case "go on":
                controller.carry_out(round_.go_on())
            case "go to":
                controller.go_to(body.at)
            case "walk":
                controller.step(body.where)
    return LessonAnswer(round_.state, round_.view)


class OwnLesson(Request):
    """A teacher's lesson to put into a link."""

    document: Annotated[
        str, Meta(max_length=MOST_BYTES, description="a JSON document: title, text, steps")
    ]


@dataclass(frozen=True, slots=True)
class PackedLesson:
    packed: str


@route(bp, "POST", "/api/lessons/pack", errors=(422,))
def pack(body: OwnLesson) -> PackedLesson:
    """Check a teacher's lesson and pack it for a link; nothing is stored."""
    try:
        return PackedLesson(pack_lesson(body.document))
    except InvalidLesson as error:
        raise ApiError(422, "invalid-lesson", sentence(error)) from None


def _lesson(body: LessonAction) -> Lesson:
    try:
        return unpack_lesson(body.packed) if body.packed else find_lesson(body.lesson)
    except InvalidLesson as error:
        raise ApiError(422, "invalid-lesson", sentence(error)) from None
    except ValueError as error:
        raise ApiError(404, "no-such-lesson", sentence(error)) from None


def _answers() -> LessonAnswers:
    return LessonAnswers(games().database, visitor(), games().limits.cards)

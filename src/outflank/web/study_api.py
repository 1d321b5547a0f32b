"""The API's study: hints, values, reviews a few moves at a time, pictures, and whatever is pasted.

The page sends an event with the state that the last answer gave it, and gets the next state and a
view to draw: no server process keeps a review, and stopping is not asking on.
"""

import time
from base64 import b64encode
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Literal

from flask import Blueprint, Flask, Response, current_app
from msgspec import Meta

from outflank.board import Board, parse_square, square_name
from outflank.sitting import HUMAN, Game
from outflank.storage import InvalidRecord, PracticeCards, exported, pack_game, report
from outflank.study import (
    EFFORTS,
    HINT,
    SCREEN,
    CannotThink,
    Effort,
    EffortName,
    Engine,
    Finding,
    GameStudy,
    Question,
    Result,
    ReviewView,
    StudyState,
    ValueView,
    cannot_review,
    cards_of,
    deeper,
    hint_of,
    look_at,
    look_with,
    move_values,
    opening_name,
    shared_engine,
    value_view,
)
from outflank.study import messages as m
from outflank.web.api import route
from outflank.web.budgets import PASTES, PICTURES, REVIEWS
from outflank.web.context import games, tables
from outflank.web.fields import PlyNumber, PositionText, Request, SquareName
from outflank.web.problems import Problem, sentence
from outflank.web.reader import Read
from outflank.web.reading import reading_room
from outflank.web.requests import game_or_link_id
from outflank.web.state import named_game
from outflank.web.visitors import visitor
from outflank.workers import FairQueue, FairSlots

SECONDS = 4.0  # the longest one question may take
LITTLE_WHILE = 0.4  # seconds of a review in one request, but for the move at hand
PATIENCE = 6.0  # seconds a question waits for its turn
MOST_WAITING = 7  # questions
AT_ONCE = 20  # moves of a review that the visitor's own machine looks at together

bp = Blueprint("study", __name__)
_DESK = "outflank.study"


class Values(Request):
    """How thoroughly to look at the moves: begin with ``glance``, go on with what is ``deeper``."""

    effort: Annotated[
        EffortName,
        Meta(description="glance, look, screen or hint, each deeper than the one before"),
    ] = "hint"


class FoundMove(Request):
    """What the visitor's own machine found out about a move."""

    square: SquareName
    score: Annotated[int, Meta(ge=-64, le=64, description="discs, from -64 to 64")]
    exact: bool
    line: Annotated[list[SquareName], Meta(max_length=64, description="up to 64 squares")]


class Judged(Request):
    """The answer to a question of a review: what was asked, and the best moves that were found."""

    ply: PlyNumber
    position: PositionText
    depth: Annotated[int, Meta(ge=1, le=60, description="1 to 60")]
    exact_from: Annotated[int, Meta(ge=0, le=60, description="0 to 60")]
    lines: Annotated[int, Meta(ge=1, le=2, description="1 or 2")]
    found: Annotated[list[FoundMove], Meta(min_length=1, max_length=2, description="1 or 2 moves")]


class ReviewStep(Request):
    """What a person wants of a review."""

    event: Annotated[
        Literal["go on", "stop", "practise"], Meta(description="go on, stop or practise")
    ]
    study: Annotated[
        StudyState | None, Meta(description="the study of the last answer; null at the beginning")
    ] = None
    answers: (
        Annotated[
            list[Judged],
            Meta(
                max_length=2000,
                description="the answers to the questions so far, at most 2000, of who looks at "
                "positions itself",
            ),
        ]
        | None
    ) = None


class ReportWanted(Request):
    """Which report of a review."""

    format: Annotated[Literal["html", "png"], Meta(description="html or png")]
    study: Annotated[StudyState, Meta(description="the study of the last answer of the review")]


PastedText = Annotated[
    str,
    Meta(
        max_length=100_000,
        description="a game or a position in any format, at most 100,000 characters",
    ),
]


class Pasted(Request):
    """Whatever was on the clipboard."""

    text: PastedText


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What every legal move is worth."""

    values: Sequence[ValueView]
    deeper: EffortName | None
    """The effort to ask for next; none where nothing gets better."""


@dataclass(frozen=True, slots=True)
class HintView:
    """A good move."""

    square: str
    sentence: str
    value: ValueView | None


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A position that somebody is to look at, about the move after so many plies."""

    ply: int
    position: str
    depth: int
    exact_from: int
    lines: int


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """A review as far as it has come; ask to go on while it is running."""

    study: StudyState
    view: ReviewView
    questions: Sequence[QuestionView] = ()
    """For who looks at positions itself: what must be known to go on."""


@dataclass(frozen=True, slots=True)
class About:
    """The opening's name, and the whole game packed for a link."""

    opening: str | None
    link: str


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A file, its bytes in base 64."""

    content: str


class Desk:
    """Where one application studies: a place at the engine, for one question at a time."""

    def __init__(self) -> None:
        self.slots = FairSlots(
            FairQueue(1, waiting=MOST_WAITING),
            patience=PATIENCE,
            sentence="Many positions are being studied at this moment; try again shortly.",
        )


def init_app(app: Flask) -> None:
    """Give the application a place to study."""
    app.extensions[_DESK] = Desk()


@contextmanager
def thinking() -> Iterator[Engine]:
    """This worker's engine, for one question at a time; a long queue is told to come back later.

    A question's time begins when its turn has come, so a busy server answers late or not at all,
    but never with a thought that had no time.
    """
    desk: Desk = current_app.extensions[_DESK]
    with desk.slots.acquire(visitor()):
        try:
            yield shared_engine()
        except CannotThink as error:
            raise Problem(422, "cannot-think", sentence(error)) from None


@route(bp, "POST", "/api/games/<game>/values", refuses=(404, 422, 503), lane="slow")
def values(game: str, wanted: Values) -> MoveValues:
    """What every legal move is worth, by the opening book or the engine."""
    board = game_of(game).board
    found = move_values(board, EFFORTS[wanted.effort], seconds=SECONDS, place=thinking)
    most = max((each.score for each in found.values()), default=0)
    views = [value_view(each, board.size, most) for each in found.values()]
    return MoveValues(views, deeper(wanted.effort, found))


@route(bp, "GET", "/api/games/<game>/hint", refuses=(404, 409, 503), lane="slow")
def hint(game: str) -> HintView:
    """A good move for the person to move, with its value and line."""
    board = tables().to_advise(visitor(), game_or_link_id(game)).board
    found = move_values(board, HINT, seconds=SECONDS, lines=1, place=thinking)
    best = next(iter(found.values()))
    told, value = hint_of(found, board.size), value_view(best, board.size, best.score)
    return HintView(square_name(told.square, board.size), told.sentence, value)


@route(bp, "POST", "/api/games/<game>/review", refuses=(404, 422, 503), budget=REVIEWS, lane="slow")
def review(game: str, wanted: ReviewStep) -> ReviewAnswer:
    """Look at the next moves of the game, the last first, or practise the errors found."""
    kept = tables().find(visitor(), game_or_link_id(game))
    named = named_game(kept)
    reason = cannot_review(named)
    if reason is not None:
        raise Problem(422, "cannot-review", reason)
    mine = [color for color, seat in kept.standing.seats.items() if seat == HUMAN]
    try:
        study = GameStudy(named, mine, wanted.study)
    except ValueError as error:
        raise Problem(422, "another-game", f"{sentence(error)} Begin the review again.") from None
    goes_on = study.running == (wanted.event == "go on")
    asked = study.resume() if goes_on else study.handle(m.StopOrGoOn())
    if wanted.event == "practise":
        asked += study.handle(m.Practise())
    if wanted.event == "go on" and wanted.answers is not None:
        questions = _with_answers(study, wanted.answers)
        return ReviewAnswer(study.state, study.view, questions)
    _carry_out(study, asked)
    return ReviewAnswer(study.state, study.view)


@route(bp, "POST", "/api/games/<game>/report", refuses=(404, 422), budget=PICTURES, lane="slow")
def write_report(game: str, wanted: ReportWanted) -> ReportFile:
    """A reviewed game as a page, or as a picture to show to others."""
    kept = tables().find(visitor(), game_or_link_id(game))
    try:
        study = GameStudy(named_game(kept), (), wanted.study)
    except ValueError as error:
        raise Problem(422, "another-game", f"{sentence(error)} Begin the review again.") from None
    return ReportFile(b64encode(report(study.game, study.review, wanted.format)).decode())


def _with_answers(study: GameStudy, answers: list[Judged]) -> list[QuestionView]:
    """Take in what the visitor's own machine found out; what it is to look at next.

    Some moves at a time, each as far as its answers lead.
    """
    questions: list[QuestionView] = []
    try:
        known = {(one.ply, _question(one)): _results(one) for one in answers}
        while study.running and not questions:
            for made in study.waiting[:AT_ONCE]:
                own = {asked: found for (ply, asked), found in known.items() if ply == made.ply}
                found = look_with(made, SCREEN, own)
                if isinstance(found, Finding):
                    study.handle(m.Found(found))
                else:
                    questions += [_question_view(made.ply, each) for each in found]
    except ValueError as error:
        raise Problem(422, "cannot-review", f"An answer makes no sense: {error}.") from None
    return questions


def _question(answer: Judged) -> Question:
    board = Board.from_text(answer.position)
    return Question(board, Effort(answer.depth, answer.exact_from), answer.lines)


def _results(answer: Judged) -> list[Result]:
    board = Board.from_text(answer.position)
    size = board.size
    for one in answer.found:
        if parse_square(one.square, size) not in board.legal_moves or one.line[:1] != [one.square]:
            raise ValueError(f"{one.square} is no move of {answer.position}, or begins no line")
    return [
        Result(
            parse_square(one.square, size),
            one.score,
            one.exact,
            answer.depth,
            0,
            tuple(parse_square(square, size) for square in one.line),
            0,
            0.0,
            size,
        )
        for one in answer.found
    ]


def _question_view(ply: int, asked: Question) -> QuestionView:
    effort = asked.effort
    return QuestionView(ply, asked.board.to_text(), effort.depth, effort.exact_from, asked.lines)


def _carry_out(study: GameStudy, asked: list[m.ReviewInstruction]) -> None:
    """Find out what the study asks for, for a little while, or put its errors among the cards."""
    work = [each for each in asked if isinstance(each, m.FindOut | m.KeepErrors)]
    if not work:
        return
    with thinking() as engine:
        end = time.monotonic() + LITTLE_WHILE
        while work:
            match work.pop():
                case m.FindOut(made):
                    told = study.handle(m.Found(look_at(made, engine, SCREEN)))
                    more = [each for each in told if isinstance(each, m.FindOut)]
                    work += more if time.monotonic() < end else []
                case m.KeepErrors(errors, source):
                    cards = cards_of(errors, engine, source=source, now=time.time())
                    added = my_cards().add(cards)
                    study.handle(m.CardsKept(added))


def my_cards() -> PracticeCards:
    """What the visitor practises."""
    return PracticeCards(games().database, visitor(), games().limits.cards)


@route(bp, "GET", "/api/games/<game>/about", refuses=(404,))
def about(game: str) -> About:
    """The opening's name, and the whole game packed for a link."""
    found = game_of(game)
    return About(opening_name(found) or None, pack_game(found))


@route(
    bp,
    "GET",
    "/api/games/<game>/picture.png",
    refuses=(404,),
    file="image/png",
    budget=PICTURES,
    lane="slow",
)
def picture(game: str) -> Response:
    """The position as a picture."""
    return _file(exported(_named(game), "png"), "image/png", "othello.png")


@route(
    bp,
    "GET",
    "/api/games/<game>/picture.svg",
    refuses=(404,),
    file="image/svg+xml",
    budget=PICTURES,
    lane="slow",
)
def drawing(game: str) -> Response:
    """The position as a drawing."""
    return _file(exported(game_of(game), "svg"), "image/svg+xml", "othello.svg")


@route(
    bp,
    "GET",
    "/api/games/<game>/film.gif",
    refuses=(404, 503),
    file="image/gif",
    budget=PICTURES,
    lane="slow",
)
def film(game: str) -> Response:
    """The game, move by move."""
    with thinking():  # a film of a large board takes seconds: one at a time
        return _file(exported(_named(game), "gif"), "image/gif", "othello.gif")


@route(bp, "GET", "/api/games/<game>/game.ggf", refuses=(404,), file="text/plain")
def ggf(game: str) -> Response:
    """The game in GGF."""
    return _file(exported(_named(game), "ggf"), "text/plain; charset=utf-8", "othello.ggf")


@route(bp, "POST", "/api/read", refuses=(422, 503), budget=PASTES, lane="slow")
def read(wanted: Pasted) -> Read:
    """Recognise a pasted text and read it."""
    try:
        return reading_room().paste(wanted.text, visitor())
    except InvalidRecord as error:
        raise Problem(422, "cannot-read", sentence(error)) from None


def game_of(game: str) -> Game:
    """The game of an id, or in a link."""
    return tables().find(visitor(), game_or_link_id(game)).standing.game


def _named(game: str) -> Game:
    """The same, with its players' names."""
    return named_game(tables().find(visitor(), game_or_link_id(game)))


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

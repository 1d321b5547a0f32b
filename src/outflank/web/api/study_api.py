"""The API's study: hints, values, reviews a few moves at a time, pictures, and whatever is pasted.

The page sends an event with the state of the last response, and gets the next state and a view to
draw: no server process stores a review.
"""

import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cache, partial
from typing import Annotated, Literal

from flask import Blueprint, Flask, Response, current_app
from msgspec import Meta

from outflank.board import Board, parse_square, sentence, square_name
from outflank.engine import CannotThink, Engine, Result
from outflank.formats import InvalidRecord, pack_game
from outflank.game import Game
from outflank.openings.names import opening_name
from outflank.players.learned import LearnedPlayer
from outflank.storage.files.export import exported, report
from outflank.storage.study.practice_cards import PracticeCards
from outflank.study.controllers.review import ReviewDriver
from outflank.study.game_study import GameStudy, StudyState
from outflank.study.hints import hint_of
from outflank.study.review import (
    Finding,
    MadeMove,
    Question,
    analyze_move,
    analyze_with_answers,
    cannot_review,
)
from outflank.study.values import (
    EFFORTS,
    HINT,
    SCREEN,
    Effort,
    EffortName,
    deeper,
    move_values,
    shared_engine,
)
from outflank.study.views import ReviewView, ValueView, value_view
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import PlyNumber, PositionText, Request, SquareName
from outflank.web.api.routing import game_or_link_id, route
from outflank.web.context import games
from outflank.web.games.game_list import named_game
from outflank.web.games.game_service import game_service
from outflank.web.games.paste_sandbox import reading_room
from outflank.web.games.paste_worker import Read
from outflank.web.http.rate_limits import PASTES, PICTURES, REVIEWS
from outflank.web.http.visitors import visitor
from outflank.workers.fair_queue import BUSY, FairQueue
from outflank.workers.fair_slots import FairSlots

SECONDS = 4.0  # the longest one question may take
REQUEST_SECONDS = 0.4  # of a review; a move that has begun is finished
PATIENCE = 6.0  # seconds a question waits for its turn
MOST_WAITING = 7  # questions
BATCH = 20  # moves of a review that the visitor's own engine analyzes together

bp = Blueprint("study", __name__)
_SLOT = "outflank.study"


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


class PastedBody(Request):
    """Whatever was on the clipboard."""

    text: PastedText


@dataclass(frozen=True, slots=True)
class MoveProbability:
    square: str
    probability: float


@dataclass(frozen=True, slots=True)
class MoveProbabilities:
    """How likely each legal move is; the probabilities add up to 1."""

    moves: Sequence[MoveProbability]


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What every legal move is worth."""

    values: Sequence[ValueView]
    deeper: EffortName | None  # the effort to ask for next; none where nothing gets better


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


def init_app(app: Flask) -> None:
    app.extensions[_SLOT] = FairSlots(
        FairQueue(1, waiting=MOST_WAITING),
        patience=PATIENCE,
        sentence=BUSY,
    )


@contextmanager
def acquire_engine() -> Iterator[Engine]:
    """This worker's engine, for one question at a time; a long queue is told to come back later.

    A question's time begins when its turn has come, so a busy server answers late or not at all,
    but never with a thought that had no time.
    """
    slot: FairSlots = current_app.extensions[_SLOT]
    with slot.acquire(visitor()):
        try:
            yield shared_engine()
        except CannotThink as error:
            raise ApiError(422, "cannot-think", sentence(error)) from None


@contextmanager
def lazy_engine() -> Iterator[Callable[[], Engine]]:
    """The same, for a block of code: waits at the first call, and keeps the engine to the end."""
    with ExitStack() as stack:
        yield cache(lambda: stack.enter_context(acquire_engine()))


@route(bp, "POST", "/api/games/<game>/values", errors=(404, 422, 503), lane="slow")
def values(game: str, body: Values) -> MoveValues:
    """What every legal move is worth, by the opening book or the engine."""
    board = game_of(game).board
    found = move_values(board, EFFORTS[body.effort], seconds=SECONDS, acquire=acquire_engine)
    most = max((each.score for each in found.values()), default=0)
    views = [value_view(each, board.size, most) for each in found.values()]
    return MoveValues(views, deeper(body.effort, found))


@route(bp, "GET", "/api/games/<game>/probabilities", errors=(404, 422))
def probabilities(game: str) -> MoveProbabilities:
    """How likely each legal move is for the learned player, at temperature 1."""
    board = game_of(game).board
    likely = LearnedPlayer(temperature=1).distribution(board) if board.legal_moves else {}
    return MoveProbabilities(
        [MoveProbability(square_name(move, board.size), likely[move]) for move in likely]
    )


@route(bp, "GET", "/api/games/<game>/hint", errors=(404, 409, 503), lane="slow")
def hint(game: str) -> HintView:
    """A good move for the person to move, with its value and line."""
    board = _to_advise(game)
    found = move_values(board, HINT, seconds=SECONDS, lines=1, acquire=acquire_engine)
    best = next(iter(found.values()))
    advice, value = hint_of(found, board.size), value_view(best, board.size, best.score)
    return HintView(square_name(advice.square, board.size), advice.sentence, value)


@route(bp, "POST", "/api/games/<game>/review", errors=(404, 422, 503), budget=REVIEWS, lane="slow")
def review(game: str, body: ReviewStep) -> ReviewAnswer:
    """Look at the next moves of the game, the last first, or practise the errors found."""
    kept = game_service().find_own(visitor(), game_or_link_id(game))
    named = named_game(kept)
    reason = cannot_review(named)
    if reason is not None:
        raise ApiError(422, "cannot-review", reason)
    mine = [color for color, seat in kept.session.seats.items() if not seat.is_computer]
    answers = body.answers if body.event == "go on" else None
    try:
        study = GameStudy(named, mine, body.study, batch=1 if answers is None else BATCH)
    except ValueError as error:
        why = sentence(error) + " " + _("Start the review again.")
        raise ApiError(422, "another-game", why) from None
    goes_on = study.running == (body.event == "go on")
    instructions = study.resume() if goes_on else study.start_or_stop()
    if body.event == "practise":
        instructions += study.practice_errors()
    if answers is None:
        with lazy_engine() as engine:
            analyze = _AnalyzeForAWhile(engine)
            driver = ReviewDriver(study, my_cards().add, analyze=analyze, analyst=engine)
            driver.carry_out(instructions)
        return ReviewAnswer(study.state, study.view)
    try:
        own = _OwnEngine(answers)
        ReviewDriver(study, my_cards().add, analyze=own).carry_out(instructions)
    except ValueError as error:
        why = _("The analysis has an invalid answer: {error}", error=sentence(error))
        raise ApiError(422, "cannot-review", why) from None
    return ReviewAnswer(study.state, study.view, own.questions)


@route(bp, "POST", "/api/games/<game>/report", errors=(404, 422), budget=PICTURES, lane="slow")
def write_report(game: str, body: ReportWanted) -> ReportFile:
    """A reviewed game as a page, or as a picture to show to others."""
    kept = game_service().find_own(visitor(), game_or_link_id(game))
    try:
        study = GameStudy(named_game(kept), (), body.study)
    except ValueError as error:
        why = sentence(error) + " " + _("Start the review again.")
        raise ApiError(422, "another-game", why) from None
    return ReportFile(b64encode(report(study.game, study.review, body.format)).decode())


class _AnalyzeForAWhile:
    """Analyzes moves on the server until the time of a request is over."""

    def __init__(self, engine: Callable[[], Engine]) -> None:
        self._engine = engine
        self._end = 0.0

    def __call__(self, made: MadeMove) -> Finding | None:
        engine = self._engine()  # may wait, which takes nothing of the time
        self._end = self._end or time.monotonic() + REQUEST_SECONDS
        return analyze_move(made, engine, SCREEN) if time.monotonic() < self._end else None


class _OwnEngine:
    """Analyzes moves with the answers of the visitor's own engine; collects what is missing."""

    def __init__(self, answers: list[Judged]) -> None:
        self._known = {(one.ply, _question(one)): _results(one) for one in answers}
        self.questions: list[QuestionView] = []

    def __call__(self, made: MadeMove) -> Finding | None:
        known = {asked: found for (ply, asked), found in self._known.items() if ply == made.ply}
        found = analyze_with_answers(made, SCREEN, known)
        if isinstance(found, Finding):
            return found
        self.questions += [_question_view(made.ply, each) for each in found]
        return None


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


def my_cards() -> PracticeCards:
    return PracticeCards(games().database, visitor(), games().limits.cards)


@route(bp, "GET", "/api/games/<game>/about", errors=(404,))
def about(game: str) -> About:
    """The opening's name, and the whole game packed for a link."""
    found = game_of(game)
    return About(opening_name(found) or None, pack_game(found))


_drawn = partial(route, bp, "GET", budget=PICTURES, lane="slow")


@_drawn("/api/games/<game>/picture.png", errors=(404,), file="image/png")
def picture(game: str) -> Response:
    """The position as a picture."""
    return _file(exported(_named(game), "png"), "image/png", "othello.png")


@_drawn("/api/games/<game>/picture.svg", errors=(404,), file="image/svg+xml")
def drawing(game: str) -> Response:
    """The position as a drawing."""
    return _file(exported(game_of(game), "svg"), "image/svg+xml", "othello.svg")


@_drawn("/api/games/<game>/film.gif", errors=(404, 503), file="image/gif")
def film(game: str) -> Response:
    """The game, move by move."""
    with acquire_engine():  # a film of a large board takes seconds: one at a time
        return _file(exported(_named(game), "gif"), "image/gif", "othello.gif")


@route(bp, "GET", "/api/games/<game>/game.ggf", errors=(404,), file="text/plain")
def ggf(game: str) -> Response:
    """The game in GGF."""
    return _file(exported(_named(game), "ggf"), "text/plain; charset=utf-8", "othello.ggf")


@route(bp, "POST", "/api/read", errors=(422, 503), budget=PASTES, lane="slow")
def read(body: PastedBody) -> Read:
    """Recognise a pasted text and read it."""
    try:
        return reading_room().paste(body.text, visitor())
    except InvalidRecord as error:
        raise ApiError(422, "cannot-read", sentence(error)) from None


def game_of(game: str) -> Game:
    """The game of an id, or in a link."""
    return game_service().find_own(visitor(), game_or_link_id(game)).session.game


def _named(game: str) -> Game:
    """The same, with its players' names."""
    return named_game(game_service().find_own(visitor(), game_or_link_id(game)))


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _to_advise(game: str) -> Board:
    """The position of a game, if a person is to move in it and may want a hint."""
    service, who = game_service(), visitor()
    stored = service.find_own(who, game_or_link_id(game))
    if not stored.session.waits_for_human:
        nobody = _("You can ask for a hint when it is your turn.")
        raise ApiError(409, "refused", nobody, game=service.view(stored, who))
    return stored.session.game.board

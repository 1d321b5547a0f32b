"""The study API: hints, values, reviews, pictures and pasted games.

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

from outflank.board import Board, IllegalMove, parse_square, sentence, square_name
from outflank.engine import CannotThink, Engine, Result
from outflank.formats import InvalidRecord, pack_game
from outflank.game import Game
from outflank.openings.names import opening_name
from outflank.players.learned import LearnedPlayer
from outflank.storage.files.export import exported, report
from outflank.storage.study.game_reviews import GameReviews
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
from outflank.study.strengths import LossyMove
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
from outflank.study.views import Position as PositionView
from outflank.study.views import (
    ReviewView,
    ValueView,
    position_of,
    positions_along,
    value_view,
)
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import PlyNumber, PositionText, Request, SquareName
from outflank.web.api.routing import game_or_link_id, route
from outflank.web.context import games
from outflank.web.games.game_list import named_game
from outflank.web.games.game_service import game_service
from outflank.web.games.paste_sandbox import reading_room
from outflank.web.games.paste_worker import Read
from outflank.web.http.rate_limits import ANALYSES, PASTES, PICTURES, REVIEWS
from outflank.web.http.visitors import visitor
from outflank.workers.fair_queue import BUSY, FairQueue
from outflank.workers.fair_slots import FairSlots

SECONDS = 4.0  # limit per query
REQUEST_SECONDS = 0.4  # per review request; the current move is finished
PATIENCE = 6.0  # seconds a query waits for its turn
MOST_WAITING = 7  # queries
BATCH = 20  # moves of a review that the visitor's own engine analyzes together

bp = Blueprint("study", __name__)
_SLOT = "outflank.study"


Line = Annotated[
    list[SquareName],
    Meta(max_length=256, description="up to 256 moves from the start of the game, without passes"),
]


class Values(Request):
    """A position of a game and how deeply to search: start with ``glance``, then ``deeper``."""

    effort: Annotated[
        EffortName,
        Meta(description="glance, look, screen or hint, in order of depth"),
    ] = "hint"
    line: Annotated[Line | None, Meta(description="another line; null for the game's own")] = None


class LinePositions(Request):
    """A line of moves from the start of a game."""

    line: Line
    start: Annotated[PlyNumber, Meta(description="how many of its moves to skip")] = 0


class FoundMove(Request):
    """The analysis of a move by the browser's own engine."""

    square: SquareName
    score: Annotated[int, Meta(ge=-64, le=64, description="discs, from -64 to 64")]
    exact: bool
    line: Annotated[list[SquareName], Meta(max_length=64, description="up to 64 squares")]


class Judged(Request):
    """The answer to a review's question: the question and the best moves found."""

    ply: PlyNumber
    position: PositionText
    depth: Annotated[int, Meta(ge=1, le=60, description="1 to 60")]
    exact_from: Annotated[int, Meta(ge=0, le=60, description="0 to 60")]
    lines: Annotated[int, Meta(ge=1, le=2, description="1 or 2")]
    found: Annotated[list[FoundMove], Meta(min_length=1, max_length=2, description="1 or 2 moves")]


class ReviewStep(Request):
    """An action in a review."""

    event: Annotated[
        Literal["go on", "stop", "practise"], Meta(description="go on, stop or practise")
    ]
    study: Annotated[
        StudyState | None, Meta(description="the study of the last response; null at the start")
    ] = None
    answers: (
        Annotated[
            list[Judged],
            Meta(
                max_length=2000,
                description="the answers of the client's engine so far, at most 2000",
            ),
        ]
        | None
    ) = None


class ReportWanted(Request):
    """The format of a review's report."""

    format: Annotated[Literal["html", "png"], Meta(description="html or png")]
    study: Annotated[StudyState, Meta(description="the study of the review's last response")]


PastedText = Annotated[
    str,
    Meta(
        max_length=100_000,
        description="a game or a position in any format, at most 100,000 characters",
    ),
]


class PastedBody(Request):
    """A pasted text."""

    text: PastedText


@dataclass(frozen=True, slots=True)
class MoveProbability:
    square: str
    probability: float


@dataclass(frozen=True, slots=True)
class MoveProbabilities:
    """The probability of each legal move; the sum is 1."""

    moves: Sequence[MoveProbability]


@dataclass(frozen=True, slots=True)
class MoveValues:
    """The values of all legal moves."""

    values: Sequence[ValueView]
    deeper: EffortName | None  # the next effort; None if more effort changes nothing


@dataclass(frozen=True, slots=True)
class PositionsAlong:
    """The positions along a line."""

    positions: Sequence[PositionView]


@dataclass(frozen=True, slots=True)
class HintView:
    """A good move with one reason; ``more`` has its value and what follows."""

    square: str
    sentence: str
    more: str
    value: ValueView | None


@dataclass(frozen=True, slots=True)
class QuestionView:
    """A position to analyze, for the move at a ply."""

    ply: int
    position: str
    depth: int
    exact_from: int
    lines: int


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """The progress of a review; continue while it is running."""

    study: StudyState
    view: ReviewView
    questions: Sequence[QuestionView] = ()
    """For a client with its own engine: the positions to analyze next."""


@dataclass(frozen=True, slots=True)
class About:
    """The opening's name, and the whole game encoded for a link."""

    opening: str | None
    link: str


@dataclass(frozen=True, slots=True)
class ReportFile:
    """A file in base64."""

    content: str


def init_app(app: Flask) -> None:
    app.extensions[_SLOT] = FairSlots(
        FairQueue(1, waiting=MOST_WAITING),
        patience=PATIENCE,
        sentence=BUSY,
    )


@contextmanager
def acquire_engine() -> Iterator[Engine]:
    """Yield this worker's engine for one query at a time; raise ``Busy`` if the queue is long.

    The time limit of a query starts when it gets the engine: a busy server responds late or not at
    all, but never with a search that had no time.
    """
    slot: FairSlots = current_app.extensions[_SLOT]
    with slot.acquire(visitor()):
        try:
            yield shared_engine()
        except CannotThink as error:
            raise ApiError(422, "cannot-think", sentence(error)) from None


@contextmanager
def lazy_engine() -> Iterator[Callable[[], Engine]]:
    """Yield a function that acquires the engine on its first call and keeps it to the end."""
    with ExitStack() as stack:
        yield cache(lambda: stack.enter_context(acquire_engine()))


@route(bp, "POST", "/api/games/<game>/values", budget=ANALYSES, errors=(404, 422, 503), lane="slow")
def values(game: str, body: Values) -> MoveValues:
    """What every legal move is worth, by the opening book or the engine."""
    board = game_along(game, body.line).board
    game_service().expect_not_rated(visitor(), board)
    found = move_values(board, EFFORTS[body.effort], seconds=SECONDS, acquire=acquire_engine)
    most = max((each.score for each in found.values()), default=0)
    views = [value_view(each, board.size, most) for each in found.values()]
    return MoveValues(views, deeper(body.effort, found))


@route(bp, "GET", "/api/games/<game>/probabilities", budget=ANALYSES, errors=(404, 422))
def probabilities(game: str) -> MoveProbabilities:
    """Return the learned player's probability of each legal move, at temperature 1."""
    board = game_of(game).board
    game_service().expect_not_rated(visitor(), board)
    likely = LearnedPlayer(temperature=1).distribution(board) if board.legal_moves else {}
    return MoveProbabilities(
        [MoveProbability(square_name(move, board.size), likely[move]) for move in likely]
    )


@route(bp, "POST", "/api/games/<game>/line", errors=(404, 422))
def line(game: str, body: LinePositions) -> PositionsAlong:
    """Return the positions along a line that starts like the game."""
    along = game_along(game, body.line)
    return PositionsAlong(
        [
            position_of(board, legal=True, last=last)
            for board, last in positions_along(along)[body.start :]
        ]
    )


@route(bp, "GET", "/api/games/<game>/hint", budget=ANALYSES, errors=(404, 409, 503), lane="slow")
def hint(game: str) -> HintView:
    """Return a good move for the person to move, with its value and line."""
    board = _to_advise(game)
    found = move_values(board, HINT, seconds=SECONDS, lines=1, acquire=acquire_engine)
    best = next(iter(found.values()))
    advice, value = hint_of(board, found), value_view(best, board.size, best.score)
    square = square_name(advice.square, board.size)
    return HintView(square, advice.sentence, advice.more, value)


@route(bp, "POST", "/api/games/<game>/review", errors=(404, 422, 503), budget=REVIEWS, lane="slow")
def review(game: str, body: ReviewStep) -> ReviewAnswer:
    """Analyze the next moves of a review, from the end of the game, or practice its errors."""
    kept = game_service().find_own(visitor(), game_or_link_id(game))
    named = named_game(kept)
    reason = cannot_review(named)
    if reason is not None:
        raise ApiError(422, "cannot-review", reason)
    positions = (board for board, _last in positions_along(named))
    game_service().expect_not_rated(visitor(), *positions)
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
            driver = ReviewDriver(
                study, my_cards().add, analyze=analyze, analyst=engine, keep_review=_keep_review
            )
            driver.carry_out(instructions)
        return ReviewAnswer(study.state, study.view)
    try:
        own = _OwnEngine(answers)
        driver = ReviewDriver(study, my_cards().add, analyze=own, keep_review=_keep_review)
        driver.carry_out(instructions)
    except ValueError as error:
        why = _("The analysis has an invalid answer: {error}", error=sentence(error))
        raise ApiError(422, "cannot-review", why) from None
    return ReviewAnswer(study.state, study.view, own.questions)


@route(bp, "POST", "/api/games/<game>/report", errors=(404, 422), budget=PICTURES, lane="slow")
def write_report(game: str, body: ReportWanted) -> ReportFile:
    """Return a reviewed game as a web page or as a picture to share."""
    kept = game_service().find_own(visitor(), game_or_link_id(game))
    try:
        study = GameStudy(named_game(kept), (), body.study)
    except ValueError as error:
        why = sentence(error) + " " + _("Start the review again.")
        raise ApiError(422, "another-game", why) from None
    return ReportFile(b64encode(report(study.game, study.review, body.format)).decode())


class _AnalyzeForAWhile:
    """Analyzes moves on the server until the request's time is up."""

    def __init__(self, engine: Callable[[], Engine]) -> None:
        self._engine = engine
        self._end = 0.0

    def __call__(self, made: MadeMove) -> Finding | None:
        engine = self._engine()  # waiting does not count toward the limit
        self._end = self._end or time.monotonic() + REQUEST_SECONDS
        return analyze_move(made, engine, SCREEN) if time.monotonic() < self._end else None


class _OwnEngine:
    """Analyzes moves with the answers of the browser's engine; collects the missing ones."""

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
            raise ValueError(
                f"{one.square} is not legal in {answer.position}, or does not begin its line"
            )
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


def _keep_review(game: Game, losses: tuple[LossyMove, ...]) -> None:
    GameReviews(games().database, visitor()).add(game, losses, time.time())


def my_cards() -> PracticeCards:
    return PracticeCards(games().database, visitor(), games().limits.cards)


@route(bp, "GET", "/api/games/<game>/about", errors=(404,))
def about(game: str) -> About:
    """Return the opening's name, and the whole game encoded for a link."""
    found = game_of(game)
    return About(opening_name(found) or None, pack_game(found))


_drawn = partial(route, bp, "GET", budget=PICTURES, lane="slow")


@_drawn("/api/games/<game>/picture.png", errors=(404,), file="image/png")
def picture(game: str) -> Response:
    """Return the position as a PNG picture."""
    return _file(exported(_named(game), "png"), "image/png", "othello.png")


@_drawn("/api/games/<game>/picture.svg", errors=(404,), file="image/svg+xml")
def drawing(game: str) -> Response:
    """Return the position as an SVG drawing."""
    return _file(exported(game_of(game), "svg"), "image/svg+xml", "othello.svg")


@_drawn("/api/games/<game>/film.gif", errors=(404, 503), file="image/gif")
def film(game: str) -> Response:
    """Return the game as an animation."""
    with acquire_engine():  # large animations take seconds: one at a time
        return _file(exported(_named(game), "gif"), "image/gif", "othello.gif")


@route(bp, "GET", "/api/games/<game>/game.ggf", errors=(404,), file="text/plain")
def ggf(game: str) -> Response:
    """Return the game in GGF."""
    return _file(exported(_named(game), "ggf"), "text/plain; charset=utf-8", "othello.ggf")


@route(bp, "POST", "/api/read", errors=(422, 503), budget=PASTES, lane="slow")
def read(body: PastedBody) -> Read:
    """Detect the format of a pasted text and read it."""
    try:
        return reading_room().paste(body.text, visitor())
    except InvalidRecord as error:
        raise ApiError(422, "cannot-read", sentence(error)) from None


def game_of(game: str) -> Game:
    """Return the game with this id or in this link."""
    return game_service().find_own(visitor(), game_or_link_id(game)).session.game


def game_along(game: str, line: list[str] | None) -> Game:
    """The game of an id or a link; with a line, its moves from the same start instead."""
    found = game_of(game)
    if line is None:
        return found
    along = Game(found.start)
    try:
        for move in line:
            along.play(move)
    except IllegalMove as error:
        raise ApiError(422, "illegal-move", sentence(error)) from None
    return along


def _named(game: str) -> Game:
    """Return the same with the players' names."""
    return named_game(game_service().find_own(visitor(), game_or_link_id(game)))


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _to_advise(game: str) -> Board:
    """Return the position of a game if a person is to move and hints are allowed."""
    service, who = game_service(), visitor()
    stored = service.find_own(who, game_or_link_id(game))
    if not stored.session.waits_for_human:
        nobody = _("You can ask for a hint when it is your turn.")
        raise ApiError(409, "refused", nobody, game=service.view(stored, who))
    service.expect_not_rated(who, stored.session.game.board)
    return stored.session.game.board

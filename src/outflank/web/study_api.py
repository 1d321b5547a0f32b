"""The API's study: hints, values, reviews move by move, pictures, and whatever is pasted.

A review is asked for one move at a time: the page counts its progress and stops by not asking on,
and no worker keeps anything in memory but what the engine remembers of positions.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

import msgspec
from flask import Blueprint, Flask, Response, current_app
from msgspec import Meta

from outflank.board import Board, Color, square_name
from outflank.engine import ENGINE_SIZES, CannotThink, Engine
from outflank.formats import InvalidRecord, pack_game, read_anything, record_of, write_ggf
from outflank.game import Game
from outflank.pictures import board_png, game_gif
from outflank.study import (
    HINT,
    SCREEN,
    Effort,
    MadeMove,
    MoveValue,
    look_at,
    move_values,
    opening_name,
    shared_engine,
)
from outflank.study.document import move_document
from outflank.study.review import judged
from outflank.web.api import route
from outflank.web.context import tables
from outflank.web.fields import PlyNumber, Request
from outflank.web.problems import Problem, sentence
from outflank.web.requests import game_or_link_id
from outflank.web.visitors import visitor
from outflank.workers import Places, Turns

SECONDS = 4.0  # the longest one question may take
PATIENCE = 6.0  # seconds a question waits for its turn
MOST_WAITING = 7  # questions

bp = Blueprint("study", __name__)
_DESK = "outflank.study"


class Values(Request):
    """How thoroughly to look at the moves."""

    depth: Annotated[
        int, Meta(ge=1, le=20, description="how many moves to look ahead, 1 to 20")
    ] = HINT.depth


class ReviewMove(Request):
    """The move made after so many moves and passes."""

    ply: PlyNumber


class Pasted(Request):
    """Whatever was on the clipboard."""

    text: Annotated[
        str,
        Meta(
            max_length=100_000,
            description="a game or a position in any format, at most 100,000 characters",
        ),
    ]


@dataclass(frozen=True, slots=True)
class ValueView:
    """What a move is worth, in discs for the side that makes it."""

    square: str
    score: int
    exact: bool
    best: bool
    fate: str | None
    depth: int
    book: bool
    line: Sequence[str]


@dataclass(frozen=True, slots=True)
class MoveValues:
    """What every legal move is worth."""

    values: Sequence[ValueView]
    depth: int


@dataclass(frozen=True, slots=True)
class HintView:
    """A good move."""

    square: str
    sentence: str
    value: ValueView | None


@dataclass(frozen=True, slots=True)
class ReasonView:
    """Why a move was an error."""

    kind: str
    sentence: str
    squares: Sequence[str]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """What one move of a game cost."""

    ply: int
    number: int
    color: Color
    board: str
    move: str
    score: int
    best: str
    best_score: int
    loss: int
    exact: bool
    line: Sequence[str]
    answer: str | None
    judgement: str
    throws_away: bool
    reason: ReasonView | None


@dataclass(frozen=True, slots=True)
class About:
    """The opening's name, and the whole game packed for a link."""

    opening: str | None
    link: str


@dataclass(frozen=True, slots=True)
class ReadGame:
    """A game that was pasted."""

    size: int
    start: str | None
    transcript: str
    black: str
    white: str
    result: str | None


@dataclass(frozen=True, slots=True)
class Read:
    """What a pasted text is, and the games in it."""

    format: str
    games: Sequence[ReadGame]


class Desk:
    """Where one application studies: a place at the engine, for one question at a time."""

    def __init__(self) -> None:
        self.places = Places(
            Turns(1, waiting=MOST_WAITING),
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
    with desk.places.place(visitor()):
        try:
            yield shared_engine()
        except CannotThink as error:
            raise Problem(422, "cannot-think", sentence(error)) from None


@route(bp, "POST", "/api/games/<game>/values", refuses=(404, 422, 503))
def values(game: str, wanted: Values) -> MoveValues:
    """What every legal move is worth, by the opening book or the engine."""
    board = game_of(game).board
    if not board.legal_moves:
        return MoveValues((), wanted.depth)
    effort = Effort(wanted.depth, HINT.exact_from)
    found = move_values(board, effort, seconds=SECONDS, place=thinking)
    return MoveValues([_value(each, board.size) for each in found.values()], wanted.depth)


@route(bp, "GET", "/api/games/<game>/hint", refuses=(404, 409, 503))
def hint(game: str) -> HintView:
    """A good move for the person to move; where the engine plays, with its value and line."""
    position = tables().to_advise(visitor(), game_or_link_id(game))
    board = position.board
    value = None
    if board.size in ENGINE_SIZES:
        (best,) = move_values(board, HINT, seconds=SECONDS, lines=1, place=thinking).values()
        square, value = best.move, _value(best, board.size)
    else:
        square = tables().advise(visitor(), position)
    flips = len(board.flips(square))
    name = square_name(square, board.size)
    told = f"Hint: {name}, which turns {'1 disc' if flips == 1 else f'{flips} discs'}."
    return HintView(name, told, value)


@route(bp, "POST", "/api/games/<game>/review", refuses=(404, 422, 503))
def review(game: str, wanted: ReviewMove) -> ReviewedMove:
    """What one move of the game cost, and why."""
    made = move_at(game_of(game), wanted.ply)
    with thinking() as engine:
        found = look_at(made, engine, SCREEN)
    return msgspec.convert(move_document(judged(made, found)), ReviewedMove)


@route(bp, "GET", "/api/games/<game>/about", refuses=(404,))
def about(game: str) -> About:
    """The opening's name, and the whole game packed for a link."""
    found = game_of(game)
    return About(opening_name(found) or None, pack_game(found))


@route(bp, "GET", "/api/games/<game>/picture.png", refuses=(404,), file="image/png")
def picture(game: str) -> Response:
    """The position as a picture."""
    found = game_of(game)
    last = found.last_move
    return _file(
        board_png(found.board, last_move=None if last is None else last.square),
        "image/png",
        "othello.png",
    )


@route(bp, "GET", "/api/games/<game>/picture.svg", refuses=(404,), file="image/svg+xml")
def drawing(game: str) -> Response:
    """The position as a drawing."""
    found = game_of(game)
    last = found.last_move
    text = found.board.to_svg(last_move=None if last is None else last.square)
    return _file(text.encode(), "image/svg+xml", "othello.svg")


@route(bp, "GET", "/api/games/<game>/film.gif", refuses=(404, 503), file="image/gif")
def film(game: str) -> Response:
    """The game, move by move."""
    with thinking():  # a film of a large board takes seconds: one at a time
        return _file(game_gif(game_of(game)), "image/gif", "othello.gif")


@route(bp, "GET", "/api/games/<game>/game.ggf", refuses=(404,), file="text/plain")
def ggf(game: str) -> Response:
    """The game in GGF."""
    text = write_ggf(record_of(game_of(game))) + "\n"
    return _file(text.encode(), "text/plain; charset=utf-8", "othello.ggf")


@route(bp, "POST", "/api/read", refuses=(422,))
def read(wanted: Pasted) -> Read:
    """Recognise a pasted text and read it."""
    try:
        pasted = read_anything(wanted.text)
    except InvalidRecord as error:
        raise Problem(422, "cannot-read", sentence(error)) from None
    return Read(pasted.format, [_read(game) for game in pasted.games[:100]])


def move_at(game: Game, ply: int) -> MadeMove:
    """The move made after so many moves and passes."""
    plies = (*game.history, *game.future)
    square = plies[ply].square if ply < len(plies) else None
    if square is None:
        raise Problem(422, "no-move", f"This game has no move after {ply} moves and passes.")
    number = sum(not each.is_pass for each in plies[: ply + 1])
    return MadeMove(ply, number, plies[ply - 1].board if ply else game.start, square)


def game_of(game: str) -> Game:
    """The game of an id, or in a link."""
    return tables().find(visitor(), game_or_link_id(game)).standing.game


def _value(hint: MoveValue, size: int) -> ValueView:
    return ValueView(
        square=square_name(hint.move, size),
        score=hint.score,
        exact=hint.exact,
        best=hint.best,
        fate=None if hint.fate is None else hint.fate.value,
        depth=hint.depth,
        book=hint.book,
        line=[square_name(square, size) for square in hint.line],
    )


def _read(game: Game) -> ReadGame:
    game.go_to(game.ply + len(game.future))
    return ReadGame(
        size=game.size,
        start=None if game.start == Board(game.size) else game.start.to_text(),
        transcript=game.transcript,
        black=game.info.get("black", ""),
        white=game.info.get("white", ""),
        result=None if game.outcome is None else str(game.outcome),
    )


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

"""The API's study: hints, values, reviews move by move, pictures, and whatever is pasted.

A review is asked for one move at a time: the page counts its progress and stops by not asking on,
and no worker keeps anything in memory but what the engine remembers of positions.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from flask import Blueprint, Response, jsonify

from outflank.board import Board, Square, square_name
from outflank.book import default_book
from outflank.engine import ENGINE_SIZES, CannotThink, Engine, Limit
from outflank.formats import InvalidRecord, pack_game, read_anything, record_of, write_ggf
from outflank.game import Game
from outflank.openings import openings
from outflank.pictures import board_png, game_gif
from outflank.review.document import move_document
from outflank.review.hints import HINT_DEPTH, TRUTH_EMPTIES, Hint, hints_of
from outflank.review.review import review_move
from outflank.review.values import SCREEN_EFFORT
from outflank.web.context import tables
from outflank.web.problems import Problem, sentence
from outflank.web.requests import body, game_or_link_id
from outflank.web.visitors import visitor

SECONDS = 4.0  # the longest one question may take
PATIENCE = 6.0  # seconds a question waits for its turn
MOST_WAITING = 8  # questions, the one being thought about included
REVIEW = SCREEN_EFFORT

bp = Blueprint("study", __name__)


@cache
def _engine() -> Engine:
    return Engine(hash_mb=32)


_AT_THE_ENGINE = threading.BoundedSemaphore(1)
_IN_THE_QUEUE = threading.BoundedSemaphore(MOST_WAITING)


@contextmanager
def thinking() -> Iterator[Engine]:
    """This worker's engine, for one question at a time; a long queue is told to come back later.

    A question's time begins when its turn has come, so a busy server answers late or not at all,
    but never with a thought that had no time.
    """
    if not _IN_THE_QUEUE.acquire(blocking=False):
        raise _busy()
    try:
        if not _AT_THE_ENGINE.acquire(timeout=PATIENCE):
            raise _busy()
        try:
            yield _engine()
        except CannotThink as error:
            raise Problem(422, "cannot-think", sentence(error)) from None
        finally:
            _AT_THE_ENGINE.release()
    finally:
        _IN_THE_QUEUE.release()


def _busy() -> Problem:
    return Problem(
        503,
        "busy",
        "Many positions are being studied at this moment; try again shortly.",
        retry_after=1,
    )


@bp.post("/api/games/<game>/values")
def values(game: str) -> Response:
    """What every legal move is worth, by the opening book or the engine."""
    board = game_of(game).board
    depth = int(body("Values").get("depth", HINT_DEPTH))
    if not board.legal_moves:
        return jsonify(values=[], depth=depth)
    found = _hints(board, depth, lines=len(board.legal_moves))
    return jsonify(values=[_value(hint, board.size) for hint in found], depth=depth)


@bp.get("/api/games/<game>/hint")
def hint(game: str) -> Response:
    """A good move for the person to move; where the engine plays, with its value and line."""
    position = tables().to_advise(visitor(), game_or_link_id(game))
    board = position.board
    value = None
    if board.size in ENGINE_SIZES:
        (best,) = _hints(board, HINT_DEPTH, lines=1)
        square, value = best.move, _value(best, board.size)
    else:
        square = tables().advise(visitor(), position)
    flips = len(board.flips(square))
    name = square_name(square, board.size)
    told = f"Hint: {name}, which turns {'1 disc' if flips == 1 else f'{flips} discs'}."
    return jsonify(square=name, sentence=told, value=value)


def _hints(board: Board, depth: int, *, lines: int) -> list[Hint]:
    """The values of the best moves, so many of them, best first, by the book or the engine."""
    results = default_book().results(board)[:lines]
    if not results:
        limit = Limit(seconds=SECONDS, depth=depth, exact_from=TRUTH_EMPTIES)
        with thinking() as engine:
            results = engine.analyse(board, limit, lines=lines)
    return list(hints_of(results).values())


@bp.post("/api/games/<game>/review")
def review(game: str) -> Response:
    """What one move of the game cost, and why."""
    ply, number, board, square = move_at(game_of(game), int(body("ReviewMove")["ply"]))
    with thinking() as engine:
        move = review_move(engine, REVIEW, ply, number, board, square)
    return jsonify(move_document(move))


@bp.get("/api/games/<game>/about")
def about(game: str) -> Response:
    """The opening's name, and the whole game packed for a link."""
    found = game_of(game)
    boards = [found.start, *(ply.board for ply in found.history)]
    opening = openings().of(boards) if found.start == Board() else None
    return jsonify(opening=None if opening is None else opening.name, link=pack_game(found))


@bp.get("/api/games/<game>/picture.png")
def picture(game: str) -> Response:
    """The position as a picture."""
    found = game_of(game)
    last = found.last_move
    return _file(
        board_png(found.board, last_move=None if last is None else last.square),
        "image/png",
        "othello.png",
    )


@bp.get("/api/games/<game>/picture.svg")
def drawing(game: str) -> Response:
    """The position as a drawing."""
    found = game_of(game)
    last = found.last_move
    text = found.board.to_svg(last_move=None if last is None else last.square)
    return _file(text.encode(), "image/svg+xml", "othello.svg")


@bp.get("/api/games/<game>/film.gif")
def film(game: str) -> Response:
    """The game, move by move."""
    with thinking():  # a film of a large board takes seconds: one at a time
        return _file(game_gif(game_of(game)), "image/gif", "othello.gif")


@bp.get("/api/games/<game>/game.ggf")
def ggf(game: str) -> Response:
    """The game in GGF."""
    text = write_ggf(record_of(game_of(game))) + "\n"
    return _file(text.encode(), "text/plain; charset=utf-8", "othello.ggf")


@bp.post("/api/read")
def read() -> Response:
    """Recognise a pasted text and read it."""
    try:
        pasted = read_anything(body("Pasted")["text"])
    except InvalidRecord as error:
        raise Problem(422, "cannot-read", sentence(error)) from None
    return jsonify(format=pasted.format, games=[_read(game) for game in pasted.games[:100]])


def move_at(game: Game, ply: int) -> tuple[int, int, Board, Square]:
    """The move made after so many moves and passes: ply, number, position, square."""
    plies = (*game.history, *game.future)
    square = plies[ply].square if ply < len(plies) else None
    if square is None:
        raise Problem(422, "no-move", f"This game has no move after {ply} moves and passes.")
    number = sum(not each.is_pass for each in plies[: ply + 1])
    return ply, number, plies[ply - 1].board if ply else game.start, square


def game_of(game: str) -> Game:
    """The game of an id, or in a link."""
    return tables().find(visitor(), game_or_link_id(game)).standing.game


def _value(hint: Hint, size: int) -> dict[str, Any]:
    return {
        "square": square_name(hint.move, size),
        "score": hint.score,
        "exact": hint.exact,
        "best": hint.best,
        "fate": None if hint.fate is None else hint.fate.value,
        "depth": hint.depth,
        "book": hint.book,
        "line": [square_name(square, size) for square in hint.line],
    }


def _read(game: Game) -> dict[str, Any]:
    game.go_to(game.ply + len(game.future))
    return {
        "size": game.size,
        "start": None if game.start == Board(game.size) else game.start.to_text(),
        "transcript": game.transcript,
        "black": game.info.get("black", ""),
        "white": game.info.get("white", ""),
        "result": None if game.outcome is None else str(game.outcome),
    }


def _file(content: bytes, kind: str, name: str) -> Response:
    response = Response(content, content_type=kind)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response

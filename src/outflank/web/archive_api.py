"""The API's archive: other people's games, searched by words and by position.

The archive is the one that ``outflank archive import`` fills on the server's machine; a visitor
only reads it. An answer has a bounded number of games, and a search that would have to wait long
for others is refused.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Blueprint, Flask, Response, current_app, jsonify

from outflank.board import Board, InvalidPosition, square_name
from outflank.storage.archive import (
    ARCHIVE_FILE,
    Archive,
    FoundGame,
    NextMove,
    NoSuchGame,
    Query,
    open_archive,
)
from outflank.web.context import SETTINGS
from outflank.web.problems import Problem, sentence
from outflank.web.requests import body

PAGE = 50  # games in one answer
PATIENCE = 3.0  # seconds to wait for other people's searches
HOW = (
    "The archive has no games yet. On the server's machine, `outflank archive import FILES` "
    "adds them."
)
_SHELF = "outflank.archive"

bp = Blueprint("archive", __name__, url_prefix="/api/archive")


class Shelf:
    """The archive of one application, opened when somebody asks; one search at a time."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.archive: Archive | None = None

    def close(self) -> None:
        """Let go of the database."""
        if self.archive is not None:
            self.archive.close()


def init_app(app: Flask) -> None:
    """Give the application a place for its archive."""
    app.extensions[_SHELF] = Shelf()


def close(app: Flask) -> None:
    """Let go of the application's archive."""
    app.extensions[_SHELF].close()


@bp.post("/search")
def search() -> Response:
    """The games that fit, some at a time, and what was played next from the position."""
    wanted = body("ArchiveSearch")
    query = Query(
        player=wanted.get("player", "").strip(),
        event=wanted.get("event", "").strip(),
        opening=wanted.get("opening", "").strip(),
        years=_years(wanted),
        board=_board(wanted["position"]) if "position" in wanted else None,
    )
    offset = int(wanted.get("offset", 0))
    with _archive() as archive:
        found = archive.search(query, limit=PAGE, offset=offset)
    return jsonify(
        total=found.total,
        offset=offset,
        games=[_listed(game) for game in found.games],
        next=[_next(move) for move in found.next_moves],
        ended=found.ended,
    )


@bp.get("/games/<number>")
def game(number: str) -> Response:
    """A game with its moves."""
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise Problem(404, "no-such-game", "A game of the archive has a number, such as 38206.")
    with _archive() as archive:
        try:
            record = archive.game(int(number))
        except NoSuchGame as error:
            raise Problem(404, "no-such-game", sentence(error)) from None
    return jsonify(
        id=int(number),
        transcript=record.transcript,
        black=record.black,
        white=record.white,
        event=record.event,
        year=record.year,
        score=record.score,
    )


@contextmanager
def _archive() -> Iterator[Archive]:
    shelf: Shelf = current_app.extensions[_SHELF]
    file = current_app.extensions[SETTINGS].folder / ARCHIVE_FILE
    if not shelf.lock.acquire(timeout=PATIENCE):
        raise Problem(503, "busy", "Others search the archive now; try again in a moment.")
    try:
        if shelf.archive is None:
            if not file.exists():  # looking makes no archive
                raise Problem(404, "no-archive", HOW)
            shelf.archive = open_archive(f"sqlite:///{file}")
        if not shelf.archive.list_sources():
            raise Problem(404, "no-archive", HOW)
        yield shelf.archive
    finally:
        shelf.lock.release()


def _years(wanted: dict[str, Any]) -> tuple[int, int] | None:
    first, last = wanted.get("first_year"), wanted.get("last_year")
    if first is None and last is None:
        return None
    return (0 if first is None else first, 9999 if last is None else last)


def _board(text: str) -> Board:
    try:
        board = Board.from_text(text)
    except InvalidPosition as error:
        raise Problem(422, "invalid-position", sentence(error)) from None
    if board.size != 8:
        raise Problem(
            422,
            "invalid-position",
            f"The archive has games on 8×8; this position is {board.size}×{board.size}.",
        )
    return board


def _listed(game: FoundGame) -> dict[str, Any]:
    return {
        "id": game.id,
        "black": game.black,
        "white": game.white,
        "event": game.event,
        "opening": game.opening,
        "year": game.year,
        "score": game.score,
    }


def _next(move: NextMove) -> dict[str, Any]:
    return {
        "squares": [square_name(square) for square in move.squares],
        "games": move.games,
        "won": move.won,
        "drawn": move.drawn,
        "lost": move.lost,
        "average": move.average,
    }

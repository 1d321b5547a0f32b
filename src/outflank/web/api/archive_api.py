"""The API's archive: other people's games, searched by words and by position.

The archive is the one that ``outflank archive import`` fills on the server's machine. A visitor of
a server for others only reads it; on one's own computer one puts files into it. An answer has a
bounded number of games, and a search that would have to wait long for others is refused.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint, Flask, current_app
from msgspec import Meta

from outflank.board import Board, sentence, square_name
from outflank.formats import InvalidRecord
from outflank.openings.names import opening_name
from outflank.storage.archive.archive import (
    ARCHIVE_FILE,
    AlreadyImported,
    Archive,
    FoundGame,
    Imported,
    Query,
    open_archive,
)
from outflank.storage.archive.explorer_sources import explored
from outflank.storage.database import file_url
from outflank.study.explorer import ExplorerView, NextMove
from outflank.translation import N_, _, ngettext
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import PositionText, Request, line
from outflank.web.api.routing import game_or_link_id, route
from outflank.web.context import games
from outflank.web.games.game_service import game_service
from outflank.web.http.rate_limits import SEARCHES
from outflank.web.http.visitors import visitor
from outflank.web.settings import SETTINGS
from outflank.workers.fair_queue import BUSY, FairQueue
from outflank.workers.fair_slots import FairSlots

PAGE = 50  # games in one answer
PATIENCE = 3.0  # seconds to wait for other people's searches
MOST_WAITING = 6  # so that searches never take all threads of a server
HOW = N_(
    "The archive has no games yet. Run `outflank archive import FILES` on the server to add them."
)
EMPTY = N_("The archive has no games yet. The Archive window shows how to add them.")
_SHELF = "outflank.archive"

bp = Blueprint("archive", __name__, url_prefix="/api/archive")


Words = Annotated[str, line(100, "part of a name, at most 100 characters in one line")]
Year = Annotated[int, Meta(ge=1800, le=9999, description="a year such as 1985")]


class ArchiveSearch(Request):
    """What to look for; all of it must fit."""

    player: Words = ""
    event: Words = ""
    opening: Words = ""
    first_year: Year | None = None
    last_year: Year | None = None
    position: PositionText | None = None
    offset: Annotated[
        int, Meta(ge=0, le=100_000_000, description="how many games to skip, 0 or more")
    ] = 0


@dataclass(frozen=True, slots=True)
class NextMoveView:
    """A move that was played from the position, and how the games went on."""

    squares: Sequence[str]
    games: int
    won: int
    drawn: int
    lost: int
    average: float | None


@dataclass(frozen=True, slots=True)
class ArchiveFound:
    """Some of the games that fit, and what was played next in all of them."""

    total: int
    offset: int
    games: Sequence[FoundGame]
    next: Sequence[NextMoveView]
    ended: int


@dataclass(frozen=True, slots=True)
class ArchiveGame:
    id: int
    transcript: str
    black: str
    white: str
    event: str
    year: int | None
    score: int | None


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    name: str
    games: int


@dataclass(frozen=True, slots=True)
class ArchiveContents:
    """The files in the archive; none where it is empty."""

    files: Sequence[ArchiveFile]
    may_add: bool  # whether whoever asks may put files into it: on one's own computer
    coming_in: int | None  # how many games have been read of a file that is put in now


File = Annotated[bytes, Meta(description="a file's bytes in base64")]


class ArchiveUpload(Request):
    """A file of games; WTHOR has the names of players and tournaments in two files beside it."""

    name: Annotated[str, line(200, "the file's name, whose ending says the format, at most 200")]
    content: File
    players: File = b""
    tournaments: File = b""


@dataclass(frozen=True, slots=True)
class ArchiveAdded:
    """What came of a file."""

    games: int
    told: str


class Shelf:
    """The archive of one application, opened when somebody asks; one search at a time."""

    def __init__(self) -> None:
        self.slots = FairSlots(
            FairQueue(1, waiting=MOST_WAITING),
            patience=PATIENCE,
            sentence=BUSY,
        )
        self.archive: Archive | None = None
        self.coming_in: int | None = None

    def close(self) -> None:
        if self.archive is not None:
            self.archive.close()


def init_app(app: Flask) -> None:
    app.extensions[_SHELF] = Shelf()


def close(app: Flask) -> None:
    app.extensions[_SHELF].close()


@route(bp, "GET", "", errors=(503,), lane="slow")
def contents() -> ArchiveContents:
    """What is in the archive."""
    try:
        with _archive() as archive:
            found = archive.list_sources()
    except ApiError as problem:
        if problem.code != "no-archive":
            raise
        found = []
    return ArchiveContents(
        [ArchiveFile(name, count) for _number, name, count in found],
        may_add=_may_add(),
        coming_in=_shelf().coming_in,
    )


@route(bp, "POST", "/files", errors=(403, 409, 422, 503), lane="slow")
def add(body: ArchiveUpload) -> ArchiveAdded:
    """Put the games of a file into the archive, all or none. On one's own computer only."""
    if not _may_add():
        raise ApiError(
            403,
            "not-your-archive",
            _(
                "Only the host of this server can add games, with `outflank archive import FILES` "
                "on the server."
            ),
        )
    shelf = _shelf()
    with shelf.slots.acquire(visitor()):
        if shelf.coming_in is not None:
            raise ApiError(409, "busy", _("The server is importing another file. Try again later."))
        if shelf.archive is None:
            shelf.archive = _opened(make=True)
        shelf.coming_in = 0
    files = {"jou": body.players, "trn": body.tournaments}
    try:
        done = shelf.archive.import_upload(
            body.content,
            name=body.name,
            beside={ending: content for ending, content in files.items() if content},
            progress=lambda games: setattr(shelf, "coming_in", games),
        )
    except (AlreadyImported, InvalidRecord) as error:
        raise ApiError(422, "not-imported", sentence(error)) from None
    finally:
        shelf.coming_in = None
    return ArchiveAdded(done.games, _told(body.name, done))


@route(bp, "POST", "/search", errors=(404, 422, 503), budget=SEARCHES, lane="slow")
def search(body: ArchiveSearch) -> ArchiveFound:
    """The games that fit, some at a time, and what was played next from the position."""
    query = Query(
        player=body.player.strip(),
        event=body.event.strip(),
        opening=body.opening.strip(),
        years=_years(body),
        board=None if body.position is None else _board(body.position),
    )
    with _archive() as archive:
        found = archive.search(query, limit=PAGE, offset=body.offset)
    return ArchiveFound(
        total=found.total,
        offset=body.offset,
        games=found.games,
        next=[_next(move) for move in found.next_moves],
        ended=found.ended,
    )


@route(bp, "GET", "/explorer/<game>", errors=(404, 503), budget=SEARCHES, lane="slow")
def explore(game: str) -> ExplorerView:
    """What the book, the archive and your own games say of the position where a game stands."""
    played = game_service().find_own(visitor(), game_or_link_id(game)).session.game
    own, name = games().lines(visitor(), played.size), opening_name(played)
    try:
        with _archive() as archive:
            return explored(played.board, name, archive, own)
    except ApiError as problem:
        if problem.code != "no-archive":
            raise
        return explored(played.board, name, None, own, EMPTY)


@route(bp, "GET", "/games/<number>", errors=(404, 503), lane="slow")
def game(number: str) -> ArchiveGame:
    """A game of the archive with its moves."""
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise ApiError(404, "no-such-game", _("The archive numbers its games, such as 38206."))
    with _archive() as archive:
        record = archive.game(int(number))
    return ArchiveGame(
        id=int(number),
        transcript=record.transcript,
        black=record.black,
        white=record.white,
        event=record.event,
        year=record.year,
        score=record.score,
    )


def _told(name: str, done: Imported) -> str:
    told = ngettext(
        "Imported {count} game of {name}.",
        "Imported {count} games of {name}.",
        done.games,
        name=name,
    )
    if done.left_out:
        told += " " + ngettext(
            "Skipped {count} game with another start or size: the archive has 8×8 games only.",
            "Skipped {count} games with another start or size: the archive has 8×8 games only.",
            done.left_out,
        )
    return told


def _shelf() -> Shelf:
    shelf: Shelf = current_app.extensions[_SHELF]
    return shelf


def _may_add() -> bool:
    """Whether this server is for its own computer alone, so that whoever asks owns the archive."""
    may: bool = current_app.extensions[SETTINGS].local_saves
    return may


@contextmanager
def _archive() -> Iterator[Archive]:
    shelf = _shelf()
    with shelf.slots.acquire(visitor()):
        if shelf.archive is None:
            shelf.archive = _opened()
        if not shelf.archive.list_sources():
            raise ApiError(404, "no-archive", _(HOW))
        yield shelf.archive


def _opened(*, make: bool = False) -> Archive:
    """The archive in the server's database; beside it where that is a file of games alone."""
    database = games().database
    if not database.is_sqlite:
        return Archive(database)
    file = current_app.extensions[SETTINGS].folder / ARCHIVE_FILE
    if not (make or file.exists()):  # looking makes no archive
        raise ApiError(404, "no-archive", _(HOW))
    return open_archive(file_url(file))


def _years(body: ArchiveSearch) -> tuple[int, int] | None:
    first, last = body.first_year, body.last_year
    if first is None and last is None:
        return None
    return (0 if first is None else first, 9999 if last is None else last)


def _board(text: str) -> Board:
    board = Board.from_text(text)
    if board.size != 8:
        raise ApiError(
            422,
            "invalid-position",
            _("The archive has only 8×8 games, not {size}×{size}.", size=board.size),
        )
    return board


def _next(move: NextMove) -> NextMoveView:
    names = [square_name(square) for square in move.squares]
    return NextMoveView(names, move.games, move.won, move.drawn, move.lost, move.average)

"""The archive API: published games, searched by text and by position.

``outflank archive import`` fills the archive on the server's machine. Visitors of a public server
can only read it; a user of a local server can also import files. A response has a limited number of
games, and a search that would wait too long for other searches is rejected.
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
from outflank.web.api.routing import route
from outflank.web.api.study_api import Line, game_along
from outflank.web.context import games
from outflank.web.http.rate_limits import SEARCHES
from outflank.web.http.visitors import visitor
from outflank.web.settings import SETTINGS
from outflank.workers.fair_queue import BUSY, FairQueue
from outflank.workers.fair_slots import FairSlots

PAGE = 50  # games per response
PATIENCE = 3.0  # seconds to wait for other people's searches
MOST_WAITING = 6  # so that searches never occupy all threads of a server
HOW = N_(
    "The archive has no games yet. Run `outflank archive import FILES` on the server to add them."
)
EMPTY = N_("The archive has no games yet. The Archive window shows how to add them.")
_SHELF = "outflank.archive"

bp = Blueprint("archive", __name__, url_prefix="/api/archive")


Words = Annotated[str, line(100, "part of a name, at most 100 characters in one line")]
Year = Annotated[int, Meta(ge=1800, le=9999, description="a year such as 1985")]


class ArchiveSearch(Request):
    """Search conditions, all of which must match."""

    player: Words = ""
    event: Words = ""
    opening: Words = ""
    first_year: Year | None = None
    last_year: Year | None = None
    position: PositionText | None = None
    offset: Annotated[
        int, Meta(ge=0, le=100_000_000, description="the number of games to skip, 0 or more")
    ] = 0


@dataclass(frozen=True, slots=True)
class NextMoveView:
    """A move played from the position, and the results of its games."""

    squares: Sequence[str]
    games: int
    won: int
    drawn: int
    lost: int
    average: float | None


@dataclass(frozen=True, slots=True)
class ArchiveFound:
    """One page of the matching games, and the next moves in all of them."""

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
    """The files in the archive."""

    files: Sequence[ArchiveFile]
    may_add: bool  # whether the user may import files (local servers only)
    coming_in: int | None  # number of games read so far by a running import


File = Annotated[bytes, Meta(description="a file's bytes in base64")]


class ArchiveUpload(Request):
    """A file of games; a WTHOR file comes with two files of player and tournament names."""

    name: Annotated[
        str, line(200, "a file name with the format's extension, at most 200 characters")
    ]
    content: File
    players: File = b""
    tournaments: File = b""


@dataclass(frozen=True, slots=True)
class ArchiveAdded:
    """The result of an import."""

    games: int
    told: str


class Shelf:
    """The archive of one application, opened on first use; it runs one search at a time."""

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
    """List the files in the archive."""
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
    """Import a file into the archive, all or none. Local servers only."""
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
    """Search the archive and return one page of games, with the next moves from the position."""
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


class ExploredLine(Request):
    """A position of a game, or of another line from its start."""

    line: Annotated[Line | None, Meta(description="another line; null for the game's own")] = None


@route(bp, "POST", "/explorer/<game>", errors=(404, 422, 503), budget=SEARCHES, lane="slow")
def explore(game: str, body: ExploredLine) -> ExplorerView:
    """What the book, the archive and your own games say of a position of a game."""
    played = game_along(game, body.line)
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
    """Return a game of the archive with its moves."""
    if not (number.isascii() and number.isdigit() and len(number) < 10):
        raise ApiError(
            404, "no-such-game", _("The id of a game in the archive is a number, such as 38206.")
        )
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
        "Imported {count} game from {name}.",
        "Imported {count} games from {name}.",
        done.games,
        name=name,
    )
    if done.left_out:
        told += " " + ngettext(
            "Skipped {count} game with a different start or size: the archive has only 8×8 games.",
            "Skipped {count} games with a different start or size: the archive has only 8×8 games.",
            done.left_out,
        )
    return told


def _shelf() -> Shelf:
    shelf: Shelf = current_app.extensions[_SHELF]
    return shelf


def _may_add() -> bool:
    """Return True if only this computer can connect, so that the user owns the archive."""
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
    """Open the archive: in PostgreSQL, or in a file beside the server's SQLite database."""
    database = games().database
    if not database.is_sqlite:
        return Archive(database)
    file = current_app.extensions[SETTINGS].folder / ARCHIVE_FILE
    if not (make or file.exists()):  # reading does not create an archive
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

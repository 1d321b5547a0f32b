"""Errors of the API: an HTTP status, a code for programs and a message for people."""

from typing import Any

import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException, RequestEntityTooLarge

from outflank.board import InvalidPosition, InvalidSquare, sentence
from outflank.club.names import InvalidName
from outflank.formats import InvalidSave, InvalidTranscript
from outflank.game import InvalidTimeControl
from outflank.openings.balanced import InvalidStart
from outflank.play.opponents.seating import InvalidSeat
from outflank.play.view import GameView
from outflank.storage.archive.archive import NotInArchive
from outflank.storage.club.challenges import NoSuchChallenge
from outflank.storage.club.club_events import EventRefused, NoSuchEvent
from outflank.storage.club.members import NameTaken
from outflank.storage.club.passwords import NotAMember, WouldBeLost, WrongPassword
from outflank.storage.club.tokens import NoSuchToken, TooManyTokens
from outflank.storage.files.saves import InvalidSaveName, NoSuchSave
from outflank.storage.games.games import NoSuchGame, StillPlayed, TooManyEvents, TooManyGames
from outflank.storage.games.invitations import NoSuchInvitation
from outflank.storage.games.recovery_codes import NoSuchCode, NothingToTake
from outflank.storage.limits import StorageFull
from outflank.storage.outage_log import UNAVAILABLE
from outflank.storage.study.practice_cards import TooManyCards
from outflank.study.repertoire.repertoire import RepertoireError
from outflank.translation import _
from outflank.workers.fair_queue import Busy

AWAY_RETRY = 5  # seconds


class Error(msgspec.Struct, frozen=True, omit_defaults=True):
    """An error: what went wrong and why."""

    error: str  # the message for people
    code: str  # the code for programs
    game: GameView | None = None
    """The current game, if the client's view of it may be outdated."""


class ApiError(Exception):
    """A request that the server rejects."""

    def __init__(
        self,
        status: int,
        code: str,
        sentence: str,
        *,
        game: GameView | None = None,
        retry_after: int | None = None,
    ) -> None:
        super().__init__(sentence)
        self.status = status
        self.code = code
        self.sentence = sentence
        self.game = game
        self.retry_after = retry_after


def _no_such_page() -> Response:
    """Return a page for an address that does not exist."""
    text, link = _("There is nothing at this address."), _("Play Othello")
    title = f"<title>{text}</title>"
    body = f'<h1>{text}</h1><p><a href="{request.script_root}/">{link}</a></p>'
    return Response(f"<!doctype html>{title}{body}", 404)


# Exceptions of the lower layers, for all routes.
_ERRORS: dict[type[Exception], tuple[int, str]] = {
    NoSuchGame: (404, "no-such-game"),
    StillPlayed: (409, "still-played"),
    NoSuchEvent: (404, "no-such-event"),
    EventRefused: (409, "event-refused"),
    NoSuchSave: (404, "no-such-save"),
    RepertoireError: (422, "invalid-repertoire"),
    TooManyCards: (409, "too-many-cards"),
    TooManyGames: (409, "too-many-games"),
    TooManyEvents: (409, "too-many-events"),
    StorageFull: (507, "storage-full"),
    InvalidSeat: (422, "unknown-opponent"),
    InvalidSave: (422, "invalid-save"),
    InvalidSaveName: (422, "invalid-name"),
    InvalidTranscript: (422, "invalid-moves"),
    InvalidSquare: (422, "illegal-move"),
    InvalidStart: (422, "invalid-openings"),
    InvalidPosition: (422, "invalid-position"),
    InvalidTimeControl: (422, "invalid-clock"),
    NotInArchive: (404, "no-such-game"),
    NoSuchInvitation: (404, "no-such-invitation"),
    NoSuchCode: (404, "no-such-code"),
    NothingToTake: (409, "no-games"),
    InvalidName: (422, "invalid-name"),
    NameTaken: (409, "name-taken"),
    NotAMember: (409, "no-member"),
    NoSuchChallenge: (404, "no-such-challenge"),
    NoSuchToken: (404, "no-such-token"),
    TooManyTokens: (409, "too-many-tokens"),
    WrongPassword: (403, "wrong-password"),
    WouldBeLost: (409, "no-way-back"),
}


def init_app(app: Flask) -> None:
    """Return errors as JSON under /api and as plain pages elsewhere."""

    @app.errorhandler(ApiError)
    def tell(problem: ApiError) -> tuple[Response, int]:
        error = Error(problem.sentence, problem.code, problem.game)
        response = Response(msgspec.json.encode(error), content_type="application/json")
        if problem.retry_after is not None:
            response.headers["Retry-After"] = str(problem.retry_after)
        return response, problem.status

    def no_database(error: Exception) -> tuple[Response, int]:
        sentence = _("The server's database is unavailable. Try again in a few seconds.")
        return tell(ApiError(503, "storage-away", sentence, retry_after=AWAY_RETRY))

    for unavailable in UNAVAILABLE:
        app.register_error_handler(unavailable, no_database)

    @app.errorhandler(Busy)
    def busy(error: Busy) -> tuple[Response, int]:
        return tell(ApiError(503, "busy", _(str(error)), retry_after=error.retry_after))

    for kind, (status, code) in _ERRORS.items():

        @app.errorhandler(kind)
        def translate(
            error: Exception, status: int = status, code: str = code
        ) -> tuple[Response, int]:
            return tell(ApiError(status, code, sentence(error)))

    @app.errorhandler(RequestEntityTooLarge)
    def too_large(error: RequestEntityTooLarge) -> tuple[Response, int]:
        most = app.config["MAX_CONTENT_LENGTH"] // 1024
        why = _("The request is too large. The limit is {most} KB.", most=most)
        return tell(ApiError(413, "too-large", why))

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Any:
        if not request.path.startswith("/api"):
            return error.get_response() if error.code != 404 else _no_such_page()
        status = error.code or 500
        why = error.description or _("The request failed.")
        if status == 404:
            why = _("There is nothing at this address.")
        elif status == 405:
            why = _("This address does not accept {method} requests.", method=request.method)
        response, _status = tell(ApiError(status, "http-error", why))
        for name, value in error.get_headers():
            if name.lower() not in ("content-type", "content-length"):
                response.headers[name] = value
        return response, status

    @app.errorhandler(500)
    def broken(error: Exception) -> tuple[Response, int]:
        # The traceback is logged but not sent to the visitor.
        return tell(
            ApiError(500, "server-error", _("The server has failed. Your game is safe. Try again."))
        )

"""The API's shelf: starting, listing, naming, saving, loading and deleting games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Annotated, TypeVar

from flask import Blueprint, Response, current_app, request
from msgspec import Meta
from sqlalchemy.exc import IntegrityError

from outflank.board import Board, Color, InvalidPosition
from outflank.sitting import (
    HUMAN,
    CharacterView,
    Game,
    Notice,
    OpponentView,
    TimeControl,
    character_views,
    parse_time_control,
    person_name,
)
from outflank.storage import NOTE, read_transcript, save_game
from outflank.web import events
from outflank.web.api import answer, route
from outflank.web.budgets import GAMES, IMPORTS
from outflank.web.context import games, seats, tables
from outflank.web.fields import (
    ClockText,
    GameName,
    PersonName,
    PositionText,
    Request,
    RequestId,
    SeatText,
    Size,
)
from outflank.web.openapi import document
from outflank.web.problems import Problem, sentence
from outflank.web.reading import reading_room
from outflank.web.requests import checked_name, game_id, game_or_link_id
from outflank.web.state import EntryView, GameView, entry_view
from outflank.web.tables import past_games
from outflank.web.visitors import visitor

bp = Blueprint("games", __name__, url_prefix="/api")
Done = TypeVar("Done")


class NewGame(Request):
    """A game to start: on 8×8 with the server's usual players, where it says nothing else."""

    size: Size | None = None
    black: SeatText | None = None
    white: SeatText | None = None
    transcript: Annotated[
        str, Meta(max_length=2000, description="moves such as f5d6c3, at most 2000 characters")
    ] = ""
    start: PositionText | None = None
    name: GameName | None = None
    black_name: PersonName | None = None
    white_name: PersonName | None = None
    clock: ClockText | None = None
    request: RequestId | None = None


class SitDown(Request):
    """Somebody has come."""

    request: RequestId | None = None


class Import(Request):
    """A game to load: a save of ours, or of another program, or any text with a game in it."""

    save: Annotated[str, Meta(max_length=200_000, description="the text of a file with a game")]
    name: (
        Annotated[str, Meta(min_length=1, max_length=80, description="1 to 80 characters")] | None
    ) = None


class Name(Request):
    """What a game is to be called."""

    name: GameName


class Nothing(Request):
    """Nothing more needs to be said."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """Who there is to play against: characters with your record, and the whole catalogue."""

    characters: Sequence[CharacterView]
    opponents: Sequence[OpponentView]


@dataclass(frozen=True, slots=True)
class Games:
    """The shelf."""

    games: Sequence[EntryView]


@route(bp, "GET", "/openapi.json", file="application/json")
def openapi() -> Response:
    """The description of this API."""
    return answer(document(current_app))


@route(bp, "GET", "/opponents")
def list_opponents() -> Opponents:
    """The opponents and their settings."""
    past = past_games(games().finished(visitor()))
    return Opponents(character_views(past), seats().opponents())


@route(bp, "GET", "/games")
def list_games() -> Games:
    """Your games, the latest first."""
    return Games([entry_view(entry) for entry in games().shelf(visitor())])


@route(bp, "POST", "/games", status=201, refuses=(409, 422, 429, 507))
def create(wanted: NewGame) -> GameView:
    """Start a game."""
    game = read_transcript(wanted.transcript, _start(wanted))
    if not wanted.transcript:
        game.info["date"] = datetime.now(UTC).date().isoformat()  # moves may be of another day
    asked_for = {Color.BLACK: wanted.black, Color.WHITE: wanted.white}
    sitters = {color: asked_for[color] or usual for color, usual in seats().usual.items()}
    _name_people(game, sitters, {Color.BLACK: wanted.black_name, Color.WHITE: wanted.white_name})
    if wanted.clock is not None:
        game.clock = _clock(wanted.clock, game)
    name = None if wanted.name is None else checked_name(wanted.name)
    return tables().new(visitor(), game, sitters, name=name, request=wanted.request)


@route(
    bp,
    "POST",
    "/games/import",
    status=201,
    refuses=(409, 422, 503, 507),
    budget=IMPORTS,
    lane="slow",
)
def import_save(wanted: Import) -> GameView:
    """Load a game that you upload; what was taken for what in it is among the notices."""
    game = reading_room().save(wanted.save, visitor())
    note = game.info.pop(NOTE, "")
    name = None if wanted.name is None else checked_name(wanted.name[:60])
    view = tables().new(visitor(), game, seats().of_game(game), name=name)
    notices = [Notice("note", None, sentence(note))] if note else []
    return replace(view, notices=[*notices, *view.notices])


@route(bp, "GET", "/games/current")
def current() -> GameView | None:
    """The game you play now."""
    who = visitor()
    game = games().current(who)
    return None if game is None else tables().show(who, game)


@route(bp, "POST", "/games/current", refuses=(409, 422, 429, 507))
def sit_down(wanted: SitDown) -> GameView:
    """The game you play now; where there is none, one with the usual players begins."""
    return current() or create(NewGame(request=wanted.request))


@route(bp, "GET", "/games/<game>", refuses=(404,))
def show(game: str) -> GameView:
    """Show a game."""
    return tables().show(visitor(), game_or_link_id(game))


@route(bp, "PATCH", "/games/<game>", refuses=(404, 409, 422))
def rename(game: str, wanted: Name) -> EntryView:
    """Give a game another name."""
    name = checked_name(wanted.name)
    entry = _named(lambda: games().rename(visitor(), game_id(game), name), name)
    return entry_view(entry)


FOREVER = {
    "description": "throw it away instead of putting it in the bin",
    "schema": {"type": "string", "enum": ["true", "false"]},
}


@route(bp, "DELETE", "/games/<game>", refuses=(404,), query={"forever": FOREVER})
def remove(game: str) -> None:
    """Put a game in the bin, or throw it away."""
    forever = request.args.get("forever", "false")
    if forever not in ("true", "false"):
        raise Problem(400, "invalid-request", f"forever is true or false; got {forever[:60]!r}.")
    games().delete(visitor(), game_id(game), forever=forever == "true")


@route(bp, "POST", "/games/<game>/restore", refuses=(404, 409))
def restore(game: str, wanted: Nothing) -> EntryView:
    """Take a game out of the bin."""
    entry = _named(lambda: games().restore(visitor(), game_id(game)), "this name")
    return entry_view(entry)


@route(bp, "POST", "/games/<game>/open", refuses=(404, 409, 507), budget=GAMES)
def open_game(game: str, wanted: Nothing) -> GameView:
    """Make a game the current one."""
    opened = games().open(visitor(), game_id(game))
    if opened.name is not None:
        events.kept(visitor(), "loaded, saved", opened.name)
    return tables().at(visitor(), opened).shown()


@route(bp, "GET", "/games/<game>/save", refuses=(404,), file="application/json")
def download(game: str) -> Response:
    """A game as a file, to keep or to load elsewhere."""
    kept = tables().find(visitor(), game_or_link_id(game))
    standing = kept.standing
    names = {color.value: seat for color, seat in standing.seats.items()}
    standing.game.info = {**standing.game.info, **names}
    response = Response(save_game(standing.game), mimetype="application/json")
    response.headers.set(
        "Content-Disposition", "attachment", filename=f"othello-{kept.id[:8].strip('~.@')}.json"
    )
    return response


@route(bp, "POST", "/games/<game>/save", status=201, refuses=(404, 409, 422, 507), budget=GAMES)
def save(game: str, wanted: Name) -> EntryView:
    """Keep a copy under a name."""
    name = checked_name(wanted.name)
    return entry_view(tables().save(visitor(), game_or_link_id(game), name))


def _start(wanted: NewGame) -> Board:
    if wanted.start is None:
        return Board(wanted.size or 8)
    try:
        board = Board.from_text(wanted.start)
    except InvalidPosition as error:
        raise Problem(422, "invalid-position", sentence(error)) from None
    if wanted.size not in (None, board.size):
        raise Problem(
            422,
            "invalid-position",
            f"start is a {board.size}×{board.size} board, but size is {wanted.size}.",
        )
    return board


def _name_people(
    game: Game, sitters: Mapping[Color, str], names: Mapping[Color, str | None]
) -> None:
    for color, name in names.items():
        if name is None or sitters[color].strip() != HUMAN:
            continue
        game.info[color.value] = checked_name(name)
        if not person_name(game, color):
            raise Problem(
                422,
                "invalid-name",
                f"A person is not called {name!r} here, as an opponent is; take another name.",
            )


def _clock(text: str, game: Game) -> TimeControl:
    if game.history:
        raise Problem(422, "invalid-clock", "A clock is for a game from its start, without moves.")
    try:
        return parse_time_control(text)
    except ValueError as error:
        raise Problem(422, "invalid-clock", sentence(error)) from None


def _named(change: Callable[[], Done], name: str) -> Done:
    """Do what may give a save the name of another one, which the database refuses."""
    try:
        return change()
    except IntegrityError:
        raise Problem(
            409, "name-taken", f"Another saved game is called {name!r}; take another name."
        ) from None

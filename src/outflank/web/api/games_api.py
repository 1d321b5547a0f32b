"""The games API: start, list, rename, save, load and delete games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import Annotated, TypeVar

import msgspec
from flask import Blueprint, Response, current_app, request
from msgspec import Meta
from sqlalchemy.exc import IntegrityError

from outflank.board import Board, Color, sentence
from outflank.formats import NOTE, read_transcript, save_game
from outflank.game import Game, parse_time_control
from outflank.openings.balanced import drawn_start
from outflank.play.opponents.catalogue import OpponentView
from outflank.play.opponents.records import CharacterView, character_views
from outflank.play.seat import HUMAN
from outflank.play.view import GameView, Notice
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import (
    ClockText,
    GameName,
    OpeningList,
    PersonName,
    PositionText,
    Request,
    RequestId,
    SeatText,
    Size,
)
from outflank.web.api.openapi import document
from outflank.web.api.routing import checked_name, game_id, game_or_link_id, route
from outflank.web.context import games, seats
from outflank.web.games.game_list import EntryView, entry_view
from outflank.web.games.game_service import game_service, past_games
from outflank.web.games.named_saves import (
    game_to_save,
    load_named,
    local_save,
    local_saves,
    save_as,
)
from outflank.web.games.paste_sandbox import reading_room
from outflank.web.http.rate_limits import GAMES, IMPORTS
from outflank.web.http.visitors import visitor

bp = Blueprint("games", __name__, url_prefix="/api")
_DOCUMENT = "outflank.api_description"
Done = TypeVar("Done")


class NewGame(Request):
    """A game to start; by default on 8×8 with the server's default players."""

    size: Size | None = None
    black: SeatText | None = None
    white: SeatText | None = None
    transcript: Annotated[
        str, Meta(max_length=2000, description="moves such as f5d6c3, at most 2000 characters")
    ] = ""
    start: PositionText | None = None
    openings: OpeningList = ""
    name: GameName | None = None
    black_name: PersonName | None = None
    white_name: PersonName | None = None
    clock: ClockText | None = None
    request: RequestId | None = None


class SitDown(Request):
    """A visit."""

    request: RequestId | None = None


class Import(Request):
    """A game to load: a save of Outflank or another program, or any text with a game."""

    save: Annotated[str, Meta(max_length=200_000, description="the text of a game file")]
    name: (
        Annotated[str, Meta(min_length=1, max_length=80, description="1 to 80 characters")] | None
    ) = None


class Name(Request):
    """A name for a game."""

    name: GameName


class Nothing(Request):
    """An empty body."""


@dataclass(frozen=True, slots=True)
class Opponents:
    """The available opponents: characters with your record, and all players."""

    characters: Sequence[CharacterView]
    opponents: Sequence[OpponentView]


@dataclass(frozen=True, slots=True)
class GameList:
    """Your games."""

    games: Sequence[EntryView]


@route(bp, "GET", "/openapi.json", file="application/json")
def openapi() -> Response:
    """Return this description of the API."""
    made: bytes | None = current_app.extensions.get(_DOCUMENT)
    if made is None:
        made = current_app.extensions[_DOCUMENT] = msgspec.json.encode(document(current_app))
    return Response(made, content_type="application/json")


@route(bp, "GET", "/opponents")
def list_opponents() -> Opponents:
    """List the opponents and their settings."""
    past = past_games(games().finished(visitor()))
    return Opponents(character_views(past), seats().opponents())


@route(bp, "GET", "/games")
def list_games() -> GameList:
    """List your games, newest first."""
    stored = [entry_view(entry) for entry in games().shelf(visitor())]
    saves = local_saves()
    files = [] if saves is None else list(saves.entries(seats()))
    return GameList(sorted([*stored, *files], key=lambda entry: entry.updated, reverse=True))


@route(bp, "POST", "/games", status=201, errors=(409, 422, 429, 507))
def create(body: NewGame) -> GameView:
    """Start a game."""
    game = read_transcript(body.transcript, _start(body))
    if not body.transcript:
        game.info["date"] = (
            datetime.now(UTC).date().isoformat()
        )  # the moves may be from another day
    asked_for = {Color.BLACK: body.black, Color.WHITE: body.white}
    sitters = {color: asked_for[color] or usual for color, usual in seats().usual.items()}
    _name_people(game, sitters, {Color.BLACK: body.black_name, Color.WHITE: body.white_name})
    if body.clock is not None:
        if game.history:
            no_moves = _("Only a new game without moves can have a clock.")
            raise ApiError(422, "invalid-clock", no_moves)
        game.clock = parse_time_control(body.clock)
    name = None if body.name is None else checked_name(body.name)
    game_service().expect_not_rated(visitor(), game.board)
    return game_service().create(visitor(), game, sitters, name=name, request=body.request)


@route(
    bp,
    "POST",
    "/games/import",
    status=201,
    errors=(409, 422, 503, 507),
    budget=IMPORTS,
    lane="slow",
)
def import_save(body: Import) -> GameView:
    """Load an uploaded game; notices list the assumptions made while reading it."""
    game = reading_room().save(body.save, visitor())
    note = game.info.pop(NOTE, "")
    name = None if body.name is None else checked_name(body.name[:60])
    view = game_service().create(visitor(), game, seats().of_game(game), name=name)
    notices = [Notice("note", None, sentence(note))] if note else []
    return replace(view, notices=[*notices, *view.notices])


@route(bp, "GET", "/games/current")
def current() -> GameView | None:
    """Return your current game."""
    who = visitor()
    game = games().current(who)
    return None if game is None else game_service().show(who, game)


@route(bp, "POST", "/games/current", errors=(409, 422, 429, 507))
def sit_down(body: SitDown) -> GameView:
    """Return your current game, or start one with the default players."""
    return current() or create(NewGame(request=body.request))


@route(bp, "GET", "/games/<game>", errors=(404,), lane="moves", programs=True)
def show(game: str) -> GameView:
    """Return a game."""
    return game_service().show(visitor(), game_or_link_id(game))


@route(bp, "PATCH", "/games/<game>", errors=(404, 409, 422))
def rename(game: str, body: Name) -> EntryView:
    """Rename a game."""
    name = checked_name(body.name)
    if local := local_save(game):
        saves, old = local
        return saves.rename(old, name, seats())
    entry = _named(lambda: games().rename(visitor(), game_id(game), name), name)
    return entry_view(entry)


FOREVER = {
    "description": "throw it away instead of putting it in the bin",
    "schema": {"type": "string", "enum": ["true", "false"]},
}


@route(bp, "DELETE", "/games/<game>", errors=(404, 409), query={"forever": FOREVER})
def remove(game: str) -> None:
    """Move a game to the bin or delete it permanently."""
    forever = request.args.get("forever", "false")
    if forever not in ("true", "false"):
        why = _("forever must be true or false, not {value}.", value=repr(forever[:60]))
        raise ApiError(400, "invalid-request", why)
    if local := local_save(game):
        saves, name = local
        saves.delete(name, forever=forever == "true")
        return
    games().delete(visitor(), game_id(game), forever=forever == "true")


@route(bp, "POST", "/games/<game>/restore", errors=(404, 409))
def restore(game: str, body: Nothing) -> EntryView:
    """Restore a game from the bin."""
    if local := local_save(game):
        saves, name = local
        return saves.restore(name, seats())
    entry = _named(lambda: games().restore(visitor(), game_id(game)))
    return entry_view(entry)


@route(bp, "POST", "/games/<game>/open", errors=(404, 409, 507), budget=GAMES)
def open_game(game: str, body: Nothing) -> GameView:
    """Make a game your current one."""
    if local := local_save(game):
        return load_named(visitor(), local[1])
    return game_service().view(game_service().open(visitor(), game_id(game)), visitor())


@route(bp, "GET", "/games/<game>/save", errors=(404,), file="application/json")
def download(game: str) -> Response:
    """Download a game as a file."""
    if local := local_save(game):
        saves, name = local
        found, file = saves.saves.load(name), saves.saves.path(name).name
    else:
        stored = game_service().find_own(visitor(), game_or_link_id(game))
        found, file = game_to_save(stored), f"othello-{stored.id[:8].strip('~.@')}.json"
    response = Response(save_game(found), mimetype="application/json")
    response.headers.set("Content-Disposition", "attachment", filename=file)
    return response


@route(bp, "POST", "/games/<game>/save", status=201, errors=(404, 409, 422, 507), budget=GAMES)
def save(game: str, body: Name) -> EntryView:
    """Save a copy under a name."""
    name = checked_name(body.name)
    return save_as(visitor(), game_or_link_id(game), name)


def _start(body: NewGame) -> Board:
    if body.openings:
        if body.start is not None or body.transcript:
            why = _("A game has a start, moves or openings, not several of them.")
            raise ApiError(422, "invalid-position", why)
        return drawn_start(body.openings, body.size or 8, Random())
    if body.start is None:
        return Board(body.size or 8)
    board = Board.from_text(body.start)
    if body.size not in (None, board.size):
        raise ApiError(
            422,
            "invalid-position",
            _(
                "The start position is {start}×{start}, but size is {size}.",
                start=board.size,
                size=body.size,
            ),
        )
    return board


def _name_people(
    game: Game, sitters: Mapping[Color, str], names: Mapping[Color, str | None]
) -> None:
    for color, name in names.items():
        if name is None or sitters[color].strip() != HUMAN:
            continue
        game.info[color.value] = checked_name(name)


def _named(change: Callable[[], Done], name: str = "") -> Done:
    """Make a change that can fail because another save has the name."""
    try:
        return change()
    except IntegrityError:
        if name:
            why = _("Another save has the name {name}. Choose another name.", name=repr(name))
        else:
            why = _("Another save has the same name. Rename that one first.")
        raise ApiError(409, "name-taken", why) from None

"""The API's look at this computer: the saves of the terminal and the window. Local servers only."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, current_app

from outflank.board import Color
from outflank.formats import InvalidSave
from outflank.play.opponents.catalogue import seat_title
from outflank.play.seat import HUMAN
from outflank.play.view import GameView
from outflank.storage.files.saves import Saves
from outflank.web.api.errors import ApiError
from outflank.web.api.games_api import Name
from outflank.web.api.routing import checked_name, route
from outflank.web.context import seats
from outflank.web.games.game_list import moves_made, time_text
from outflank.web.games.game_service import game_service
from outflank.web.http.visitors import visitor
from outflank.web.settings import SETTINGS

bp = Blueprint("local", __name__, url_prefix="/api/local-saves")


@dataclass(frozen=True, slots=True)
class LocalSave:
    name: str
    players: str
    note: str
    size: int
    board: str
    moves: int
    result: str | None
    updated: str


@dataclass(frozen=True, slots=True)
class LocalSaves:
    saves: Sequence[LocalSave]


@route(bp, "GET", "", errors=(404,))
def list_saves() -> LocalSaves:
    """The saves on this computer that can be read."""
    saves = _saves()
    return LocalSaves([view for name in saves.names() if (view := _view(saves, name))])


@route(bp, "POST", "/open", status=201, errors=(404, 409, 422, 429, 507))
def open_save(body: Name) -> GameView:
    """Go on with a save as a game of yours; the save stays as it is."""
    saves = _saves()
    name = checked_name(body.name)
    game = saves.load(name)
    return game_service().create(visitor(), game, seats().of_game(game), name=name)


def _saves() -> Saves:
    settings = current_app.extensions[SETTINGS]
    if not settings.local_saves:
        raise ApiError(
            404, "not-local", "Only a server for this computer alone shows the saves on it."
        )
    return Saves(settings.folder / "saves")


def _view(saves: Saves, name: str) -> LocalSave | None:
    try:
        game = saves.load(name)
        changed = saves.changed(name)
    except (InvalidSave, OSError) as error:
        current_app.logger.warning("a save on this computer cannot be read: %s", error)
        return None
    sitters = seats().of_game(game, dict.fromkeys(Color, HUMAN))
    moves = sum(not ply.is_pass for ply in game.history)
    result = None if game.outcome is None else str(game.outcome)
    return LocalSave(
        name=name,
        players=" against ".join(seat_title(sitters[color]) for color in Color),
        note=result or moves_made(moves),
        size=game.size,
        board=game.board.to_text().split(" ")[0],
        moves=moves,
        result=result,
        updated=time_text(changed),
    )

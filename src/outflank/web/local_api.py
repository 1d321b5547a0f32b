"""The API's look at this computer: the saves of the terminal and the window. Local servers only."""

from collections.abc import Sequence
from dataclasses import dataclass

from flask import Blueprint, current_app

from outflank.board import Color
from outflank.sitting import HUMAN, seat_title
from outflank.storage import InvalidSave, Saves
from outflank.web.api import route
from outflank.web.context import SETTINGS, seats, tables
from outflank.web.games_api import Name
from outflank.web.problems import Problem
from outflank.web.requests import checked_name
from outflank.web.state import GameView, moves_made, time_text
from outflank.web.visitors import visitor

bp = Blueprint("local", __name__, url_prefix="/api/local-saves")


@dataclass(frozen=True, slots=True)
class LocalSave:
    """A save on this computer."""

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
    """The saves on this computer."""

    saves: Sequence[LocalSave]


@route(bp, "GET", "", refuses=(404,))
def list_saves() -> LocalSaves:
    """The saves on this computer that can be read."""
    saves = _saves()
    return LocalSaves([view for name in saves.names() if (view := _view(saves, name))])


@route(bp, "POST", "/open", status=201, refuses=(404, 409, 422, 429, 507))
def open_save(wanted: Name) -> GameView:
    """Go on with a save as a game of yours; the save stays as it is."""
    saves = _saves()
    name = checked_name(wanted.name)
    game = saves.load(name)
    return tables().new(visitor(), game, seats().of_game(game), name=name)


def _saves() -> Saves:
    settings = current_app.extensions[SETTINGS]
    if not settings.local_saves:
        raise Problem(
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

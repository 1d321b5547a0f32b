"""The API's look at this computer: the saves of the terminal and the window. Local servers only."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, current_app, jsonify

from outflank.board import Color
from outflank.formats import InvalidSave
from outflank.sitting import HUMAN
from outflank.storage.saves import Saves
from outflank.web.context import SETTINGS, seats, tables
from outflank.web.problems import Problem
from outflank.web.requests import body, checked_name
from outflank.web.seats import FRIENDLY
from outflank.web.visitors import visitor

bp = Blueprint("local", __name__, url_prefix="/api/local-saves")


@bp.get("")
def list_saves() -> Response:
    """The saves on this computer that can be read."""
    saves = _saves()
    return jsonify(saves=[view for name in saves.names() if (view := _view(saves, name))])


@bp.post("/open")
def open_save() -> tuple[Response, int]:
    """Go on with a save as a game of the visitor; the save stays as it is."""
    saves = _saves()
    name = checked_name(body("Name")["name"])
    game = saves.load(name)
    sitters = seats().of_game(game, HUMAN, FRIENDLY)
    return jsonify(tables().new(visitor(), game, sitters, name=name)), 201


def _saves() -> Saves:
    settings = current_app.extensions[SETTINGS]
    if not settings.local_saves:
        raise Problem(
            404, "not-local", "Only a server for this computer alone shows the saves on it."
        )
    return Saves(settings.folder / "saves")


def _view(saves: Saves, name: str) -> dict[str, Any] | None:
    try:
        game = saves.load(name)
        changed = saves.changed(name)
    except (InvalidSave, OSError) as error:
        current_app.logger.warning("a save on this computer cannot be read: %s", error)
        return None
    sitters = seats().of_game(game, HUMAN, HUMAN)
    moves = sum(not ply.is_pass for ply in game.history)
    return {
        "name": name,
        "players": " against ".join(seats().title(sitters[color]) for color in Color),
        "note": str(game.outcome) if game.outcome else f"{moves} move{'' if moves == 1 else 's'}",
        "size": game.size,
        "board": game.board.to_text().split(" ")[0],
        "moves": moves,
        "result": str(game.outcome) if game.outcome else None,
        "updated": datetime.fromtimestamp(changed, UTC).isoformat(timespec="seconds"),
    }

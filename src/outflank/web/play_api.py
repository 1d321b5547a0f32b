"""The API's table: moves, taking back, the computer's reply."""

from typing import Any

from flask import Blueprint, Response, jsonify

from outflank.web.context import seats, tables
from outflank.web.requests import body, game_or_link_id
from outflank.web.state import legal_view
from outflank.web.tables import Expected, event_of
from outflank.web.visitors import visitor

bp = Blueprint("play", __name__, url_prefix="/api/games/<game>")

# Everything a person can do to a game but move, and the shape of the request.
ACTIONS = {
    "undo": "Action",
    "redo": "Action",
    "goto": "GoTo",
    "resign": "Action",
    "swap": "Action",
    "seats": "ChangeSeat",
    "stop": "Action",
    "resume": "Action",
}


@bp.post("/moves")
def move(game: str) -> Response:
    """Make a move."""
    wanted = body("Move")
    expected = Expected(wanted.get("version"), wanted.get("ply"))
    state = tables().play(
        visitor(), game_or_link_id(game), wanted["square"], expected, request=wanted.get("request")
    )
    return jsonify(state)


def _action(name: str, shape: str) -> Any:
    def act(game: str) -> Response:
        wanted = body(shape)
        data: dict[str, Any] = {
            key: wanted[key] for key in ("ply", "color", "seat") if key in wanted
        }
        state = tables().handle(
            visitor(),
            game_or_link_id(game),
            lambda size: event_of(name, wanted, size, seats()),
            Expected(wanted.get("version")),
            kind=name,
            data=data,
            request=wanted.get("request"),
        )
        return jsonify(state)

    act.__doc__ = f"The action {name!r}."
    return act


for _name, _shape in ACTIONS.items():
    bp.add_url_rule(f"/{_name}", _name, _action(_name, _shape), methods=["POST"])


@bp.post("/reply")
def reply(game: str) -> Response:
    """Let the computer think and move."""
    return jsonify(tables().reply(visitor(), game_or_link_id(game), body("Reply").get("ticket")))


@bp.get("/legal")
def legal(game: str) -> Response:
    """The legal moves, whoever is to move."""
    board = tables().find(visitor(), game_or_link_id(game)).standing.game.board
    return jsonify(turn=board.turn.value, moves=legal_view(board))

"""The API's shelf: starting, listing, naming, saving, loading and deleting games."""

from typing import Any

from flask import Blueprint, Response, jsonify, request
from sqlalchemy.exc import IntegrityError

from outflank.board import Board, Color, InvalidPosition
from outflank.formats import InvalidSave, load_game, read_transcript, save_game
from outflank.game import Game
from outflank.sitting import HUMAN
from outflank.web.context import games, seats, tables
from outflank.web.openapi import document
from outflank.web.problems import Problem, sentence
from outflank.web.requests import body, checked_name, game_id, game_or_link_id
from outflank.web.seats import FRIENDLY
from outflank.web.state import entry_view, game_view
from outflank.web.visitors import visitor

bp = Blueprint("games", __name__, url_prefix="/api")


@bp.get("/openapi.json")
def openapi() -> Response:
    """The description of this API."""
    return jsonify(document())


@bp.get("/opponents")
def list_opponents() -> Response:
    """Who there is to play against."""
    return jsonify(opponents=seats().opponent_views())


@bp.get("/games")
def list_games() -> Response:
    """The visitor's games."""
    return jsonify(games=[entry_view(entry, seats()) for entry in games().shelf(visitor())])


@bp.post("/games")
def create() -> tuple[Response, int]:
    """Start a game."""
    wanted = body("NewGame")
    start = _start(wanted)
    game = Game(start)
    if "transcript" in wanted:
        game = read_transcript(wanted["transcript"], start)
    sitters = {
        Color.BLACK: wanted.get("black", HUMAN),
        Color.WHITE: wanted.get("white", FRIENDLY),
    }
    name = checked_name(wanted["name"]) if "name" in wanted else None
    made = tables().new(visitor(), game, sitters, name=name, request=wanted.get("request"))
    return jsonify(made), 201


@bp.post("/games/import")
def import_save() -> tuple[Response, int]:
    """Load a saved game that the visitor uploads."""
    wanted = body("Import")
    game = loaded(wanted["save"])
    name = checked_name(wanted["name"][:60]) if "name" in wanted else None
    made = tables().new(visitor(), game, seats().of_game(game, HUMAN, FRIENDLY), name=name)
    return jsonify(made), 201


@bp.get("/games/current")
def current() -> Response:
    """The game the visitor plays now; nothing (204) before the first one."""
    who = visitor()
    game = games().current(who)
    return Response(status=204) if game is None else jsonify(tables().show(who, game))


@bp.get("/games/<game>")
def show(game: str) -> Response:
    """One game."""
    return jsonify(tables().show(visitor(), game_or_link_id(game)))


@bp.patch("/games/<game>")
def rename(game: str) -> Response:
    """Give a game another name."""
    name = checked_name(body("Name")["name"])
    entry = _named(lambda: games().rename(visitor(), game_id(game), name), name)
    return jsonify(entry_view(entry, seats()))


@bp.delete("/games/<game>")
def remove(game: str) -> tuple[str, int]:
    """Put a game in the bin, or throw it away."""
    forever = request.args.get("forever", "false")
    if forever not in ("true", "false"):
        raise Problem(400, "invalid-request", f"forever is true or false; got {forever[:60]!r}.")
    games().delete(visitor(), game_id(game), forever=forever == "true")
    return "", 204


@bp.post("/games/<game>/restore")
def restore(game: str) -> Response:
    """Take a game out of the bin."""
    body("Nothing")
    entry = _named(lambda: games().restore(visitor(), game_id(game)), "this name")
    return jsonify(entry_view(entry, seats()))


@bp.post("/games/<game>/open")
def open_game(game: str) -> Response:
    """Make a game the current one."""
    body("Nothing")
    return jsonify(game_view(games().open(visitor(), game_id(game)), seats()))


@bp.get("/games/<game>/save")
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


@bp.post("/games/<game>/save")
def save(game: str) -> tuple[Response, int]:
    """Keep a copy under a name."""
    name = checked_name(body("Name")["name"])
    entry = tables().save(visitor(), game_or_link_id(game), name)
    return jsonify(entry_view(entry, seats())), 201


def loaded(text: str) -> Game:
    """The game of a saved document; told where it is wrong."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise InvalidSave("a saved game is text; this one has characters that are none") from None
    return load_game(text)


def _start(wanted: dict[str, Any]) -> Board:
    if "start" not in wanted:
        return Board(int(wanted.get("size", 8)))
    try:
        board = Board.from_text(wanted["start"])
    except InvalidPosition as error:
        raise Problem(422, "invalid-position", sentence(error)) from None
    if wanted.get("size", board.size) != board.size:
        raise Problem(
            422,
            "invalid-position",
            f"start is a {board.size}×{board.size} board, but size is {wanted['size']}.",
        )
    return board


def _named(change: Any, name: str) -> Any:
    """Do what may give a save the name of another one, which the database refuses."""
    try:
        return change()
    except IntegrityError:
        raise Problem(
            409, "name-taken", f"Another saved game is called {name!r}; take another name."
        ) from None

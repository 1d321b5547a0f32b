"""The routes of the course projects this grew from, on the visitor's current game.

They answer ``status`` (``success`` or ``fail``) with a ``message``, the ``board`` as rows of
``"Dark"``, ``"Light"`` or null, the ``player`` to move, and ``finished`` with the result when the
game is over.
"""

from typing import Any

from flask import Blueprint, Response, jsonify, request

from outflank.board import Board, Color, square_name
from outflank.game import Game
from outflank.sitting import HUMAN
from outflank.storage.games import TooManyGames
from outflank.web.context import games, tables
from outflank.web.problems import Problem, sentence
from outflank.web.requests import checked_name
from outflank.web.seats import FRIENDLY
from outflank.web.tables import Expected
from outflank.web.visitors import visitor

bp = Blueprint("classic", __name__)

_NAMES = {Color.BLACK: "Dark", Color.WHITE: "Light"}


@bp.get("/move")
def move() -> Response:
    """Play Black's move at column x and row y, counted from 1, and White's answer."""
    who = visitor()
    game = _current(who)
    now = games().get(who, game).standing.game
    if now.is_over:
        return _answer(now, True, f"This game is already over: {now.outcome}.")
    try:
        x, y = _coordinate("x", now.size), _coordinate("y", now.size)
        square = square_name((y - 1) * now.size + x - 1, now.size)
        state = tables().play(who, game, square, Expected(ply=now.ply))
        while state.thinking is not None:
            state = tables().reply(who, game)
    except Problem as problem:
        return _answer(games().get(who, game).standing.game, False, problem.sentence)
    after = games().get(who, game).standing.game
    failure = next((one for one in state.notices if one.kind == "failure"), None)
    if failure is not None:
        return _answer(after, False, failure.sentence)
    return _answer(after, True, f"{after.outcome}." if after.outcome else f"Played {square}.")


@bp.post("/save")
def save() -> Response:
    """Save the game under the name in the body, plain text."""
    who = visitor()
    game = _current(who)
    now = games().get(who, game).standing.game
    try:
        name = checked_name(_text())
        tables().save(who, game, name)
    except (Problem, TooManyGames) as problem:
        return _answer(now, False, _told(problem))
    return _answer(now, True, f"The game is saved as {name!r}.")


@bp.post("/load")
def load() -> Response:
    """Load the game saved under the name in the body, plain text."""
    who = visitor()
    game = _current(who)
    try:
        name = checked_name(_text())
        found = games().save_named(who, name)
        if found is None:
            saved = [entry.name for entry in games().shelf(who) if entry.kind == "save"]
            listed = ", ".join(repr(one) for one in saved[:20]) or "nothing yet"
            raise Problem(404, "no-such-save", f"Nothing is saved as {name!r}; saved: {listed}.")
        loaded = games().open(who, found).standing.game
    except (Problem, TooManyGames) as problem:
        return _answer(games().get(who, game).standing.game, False, _told(problem))
    over = f" It is over: {loaded.outcome}." if loaded.is_over else ""
    return _answer(loaded, True, f"The game {name!r} is loaded.{over}")


@bp.post("/restart")
def restart() -> Response:
    """Start again with the same players and board."""
    who = visitor()
    standing = games().get(who, _current(who)).standing
    seats = dict(standing.seats)
    try:
        state = tables().new(who, Game(standing.game.start), seats)
    except TooManyGames as problem:
        return _answer(standing.game, False, _told(problem))
    return _answer(games().get(who, state.id).standing.game, True, "A new game has begun.")


def _current(who: str) -> str:
    """The visitor's current game; a first visit starts one."""
    game = games().current(who)
    if game is None:
        seats = {Color.BLACK: HUMAN, Color.WHITE: FRIENDLY}
        game = tables().new(who, Game(), seats).id
    return game


def _coordinate(name: str, size: int) -> int:
    given = request.args.get(name)
    if given is None:
        raise Problem(422, "illegal-move", f"{name} is missing; a move is /move?x=4&y=3.")
    small = given.isascii() and given.isdigit() and len(given) <= 4
    if not small or not 1 <= int(given) <= size:
        raise Problem(
            422,
            "illegal-move",
            f"{name} must be a whole number from 1 to {size}; got {given[:40]!r}.",
        )
    return int(given)


def _text() -> str:
    return request.get_data(as_text=True)


def _told(problem: Exception) -> str:
    return problem.sentence if isinstance(problem, Problem) else sentence(problem)


def _answer(game: Game, success: bool, message: str) -> Response:
    answer: dict[str, Any] = {
        "status": "success" if success else "fail",
        "message": message,
        "board": _rows(game.board),
        "player": _NAMES[game.turn],
    }
    if game.outcome is not None:
        answer["finished"] = f"{game.outcome}"
    return jsonify(answer)


def _rows(board: Board) -> list[list[str | None]]:
    size = board.size
    discs = (board[square] for square in range(size * size))
    names = [None if disc is None else _NAMES[disc] for disc in discs]
    return [names[row * size : (row + 1) * size] for row in range(size)]

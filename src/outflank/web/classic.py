"""The routes of the course projects this grew from, on the visitor's current game.

They answer ``status`` (``success`` or ``fail``) with a ``message``, the ``board`` as rows of
``"Dark"``, ``"Light"`` or null, the ``player`` to move, and ``finished`` with the result when the
game is over.
"""

from flask import Blueprint, Response, request

from outflank.board import Color, square_name
from outflank.game import Game
from outflank.sitting import HUMAN
from outflank.storage.games import Kept, TooManyGames
from outflank.web.api import answer
from outflank.web.context import games, seats, tables
from outflank.web.problems import Problem, sentence
from outflank.web.requests import checked_name
from outflank.web.seats import FRIENDLY
from outflank.web.state import GameView, game_view
from outflank.web.tables import Expected
from outflank.web.visitors import visitor

bp = Blueprint("classic", __name__)

_NAMES = {Color.BLACK.symbol: "Dark", Color.WHITE.symbol: "Light"}


@bp.get("/move")
def move() -> Response:
    """Play Black's move at column x and row y, counted from 1, and White's answer."""
    who = visitor()
    now = _shown(_current(who))
    if now.outcome is not None:
        return _answer(now, True, f"This game is already over: {now.outcome.sentence}.")
    try:
        x, y = _coordinate("x", now.size), _coordinate("y", now.size)
        square = square_name((y - 1) * now.size + x - 1, now.size)
        after = tables().play(who, now.id, square, Expected(ply=now.ply))
        while after.thinking is not None:
            after = tables().reply(who, after.id)
    except Problem as problem:
        return _answer(problem.game or tables().show(who, now.id), False, problem.sentence)
    failure = next((one for one in after.notices if one.kind == "failure"), None)
    if failure is not None:
        return _answer(after, False, failure.sentence)
    ended = after.outcome
    return _answer(after, True, f"Played {square}." if ended is None else f"{ended.sentence}.")


@bp.post("/save")
def save() -> Response:
    """Save the game under the name in the body, plain text."""
    who = visitor()
    now = _shown(_current(who))
    try:
        name = checked_name(_text())
        tables().save(who, now.id, name)
    except (Problem, TooManyGames) as problem:
        return _answer(now, False, _told(problem))
    return _answer(now, True, f"The game is saved as {name!r}.")


@bp.post("/load")
def load() -> Response:
    """Load the game saved under the name in the body, plain text."""
    who = visitor()
    now = _current(who)
    try:
        name = checked_name(_text())
        found = games().save_named(who, name)
        if found is None:
            saved = [entry.name for entry in games().shelf(who) if entry.kind == "save"]
            listed = ", ".join(repr(one) for one in saved[:20]) or "nothing yet"
            raise Problem(404, "no-such-save", f"Nothing is saved as {name!r}; saved: {listed}.")
        loaded = _shown(games().open(who, found))
    except (Problem, TooManyGames) as problem:
        return _answer(_shown(now), False, _told(problem))
    over = "" if loaded.outcome is None else f" It is over: {loaded.outcome.sentence}."
    return _answer(loaded, True, f"The game {name!r} is loaded.{over}")


@bp.post("/restart")
def restart() -> Response:
    """Start again with the same players and board."""
    who = visitor()
    now = _current(who)
    standing = now.standing
    try:
        new = tables().new(who, Game(standing.game.start), dict(standing.seats))
    except TooManyGames as problem:
        return _answer(_shown(now), False, _told(problem))
    return _answer(new, True, "A new game has begun.")


def _current(who: str) -> Kept:
    """The visitor's current game; a first visit starts one."""
    game = games().current(who)
    if game is None:
        game = tables().new(who, Game(), {Color.BLACK: HUMAN, Color.WHITE: FRIENDLY}).id
    return games().get(who, game)


def _shown(kept: Kept) -> GameView:
    return game_view(kept, seats())


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


def _answer(game: GameView, success: bool, message: str) -> Response:
    finished = {} if game.outcome is None else {"finished": game.outcome.sentence}
    return answer(
        {
            "status": "success" if success else "fail",
            "message": message,
            "board": [
                [_NAMES.get(disc) for disc in game.board[row : row + game.size]]
                for row in range(0, len(game.board), game.size)
            ],
            "player": _NAMES[game.turn.symbol],
            **finished,
        }
    )

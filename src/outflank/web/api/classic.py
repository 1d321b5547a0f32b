"""The classic routes of the original course projects, on the visitor's current game.

They return a ``status`` (``success`` or ``fail``) with a ``message``, the ``board`` as rows of
``"Dark"``, ``"Light"`` or null, the ``player`` to move, and ``finished`` with the result when the
game is over. They also return the ``discs`` of each side, the legal ``moves`` as x and y, the
number of ``squares_left``, the ``last`` moves, the number of discs that each of them ``flipped``,
and whether the game is ``over``.

A script is never stuck: if a computer fails twice, the server plays a legal move for it.
"""

from flask import Blueprint, Response, request

from outflank.board import Color, parse_square, sentence, square_name
from outflank.formats import InvalidSave
from outflank.game import Game
from outflank.play.instructions import Instructions
from outflank.play.session import GameSession
from outflank.play.story import story
from outflank.play.view import GameView
from outflank.storage.files.saves import InvalidSaveName, NoSuchSave
from outflank.storage.games.games import StoredGame, TooManyGames
from outflank.storage.limits import StorageFull
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.routing import answer, checked_name
from outflank.web.context import computer_replies, games, seats
from outflank.web.games import game_log
from outflank.web.games.game_service import Expected, game_service
from outflank.web.games.named_saves import load_named, local_saves, save_as
from outflank.web.http.thread_pools import in_lane
from outflank.web.http.visitors import visitor

REFUSED = (ApiError, TooManyGames, StorageFull, NoSuchSave, InvalidSaveName, InvalidSave)

bp = Blueprint("classic", __name__)

_NAMES = {Color.BLACK.symbol: "Dark", Color.WHITE.symbol: "Light"}


@bp.route("/move", methods=["GET", "POST"])
@in_lane("replies")
def move() -> Response:
    """Play the move at column x and row y, counted from 1, and let the computer reply.

    If it is the computer's turn, it moves first; without x and y nothing else happens.
    """
    who = visitor()
    now = _shown(_current(who))
    if now.outcome is not None:
        over = _("This game is already over: {outcome}.", outcome=now.outcome.sentence)
        return _answer(now, True, over)
    try:
        after, problems = _let_computers_move(who, now)
        asked = "x" in request.values or "y" in request.values or after is now
        if asked and after.outcome is None:
            square = _square(who, now.size)
            after = game_service().play(who, after.id, square, expected=Expected(ply=after.ply))
            after, more = _let_computers_move(who, after)
            problems += more
    except ApiError as problem:
        return _answer(problem.game or game_service().show(who, now.id), False, problem.sentence)
    since = now.ply if after.id == now.id else 0
    return _answer(after, True, " ".join([story(after, since), *problems]), since)


def _let_computers_move(who: str, view: GameView) -> tuple[GameView, list[str]]:
    """Let computers move until a person's turn or the end; return the game and any problems."""
    problems: list[str] = []
    failed = False
    while view.outcome is None and view.turn not in view.humans:
        if view.thinking is None:  # paused, for example after a failure
            view = game_service().act(who, view.id, "resume", _resume)
        view = computer_replies().reply(who, view.id)
        failure = next((one.sentence for one in view.notices if one.kind == "failure"), None)
        if failure is not None and failed:
            view = game_service().act(who, view.id, "reply", _play_first_legal)
            assert view.last is not None
            played = _(
                "The computer failed twice, so the server played {square} for it.",
                square=view.last.square,
            )
            problems.append(f"{failure} {played}")
        failed = failure is not None and not failed
    return view, problems


def _resume(session: GameSession, at: float) -> Instructions:
    return session.resume(at=at)


def _play_first_legal(session: GameSession, at: float) -> Instructions:
    asked = session.resume(at=at)
    assert session.pending is not None
    return [*asked, *session.answer(session.pending, session.game.board.legal_moves[0], at=at)]


@bp.post("/save")
def save() -> Response:
    """Save the game under the name in the body (plain text)."""
    who = visitor()
    now = _shown(_current(who))
    try:
        name = _name()
        save_as(who, now.id, name)
    except REFUSED as problem:
        return _answer(now, False, _told(problem))
    saves = local_saves()
    if saves is None:
        done = _("The game is saved as {name} in the server's database.", name=repr(name))
    else:
        path = saves.saves.path(name)
        done = _("The game is saved as {name} in the file {path}.", name=repr(name), path=path)
    return _answer(now, True, done)


@bp.post("/load")
def load() -> Response:
    """Load the game with the name in the body (plain text)."""
    who = visitor()
    now = _current(who)
    try:
        name = _name()
        loaded = load_named(who, name)
    except REFUSED as problem:
        return _answer(_shown(now), False, _told(problem))
    parts = [_("The game {name} is loaded.", name=repr(name))]
    parts += [notice.sentence for notice in loaded.notices if notice.kind == "note"]
    if loaded.outcome is not None:
        parts.append(_("The game is over: {outcome}.", outcome=loaded.outcome.sentence))
    return _begin(who, loaded, parts)


@bp.post("/restart")
def restart() -> Response:
    """Start a new game with the same players and board size."""
    who = visitor()
    now = _current(who)
    game = Game(size=now.session.game.size)
    players = {
        color: seats().available(seat.player, game.size) or seats().usual[color]
        for color, seat in now.session.seats.items()
    }
    try:
        new = game_service().create(who, game, players)
    except REFUSED as problem:
        return _answer(_shown(now), False, _told(problem))
    return _begin(who, new, [_("A new game has started.")])


def _begin(who: str, game: GameView, parts: list[str]) -> Response:
    """Let a computer that has the first move play it, because scripts wait for their own turn."""
    after, problems = _let_computers_move(who, game)
    if after.ply > game.ply:
        parts = [*parts, story(after, game.ply)]
    return _answer(after, True, " ".join([*parts, *problems]), game.ply)


def _current(who: str) -> StoredGame:
    """Return the visitor's current game; start one on the first visit."""
    game = games().current(who)
    if game is None:
        game = game_service().create(who, Game(), seats().usual).id
    return games().get(who, game)


def _shown(stored: StoredGame) -> GameView:
    return game_service().view(stored, visitor())


def _place(square: str, size: int) -> dict[str, int]:
    row, column = divmod(parse_square(square, size), size)
    return {"x": column + 1, "y": row + 1}


def _square(who: str, size: int) -> str:
    try:
        x, y = _coordinate("x", size), _coordinate("y", size)
    except ApiError as problem:
        game_log.refused(who, str(request.values.to_dict())[:60], problem.sentence)
        raise
    return square_name((y - 1) * size + x - 1, size)


def _coordinate(name: str, size: int) -> int:
    given = request.values.get(name)
    if given is None:
        raise ApiError(
            422,
            "illegal-move",
            _(
                "{name} is missing. A move needs its column x and its row y, as in /move?x=4&y=3.",
                name=name,
            ),
        )
    small = given.isascii() and given.isdigit() and len(given) <= 4
    if not small or not 1 <= int(given) <= size:
        raise ApiError(
            422,
            "illegal-move",
            _(
                "{name} must be a whole number from 1 to {size}, not {value}.",
                name=name,
                size=size,
                value=repr(given[:40]),
            ),
        )
    return int(given)


def _name() -> str:
    raw = request.get_data()
    if not raw.strip():
        why = _("The name is missing. Send it as the body, in plain text.")
        raise ApiError(422, "invalid-name", why)
    try:
        return checked_name(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise ApiError(
            422,
            "invalid-name",
            _("The name must be UTF-8 text. Byte {byte} is invalid.", byte=error.start + 1),
        ) from None


def _told(problem: Exception) -> str:
    return problem.sentence if isinstance(problem, ApiError) else sentence(problem)


def _answer(game: GameView, success: bool, message: str, since: int | None = None) -> Response:
    last = game.moves[game.ply if since is None else since : game.ply]
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
            "discs": {"Dark": game.counts.black, "Light": game.counts.white},
            "moves": [_place(square, game.size) for square in game.legal],
            "squares_left": game.counts.empty,
            "last": [ply.square or "pass" for ply in last],
            "flipped": [len(ply.flips) for ply in last],
            "over": game.outcome is not None,
            **finished,
        }
    )

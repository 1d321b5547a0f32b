"""The play API: moves, undo, computer replies, and agreements between two players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint
from msgspec import Meta

from outflank.board import Color
from outflank.play import instructions as do
from outflank.play.session import GameSession
from outflank.play.session_data import LONGEST_TEXT, PHRASES, Failure, Wish
from outflank.play.view import GameView, flips_of_moves
from outflank.players import FailureKind
from outflank.translation import _
from outflank.web.api.errors import ApiError
from outflank.web.api.fields import (
    PlyNumber,
    Request,
    RequestId,
    SeatText,
    SquareName,
    ThinkingSeconds,
    Ticket,
    Version,
    Yes,
    line,
)
from outflank.web.api.routing import game_or_link_id, route
from outflank.web.context import computer_replies, seats
from outflank.web.games.game_service import Action, Expected, game_service
from outflank.web.http import rate_limits
from outflank.web.http.visitors import visitor

bp = Blueprint("play", __name__, url_prefix="/api/games/<game>")


class ActionRequest(Request):
    """An action in a game, done at most once per request id and only at the given version."""

    version: Version | None = None
    request: RequestId | None = None


class Move(ActionRequest, kw_only=True):
    """A square to play."""

    square: SquareName
    ply: PlyNumber | None = None
    answer: Annotated[
        bool, Meta(description="true to include the reply of an instant computer")
    ] = False
    thought: (
        Annotated[float, Meta(ge=0, le=1e9, description="the thinking time in seconds")] | None
    ) = None


class GoTo(ActionRequest, kw_only=True):
    """A position of the game to view."""

    ply: PlyNumber


class ChangeSeat(ActionRequest, kw_only=True):
    """A new player for one side."""

    color: Annotated[Color, Meta(description="black or white")]
    seat: SeatText


class Reply(Request):
    """The ticket of the reply to compute; by default the pending one."""

    ticket: Ticket | None = None


class Answer(Request):
    """A move that the browser's own engine found with the game's recipe."""

    ticket: Ticket
    square: SquareName
    seconds: ThinkingSeconds = 0.0


class Resignation(ActionRequest, kw_only=True):
    """A resignation; a program that failed reports how and forfeits as in the arena."""

    failure: Annotated[FailureKind, Meta(description="crash, illegal, time or memory")] | None = (
        None
    )
    message: Annotated[str, Meta(max_length=300, description="what went wrong")] = ""


class ProposalRequest(ActionRequest, kw_only=True):
    """A proposal to the opponent."""

    wish: Annotated[Wish, Meta(description="take-back, rematch or abort")]


class ProposalAnswer(ActionRequest, kw_only=True):
    """The answer to a proposal."""

    yes: Yes


class Phrase(ActionRequest, kw_only=True):
    """A phrase to say."""

    phrase: Annotated[str, Meta(max_length=20, description=f"one of {', '.join(PHRASES)}")]


class ChatText(ActionRequest, kw_only=True):
    """A free-text message."""

    text: Annotated[str, line(LONGEST_TEXT, "a message of one line")]


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """The side to move, and each legal square with the discs it flips."""

    turn: Color
    moves: Mapping[str, Sequence[str]]


@route(
    bp,
    "POST",
    "/moves",
    budget=None,
    errors=(403, 404, 409, 422, 429, 507),
    lane="moves",
    programs=True,
)
def moves(game: str, body: Move) -> GameView:
    """Play a move; on request, an instant computer's reply is included."""
    return game_service().play(
        visitor(),
        game_or_link_id(game),
        body.square,
        expected=Expected(body.version, body.ply),
        thought=body.thought,
        request=body.request,
        reply=body.answer,
    )


@route(bp, "POST", "/undo", errors=(403, 404, 409), lane="moves", programs=True)
def undo(game: str, body: ActionRequest) -> GameView:
    """Undo to the last turn of a person; in a shared game, propose a takeback."""
    who = visitor()
    return _act("undo", game, body, lambda now, at: now.undo(who=who, at=at), may_branch=False)


@route(bp, "POST", "/redo", errors=(404, 409), lane="moves")
def redo(game: str, body: ActionRequest) -> GameView:
    """Redo undone moves."""
    return _act("redo", game, body, lambda now, at: now.redo(at=at), may_branch=False)


@route(bp, "POST", "/goto", errors=(404, 409), lane="moves")
def goto(game: str, body: GoTo) -> GameView:
    """View a position of the game."""
    ply = body.ply
    return _act(
        "goto", game, body, lambda now, at: now.go_to(ply, at=at), may_branch=False, ply=ply
    )


@route(bp, "POST", "/resign", errors=(403, 404, 409, 429, 507), lane="moves", programs=True)
def resign(game: str, body: Resignation) -> GameView:
    """Resign; a program that failed forfeits."""
    who = visitor()
    failure = None if body.failure is None else Failure(body.failure, body.message)
    return _act("resign", game, body, lambda now, at: now.resign(who=who, at=at, failure=failure))


@route(bp, "POST", "/time", budget=None, errors=(404, 409, 429, 507), lane="moves", programs=True)
def time_up(game: str, body: ActionRequest) -> GameView:
    """Check the clock of the side to move, and end the game if its time is up."""
    return _act("time", game, body, lambda now, at: now.time_out(at))


@route(bp, "POST", "/swap", errors=(404, 409, 429, 507), lane="moves")
def swap(game: str, body: ActionRequest) -> GameView:
    """Swap the players' sides."""
    return _act("swap", game, body, lambda now, at: now.swap(at=at))


@route(bp, "POST", "/seats", errors=(404, 409, 422, 429, 507), lane="moves")
def change_seat(game: str, body: ChangeSeat) -> GameView:
    """Replace the player of a side."""

    def change(session: GameSession, at: float) -> do.Instructions:
        player = seats().checked(body.seat, session.game.size)
        return session.change_seat(body.color, player, at=at)

    return _act("seats", game, body, change, color=body.color.value, seat=body.seat)


@route(bp, "POST", "/stop", errors=(404, 409), lane="moves")
def stop(game: str, body: ActionRequest) -> GameView:
    """Stop the computer's thinking."""
    return _act("stop", game, body, lambda now, at: now.pause(at=at), may_branch=False)


@route(bp, "POST", "/resume", errors=(404, 409), lane="moves")
def resume(game: str, body: ActionRequest) -> GameView:
    """Resume the computer's thinking."""
    return _act("resume", game, body, lambda now, at: now.resume(at=at))


@route(bp, "POST", "/reply", budget=None, errors=(404, 409, 503), lane="replies")
def reply(game: str, body: Reply) -> GameView:
    """Let the computer think and move."""
    return computer_replies().reply(visitor(), game_or_link_id(game), body.ticket)


@route(bp, "POST", "/answer", budget=None, errors=(404, 409, 422, 429, 507), lane="moves")
def answer(game: str, body: Answer) -> GameView:
    """Play the computer's move as found by the browser's engine."""
    return computer_replies().play_found(
        visitor(), game_or_link_id(game), body.ticket, body.square, body.seconds
    )


@route(
    bp,
    "POST",
    "/proposal",
    errors=(403, 404, 409),
    lane="moves",
    programs=True,
    budget=rate_limits.PROPOSALS,
)
def propose(game: str, body: ProposalRequest) -> GameView:
    """Propose a takeback, a rematch or aborting the game."""
    who, wish = visitor(), body.wish
    propose = lambda now, at: now.propose(wish, who=who, at=at)  # noqa: E731
    return _act("proposed", game, body, propose, wish=wish)


@route(bp, "POST", "/proposal/answer", errors=(403, 404, 409), lane="moves", programs=True)
def answer_proposal(game: str, body: ProposalAnswer) -> GameView:
    """Answer a proposal, or withdraw your own with no."""
    who, yes = visitor(), body.yes
    return _act("answered", game, body, lambda now, at: now.agree(yes, who=who, at=at), yes=yes)


@route(bp, "POST", "/claim", errors=(403, 404, 409), lane="moves", programs=True)
def claim(game: str, body: ActionRequest) -> GameView:
    """Claim the win if the opponent left more than a minute ago."""
    who = visitor()
    return _act("claim", game, body, lambda now, at: now.claim(who=who, at=at))


@route(bp, "POST", "/phrase", errors=(403, 404, 409), budget=rate_limits.PHRASES, programs=True)
def say(game: str, body: Phrase) -> GameView:
    """Say a phrase."""
    who, phrase = visitor(), body.phrase
    return _act("said", game, body, lambda now, at: now.say(phrase, who=who), phrase=phrase)


@route(bp, "POST", "/text", errors=(403, 404, 409, 422), budget=rate_limits.PHRASES)
def write(game: str, body: ChatText) -> GameView:
    """Send a message to the opponent, if the server allows it."""
    if not game_service().chat:
        why = _("The host does not allow free text here. Use one of the phrases.")
        raise ApiError(403, "no-chat", why)
    who, text = visitor(), body.text.strip()
    if not text.isprintable() or not text:
        why = _("Enter 1 to {most} printable characters.", most=LONGEST_TEXT)
        raise ApiError(422, "invalid-text", why)
    return _act("wrote", game, body, lambda now, at: now.write(text, who=who))


@route(bp, "GET", "/legal", errors=(404,), lane="moves")
def legal(game: str) -> LegalMoves:
    """Return the legal moves of the side to move."""
    board = game_service().find(visitor(), game_or_link_id(game)).session.game.board
    return LegalMoves(board.turn, flips_of_moves(board))


def _act(
    kind: str,
    game: str,
    body: ActionRequest,
    action: Action,
    *,
    may_branch: bool = True,
    **data: str | int,
) -> GameView:
    return game_service().act(
        visitor(),
        game_or_link_id(game),
        kind,
        action,
        data=data,
        expected=Expected(body.version),
        request=body.request,
        may_branch=may_branch,
    )

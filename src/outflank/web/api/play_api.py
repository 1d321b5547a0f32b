"""The API's table: moves, undo, the computer's reply, and what two players agree on."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from flask import Blueprint
from msgspec import Meta

from outflank.board import Color
from outflank.play import instructions as do
from outflank.play.session import GameSession
from outflank.play.shared_state import LONGEST_TEXT, PHRASES, Failure, Wish
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
    """Something done in a game: at most once per request id, and only at the version it names."""

    version: Version | None = None
    request: RequestId | None = None


class Move(ActionRequest, kw_only=True):
    """A square to play."""

    square: SquareName
    ply: PlyNumber | None = None
    answer: Annotated[
        bool, Meta(description="true: a computer that need not think may answer at once")
    ] = False
    thought: (
        Annotated[
            float, Meta(ge=0, le=1e9, description="the seconds from seeing the position to moving")
        ]
        | None
    ) = None


class GoTo(ActionRequest, kw_only=True):
    """A position of the game to look at."""

    ply: PlyNumber


class ChangeSeat(ActionRequest, kw_only=True):
    """Who is to sit at a side."""

    color: Annotated[Color, Meta(description="black or white")]
    seat: SeatText


class Reply(Request):
    """The question that is to be answered; any that is open, where it is not named."""

    ticket: Ticket | None = None


class Answer(Request):
    """A move that the visitor's own machine found, by the recipe of the game."""

    ticket: Ticket
    square: SquareName
    seconds: ThinkingSeconds = 0.0


class Resignation(ActionRequest, kw_only=True):
    """A resignation; a program that failed says how, and forfeits as it would in the arena."""

    failure: Annotated[FailureKind, Meta(description="crash, illegal, time or memory")] | None = (
        None
    )
    message: Annotated[str, Meta(max_length=300, description="what went wrong")] = ""


class ProposalRequest(ActionRequest, kw_only=True):
    """What you would like."""

    wish: Annotated[Wish, Meta(description="take-back, rematch or abort")]


class ProposalAnswer(ActionRequest, kw_only=True):
    """Whether you agree."""

    yes: Yes


class Phrase(ActionRequest, kw_only=True):
    """Something to say."""

    phrase: Annotated[str, Meta(max_length=20, description=f"one of {', '.join(PHRASES)}")]


class ChatText(ActionRequest, kw_only=True):
    """Something to say in words of your own."""

    text: Annotated[str, line(LONGEST_TEXT, "what you say, a line")]


@dataclass(frozen=True, slots=True)
class LegalMoves:
    """Who is to move, and each legal square with what it turns."""

    turn: Color
    moves: Mapping[str, Sequence[str]]


@route(bp, "POST", "/moves", errors=(403, 404, 409, 422, 429, 507), lane="moves", programs=True)
def moves(game: str, body: Move) -> GameView:
    """Make a move; a computer's answer comes with it if that is wanted and needs no thought."""
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
    """Take back, to where a person was to move; in a shared game, propose that."""
    who = visitor()
    return _act("undo", game, body, lambda now, at: now.undo(who=who, at=at), may_branch=False)


@route(bp, "POST", "/redo", errors=(404, 409), lane="moves")
def redo(game: str, body: ActionRequest) -> GameView:
    """Make again what was taken back."""
    return _act("redo", game, body, lambda now, at: now.redo(at=at), may_branch=False)


@route(bp, "POST", "/goto", errors=(404, 409), lane="moves")
def goto(game: str, body: GoTo) -> GameView:
    """Look at a position of the game."""
    ply = body.ply
    return _act(
        "goto", game, body, lambda now, at: now.go_to(ply, at=at), may_branch=False, ply=ply
    )


@route(bp, "POST", "/resign", errors=(403, 404, 409, 429, 507), lane="moves", programs=True)
def resign(game: str, body: Resignation) -> GameView:
    """Give up; a program that failed forfeits."""
    who = visitor()
    failure = None if body.failure is None else Failure(body.failure, body.message)
    return _act("resign", game, body, lambda now, at: now.resign(who=who, at=at, failure=failure))


@route(bp, "POST", "/time", errors=(404, 409, 429, 507), lane="moves", programs=True)
def time_up(game: str, body: ActionRequest) -> GameView:
    """See whether the side to move has run out of time; if it has, the game is over."""
    return _act("time", game, body, lambda now, at: now.time_out(at))


@route(bp, "POST", "/swap", errors=(404, 409, 429, 507), lane="moves")
def swap(game: str, body: ActionRequest) -> GameView:
    """Let the players change sides."""
    return _act("swap", game, body, lambda now, at: now.swap(at=at))


@route(bp, "POST", "/seats", errors=(404, 409, 422, 429, 507), lane="moves")
def change_seat(game: str, body: ChangeSeat) -> GameView:
    """Let another player take over a side."""

    def change(session: GameSession, at: float) -> do.Instructions:
        player = seats().checked(body.seat, session.game.size)
        return session.change_seat(body.color, player, at=at)

    return _act("seats", game, body, change, color=body.color.value, seat=body.seat)


@route(bp, "POST", "/stop", errors=(404, 409), lane="moves")
def stop(game: str, body: ActionRequest) -> GameView:
    """Stop the thinking computer."""
    return _act("stop", game, body, lambda now, at: now.pause(at=at), may_branch=False)


@route(bp, "POST", "/resume", errors=(404, 409), lane="moves")
def resume(game: str, body: ActionRequest) -> GameView:
    """Let the computer go on."""
    return _act("resume", game, body, lambda now, at: now.resume(at=at))


@route(bp, "POST", "/reply", errors=(404, 409, 503), lane="replies")
def reply(game: str, body: Reply) -> GameView:
    """Let the computer think and move."""
    return computer_replies().reply(visitor(), game_or_link_id(game), body.ticket)


@route(bp, "POST", "/answer", errors=(404, 409, 422, 429, 507), lane="moves")
def answer(game: str, body: Answer) -> GameView:
    """Answer for the computer that is asked, as its recipe says."""
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
    """Propose to take back, to play again or to call the game off."""
    who, wish = visitor(), body.wish
    propose = lambda now, at: now.propose(wish, who=who, at=at)  # noqa: E731
    return _act("proposed", game, body, propose, wish=wish)


@route(bp, "POST", "/proposal/answer", errors=(403, 404, 409), lane="moves", programs=True)
def answer_proposal(game: str, body: ProposalAnswer) -> GameView:
    """Answer what is proposed; your own proposal you withdraw with no."""
    who, yes = visitor(), body.yes
    return _act("answered", game, body, lambda now, at: now.agree(yes, who=who, at=at), yes=yes)


@route(bp, "POST", "/claim", errors=(403, 404, 409), lane="moves", programs=True)
def claim(game: str, body: ActionRequest) -> GameView:
    """Win a game that the other player left more than a minute ago."""
    who = visitor()
    return _act("claim", game, body, lambda now, at: now.claim(who=who, at=at))


@route(bp, "POST", "/phrase", errors=(403, 404, 409), budget=rate_limits.PHRASES, programs=True)
def say(game: str, body: Phrase) -> GameView:
    """Say something."""
    who, phrase = visitor(), body.phrase
    return _act("said", game, body, lambda now, at: now.say(phrase, who=who), phrase=phrase)


@route(bp, "POST", "/text", errors=(403, 404, 409, 422), budget=rate_limits.PHRASES)
def write(game: str, body: ChatText) -> GameView:
    """Write something to the other player, where the server allows it."""
    if not game_service().chat:
        why = _("The host does not allow free text here. Use one of the phrases.")
        raise ApiError(403, "no-chat", why)
    who, text = visitor(), body.text.strip()
    if not text.isprintable() or not text:
        why = _("Write 1 to {most} printable characters.", most=LONGEST_TEXT)
        raise ApiError(422, "invalid-text", why)
    return _act("wrote", game, body, lambda now, at: now.write(text, who=who))


@route(bp, "GET", "/legal", errors=(404,), lane="moves")
def legal(game: str) -> LegalMoves:
    """The legal moves of the side to move."""
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

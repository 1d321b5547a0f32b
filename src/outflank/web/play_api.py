"""The API's table: moves, taking back, the computer's reply."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from flask import Blueprint
from msgspec import Meta

from outflank.board import Color
from outflank.sitting import flips_of_moves
from outflank.sitting import messages as m
from outflank.web.api import route
from outflank.web.context import seats, tables
from outflank.web.fields import (
    PlyNumber,
    Request,
    RequestId,
    SeatText,
    SquareName,
    ThinkingSeconds,
    Ticket,
    Version,
)
from outflank.web.requests import game_or_link_id
from outflank.web.state import GameView
from outflank.web.tables import Expected
from outflank.web.visitors import visitor

bp = Blueprint("play", __name__, url_prefix="/api/games/<game>")


class Action(Request):
    """Something done to a game; what it says protects it from being done twice or too late."""

    version: Version | None = None
    request: RequestId | None = None


class Move(Action, kw_only=True):
    """A square to play."""

    square: SquareName
    ply: PlyNumber | None = None
    answer: Annotated[
        bool, Meta(description="true: a computer that need not think may answer at once")
    ] = False


class GoTo(Action, kw_only=True):
    """A position of the game to look at."""

    ply: PlyNumber


class TimeUp(Action, kw_only=True):
    """Whose time seems to have run out."""

    color: Annotated[Color, Meta(description="black or white")]


class ChangeSeat(Action, kw_only=True):
    """Who is to sit at a side."""

    color: Annotated[Color, Meta(description="black or white")]
    seat: SeatText


class Reply(Request):
    """The question that is to be answered; whichever there is, where it is not named."""

    ticket: Ticket | None = None


class Answer(Request):
    """A move that the visitor's own machine found, by the recipe of the game."""

    ticket: Ticket
    square: SquareName
    seconds: ThinkingSeconds = 0.0


@dataclass(frozen=True, slots=True)
class Legal:
    """Who is to move, and each legal square with what it turns."""

    turn: Color
    moves: Mapping[str, Sequence[str]]


@route(bp, "POST", "/moves", refuses=(404, 409, 422, 429, 507), lane="moves")
def moves(game: str, wanted: Move) -> GameView:
    """Make a move; its answer comes with it if that is wanted and needs no thought."""
    return tables().play(
        visitor(),
        game_or_link_id(game),
        wanted.square,
        Expected(wanted.version, wanted.ply),
        answer=wanted.answer,
        request=wanted.request,
    )


@route(bp, "POST", "/undo", refuses=(404, 409), lane="moves")
def undo(game: str, wanted: Action) -> GameView:
    """Take back, to where a person was to move."""
    return _do("undo", game, wanted, lambda size: m.Undo())


@route(bp, "POST", "/redo", refuses=(404, 409), lane="moves")
def redo(game: str, wanted: Action) -> GameView:
    """Make again what was taken back."""
    return _do("redo", game, wanted, lambda size: m.Redo())


@route(bp, "POST", "/goto", refuses=(404, 409), lane="moves")
def goto(game: str, wanted: GoTo) -> GameView:
    """Look at a position of the game."""
    return _do("goto", game, wanted, lambda size: m.GoTo(wanted.ply), ply=wanted.ply)


@route(bp, "POST", "/resign", refuses=(404, 409, 429, 507), lane="moves")
def resign(game: str, wanted: Action) -> GameView:
    """Give up."""
    return _do("resign", game, wanted, lambda size: m.Resign())


@route(bp, "POST", "/time", refuses=(404, 409, 429, 507), lane="moves")
def time_up(game: str, wanted: TimeUp) -> GameView:
    """See whether a side's time has run out; if it has, the game is over."""
    return _do("time", game, wanted, lambda size: m.TimeOut(wanted.color))


@route(bp, "POST", "/swap", refuses=(404, 409, 429, 507), lane="moves")
def swap(game: str, wanted: Action) -> GameView:
    """Let the players change sides."""
    return _do("swap", game, wanted, lambda size: m.SwapSeats())


@route(bp, "POST", "/seats", refuses=(404, 409, 422, 429, 507), lane="moves")
def change_seat(game: str, wanted: ChangeSeat) -> GameView:
    """Let somebody else take over a side."""

    def seated(size: int) -> m.Event:
        return m.ChangeSeat(wanted.color, seats().checked(wanted.seat, size))

    return _do("seats", game, wanted, seated, color=wanted.color.value, seat=wanted.seat)


@route(bp, "POST", "/stop", refuses=(404, 409), lane="moves")
def stop(game: str, wanted: Action) -> GameView:
    """Stop the thinking computer."""
    return _do("stop", game, wanted, lambda size: m.Stop())


@route(bp, "POST", "/resume", refuses=(404, 409), lane="moves")
def resume(game: str, wanted: Action) -> GameView:
    """Let the computer go on."""
    return _do("resume", game, wanted, lambda size: m.Resume())


@route(bp, "POST", "/reply", refuses=(404, 409, 503), lane="replies")
def reply(game: str, wanted: Reply) -> GameView:
    """Let the computer think and move."""
    return tables().reply(visitor(), game_or_link_id(game), wanted.ticket)


@route(bp, "POST", "/answer", refuses=(404, 409, 422, 429, 507), lane="moves")
def answer(game: str, wanted: Answer) -> GameView:
    """Answer for the computer that is asked, as its recipe says."""
    return tables().answer(
        visitor(), game_or_link_id(game), wanted.ticket, wanted.square, wanted.seconds
    )


@route(bp, "GET", "/legal", refuses=(404,), lane="moves")
def legal(game: str) -> Legal:
    """The legal moves, whoever is to move."""
    board = tables().find(visitor(), game_or_link_id(game)).standing.game.board
    return Legal(board.turn, flips_of_moves(board))


def _do(
    kind: str, game: str, wanted: Action, make: Callable[[int], m.Event], **data: Any
) -> GameView:
    return tables().handle(
        visitor(),
        game_or_link_id(game),
        make,
        Expected(wanted.version),
        kind=kind,
        data=data,
        request=wanted.request,
    )

"""What a visitor is shown of stored games: a game at a table, and a game on the shelf."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from outflank.board import Color
from outflank.game import Game
from outflank.sitting import HUMAN, Notice, Sitting, View, view_of
from outflank.sitting import messages as m
from outflank.storage import Entry, Kept
from outflank.study import cannot_study, opening_name
from outflank.web.seats import Seats


@dataclass(frozen=True, kw_only=True)
class GameView(View):
    """A stored game: its view, and what it is called here."""

    id: str
    kind: Literal["game", "save", "link"]
    name: str | None
    version: int


@dataclass(frozen=True, slots=True)
class EntryView:
    """A game on the shelf, for My Games."""

    id: str
    place: Literal["running", "finished", "saved", "bin"]
    name: str | None
    title: str
    players: str
    note: str
    size: int
    board: str
    moves: int
    result: str | None
    created: str
    updated: str


def sitting_of(kept: Kept) -> Sitting:
    """The sitting at a stored game, as it was left."""
    standing = kept.standing
    return Sitting(
        standing.game,
        standing.seats,
        paused=standing.paused,
        pending=standing.pending,
        next_ticket=standing.next_ticket,
    )


def game_view(
    kept: Kept,
    seats: Seats,
    told: Iterable[m.Instruction] = (),
    *,
    branched_from: str | None = None,
) -> GameView:
    """The state of a game, and what just happened in it.

    ``branched_from`` is the kind of the game that this one was made from, just now.
    """
    game = kept.standing.game
    view = view_of(
        sitting_of(kept),
        told,
        describe=seats.view,
        opening=opening_name(game) or None,
        can_study=cannot_study(game.size) is None,
    )
    notices = [*_branch_notices(branched_from), *view.notices]
    seen = vars(view) | {"notices": notices}
    return GameView(id=kept.id, kind=kept.kind, name=kept.name, version=kept.version, **seen)


def entry_view(entry: Entry, seats: Seats) -> EntryView:
    """A game on the shelf."""
    players = " against ".join(_sitter(entry, color, seats) for color in Color)
    return EntryView(
        id=entry.id,
        place=_place(entry),
        name=entry.name,
        title=entry.name or players,
        players=players,
        note=entry.result or moves_made(entry.moves),
        size=entry.size,
        board=entry.board.split(" ")[0],
        moves=entry.moves,
        result=entry.result,
        created=time_text(entry.created),
        updated=time_text(entry.updated),
    )


def named_game(kept: Kept, seats: Seats) -> Game:
    """A stored game that knows what its players are called, for pictures and records."""
    game = kept.standing.game
    for color in Color:
        seat = kept.standing.seats[color]
        known = game.info.get(color.value, HUMAN)
        game.info[color.value] = known if seat == HUMAN != known else seats.title(seat)
    return game


def moves_made(moves: int) -> str:
    """How far a game has come."""
    return f"{moves} move{'' if moves == 1 else 's'}"


def time_text(seconds: float) -> str:
    """A moment, as JSON has it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _place(entry: Entry) -> Literal["running", "finished", "saved", "bin"]:
    if entry.deleted:
        return "bin"
    if entry.kind == "save":
        return "saved"
    return "running" if entry.result is None else "finished"


def _sitter(entry: Entry, color: Color, seats: Seats) -> str:
    sat = {Color.BLACK: entry.black, Color.WHITE: entry.white}
    if sat[color] != HUMAN:
        return seats.title(sat[color])
    return "You" if sat[color.opponent] != HUMAN else str(color)


_BRANCHED = {
    "game": "The finished game stays in My Games as it was. You play on in a copy.",
    "link": "You play on in a game of your own, which My Games keeps from now on.",
}


def _branch_notices(kind: str | None) -> list[Notice]:
    return [] if kind is None else [Notice("branch", None, _BRANCHED[kind])]

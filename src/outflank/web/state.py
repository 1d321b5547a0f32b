"""What a visitor is shown of stored games: a game at a table, and a game on the shelf."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from outflank.board import Color, counted
from outflank.sitting import HUMAN, ClockView, CompanyView, Game, NextView, Recipe, View, seat_title
from outflank.storage import Entry, Kept


@dataclass(frozen=True, kw_only=True)
class GameView(View):
    """A stored game: its view, and what it is called here."""

    id: str
    kind: Literal["game", "save", "link", "meeting"]
    name: str | None
    version: int
    clock: ClockView | None
    next: NextView | None
    """Whom to play next, once the game is over, for the one person who played it."""
    recipe: Recipe | None = None
    """How the visitor's own machine can answer for the computer; none where it cannot."""
    company: CompanyView | None = None
    """Who is at a shared table, and what you may do there."""
    record: str | None = None
    """A shared game as a game in a link, in whose place it is studied, once that is allowed."""
    answered: "GameView | None" = None
    """The game after the computer's answer, where it was made at once: what is awaited here."""


@dataclass(frozen=True, slots=True)
class EntryView:
    """A game on the shelf, for My Games."""

    id: str
    place: Literal["running", "finished", "saved", "bin"]
    name: str | None
    title: str
    players: str
    shared: bool
    """Whether it is played at a shared table, where it is opened."""
    note: str
    size: int
    board: str
    moves: int
    result: str | None
    created: str
    updated: str


def entry_view(entry: Entry) -> EntryView:
    """A game on the shelf."""
    players = " against ".join(_sitter(entry, color) for color in Color)
    return EntryView(
        id=entry.id,
        place=_place(entry),
        name=entry.name,
        title=entry.name or players,
        players=players,
        shared=entry.kind == "meeting",
        note=entry.result or moves_made(entry.moves),
        size=entry.size,
        board=entry.board.split(" ")[0],
        moves=entry.moves,
        result=entry.result,
        created=time_text(entry.created),
        updated=time_text(entry.updated),
    )


def named_game(kept: Kept) -> Game:
    """A stored game that knows what its players are called, for pictures and records."""
    game = kept.standing.game
    for color in Color:
        seat = kept.standing.seats[color]
        known = game.info.get(color.value, HUMAN)
        game.info[color.value] = known if seat == HUMAN != known else seat_title(seat)
    return game


def moves_made(moves: int) -> str:
    """How far a game has come."""
    return counted(moves, "move")


def time_text(seconds: float) -> str:
    """A moment, as JSON has it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _place(entry: Entry) -> Literal["running", "finished", "saved", "bin"]:
    if entry.deleted:
        return "bin"
    if entry.kind == "save":
        return "saved"
    return "running" if entry.result is None else "finished"


def _sitter(entry: Entry, color: Color) -> str:
    sat = {Color.BLACK: entry.black, Color.WHITE: entry.white}
    if sat[color] != HUMAN:
        return seat_title(sat[color])
    return "You" if sat[color.opponent] != HUMAN else str(color)

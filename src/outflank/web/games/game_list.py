"""The entries of My Games, and player names for pictures and records."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal

from outflank.board import Color
from outflank.game import Game
from outflank.play.opponents.catalogue import seat_title
from outflank.play.seat import HUMAN
from outflank.storage.games.games import StoredGame, result_sentence
from outflank.storage.models import GameRow
from outflank.translation import _, ngettext


@dataclass(frozen=True, slots=True)
class EntryView:
    """A game in My Games."""

    id: str
    place: Literal["running", "finished", "saved", "bin"]
    name: str | None
    title: str
    players: str
    shared: bool  # whether it is a shared game
    note: str
    size: int
    board: str
    moves: int
    result: str | None
    created: str
    updated: str


def entry_view(entry: GameRow) -> EntryView:
    players = versus(*(_sitter(entry, color) for color in Color))
    result = None if entry.result is None else result_sentence(entry.result)
    return EntryView(
        id=entry.id,
        place=_place(entry),
        name=entry.name,
        title=entry.name or players,
        players=players,
        shared=entry.kind == "shared",
        note=result or moves_made(entry.moves),
        size=entry.size,
        board=entry.board.split(" ")[0],
        moves=entry.moves,
        result=result,
        created=time_text(entry.created),
        updated=time_text(entry.updated),
    )


def named_game(stored: StoredGame) -> Game:
    """Return a stored game with the names of its players, for pictures and records."""
    game = stored.session.game
    for color, seat in stored.session.seats.items():
        known = game.info.get(color.value, HUMAN)
        named = not seat.is_computer and known != HUMAN
        game.info[color.value] = known if named else seat_title(seat.player)
    return game


def moves_made(moves: int) -> str:
    return ngettext("{count} move", "{count} moves", moves)


def versus(black: str, white: str) -> str:
    return _("{black} vs. {white}", black=black, white=white)


def time_text(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def _place(entry: GameRow) -> Literal["running", "finished", "saved", "bin"]:
    if entry.deleted is not None:
        return "bin"
    if entry.kind == "save":
        return "saved"
    return "running" if entry.result is None else "finished"


def _sitter(entry: GameRow, color: Color) -> str:
    sat = {Color.BLACK: entry.black, Color.WHITE: entry.white}
    if sat[color] != HUMAN:
        return seat_title(sat[color])
    return _("You") if sat[color.opponent] != HUMAN else str(color)

"""Who sits where: from the text of a seat to a player, and from a saved game back to its seats."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TypeAlias

from outflank.board import Color
from outflank.game import Game
from outflank.play.opponents.catalogue import about, seat_title
from outflank.play.opponents.characters import character_of
from outflank.play.seat import HUMAN, Seat
from outflank.play.view import SeatView
from outflank.players import (
    InvalidPlayerFile,
    InvalidSetting,
    Player,
    UnknownOpponent,
    make_player,
    with_full_path,
)
from outflank.translation import _, language

SEATS_KNOWN = 500  # that are described once

PlayerMaker: TypeAlias = Callable[[Color, str, int], Player]
"""Makes the player of a side, from the text of its seat, for a board size."""


class InvalidSeat(ValueError):
    """A seat that is neither a person nor an opponent that plays on this board."""


def player_maker(seed: int | None = None) -> PlayerMaker:
    """Makes players from the catalogue; with a seed, the same ones every time."""

    def make(color: Color, seat: str, size: int) -> Player:
        # Each side gets random numbers of its own, both made from the one seed.
        salt = 0 if color is Color.BLACK else 1
        return make_player(seat, seed=None if seed is None else seed + salt, size=size)

    return make


def check_seat(color: Color, seat: str, size: int, make: PlayerMaker) -> None:
    """Raise ``InvalidSeat`` for a player that cannot be made."""
    if seat == HUMAN:
        return
    try:
        make(color, seat, size)
    except (UnknownOpponent, InvalidSetting, InvalidPlayerFile) as error:
        raise InvalidSeat(str(error)) from error


def describe(seat: str, size: int) -> SeatView:
    return described(seat, size, language())


@lru_cache(maxsize=SEATS_KNOWN)
def described(seat: str, size: int, _language: str) -> SeatView:
    """A seat in the current language, which is passed so that each is described only once."""
    if seat == HUMAN:
        return SeatView(seat, True, seat_title(seat), _("A person."), "")
    description = about(seat, size) or _("This opponent is not installed here.")
    character = character_of(seat)
    return SeatView(seat, False, seat_title(seat), description, character.face if character else "")


def name_seats(game: Game, seats: Mapping[Color, Seat]) -> Game:
    """The game with its players in the record, so that loading it brings them back."""
    game.info |= {color.value: with_full_path(seats[color].player) for color in Color}
    return game


def seats_of(
    game: Game, make: PlayerMaker, usual: Mapping[Color, str]
) -> tuple[dict[Color, str], list[str]]:
    """Who plays a saved game, and a sentence for each player who is not available here.

    Where the save names no player, the ``usual`` one plays.

    A person takes the seat of a player that the catalogue does not know: a person's name, or a file
    that is gone.
    """
    seats, notes = {}, []
    for color in Color:
        seat = game.info.get(color.value, usual[color])
        try:
            check_seat(color, seat, game.size, make)
        except InvalidSeat:
            notes.append(
                _(
                    "The opponent {player} is not available here. A person plays {color}.",
                    player=seat,
                    color=color,
                )
            )
            seat = HUMAN
        seats[color] = seat
    return seats, notes

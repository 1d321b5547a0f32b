"""Create players from the texts of seats, and restore the seats of a saved game."""

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

SEATS_KNOWN = 500  # cached descriptions

PlayerMaker: TypeAlias = Callable[[Color, str, int], Player]
"""Creates the player of a side from the text of its seat and the board size."""


class InvalidSeat(ValueError):
    """A seat that is neither a person nor an opponent for this board size."""


def player_maker(seed: int | None = None) -> PlayerMaker:
    """Return a function that creates players; with a seed, they repeat their choices."""

    def make(color: Color, seat: str, size: int) -> Player:
        # Each side gets its own random numbers, both derived from the seed.
        salt = 0 if color is Color.BLACK else 1
        return make_player(seat, seed=None if seed is None else seed + salt, size=size)

    return make


def check_seat(color: Color, seat: str, size: int, make: PlayerMaker) -> None:
    """Raise ``InvalidSeat`` if the player cannot be created."""
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
    """Describe a seat; the language is a parameter only as part of the cache key."""
    if seat == HUMAN:
        return SeatView(seat, True, seat_title(seat), _("A person."), "")
    description = about(seat, size) or _("This opponent is not installed here.")
    character = character_of(seat)
    return SeatView(seat, False, seat_title(seat), description, character.face if character else "")


def name_seats(game: Game, seats: Mapping[Color, Seat]) -> Game:
    """Return the game with its players in the record, so that loading restores them."""
    game.info |= {
        color.value: seats[color].name or with_full_path(seats[color].player) for color in Color
    }
    return game


def seats_of(
    game: Game, make: PlayerMaker, usual: Mapping[Color, str]
) -> tuple[dict[Color, str], list[str]]:
    """Return the players of a saved game, and a message for each unavailable player.

    The ``usual`` player is the default where the save names none. A person replaces a player that
    the catalogue does not have, such as a person's name or a missing file.
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

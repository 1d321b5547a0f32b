"""A new game, arranged: what people filled in, checked before anything depends on it."""

from collections.abc import Mapping
from dataclasses import dataclass

from outflank.board import Board, Color
from outflank.game import Game, parse_time_control
from outflank.sitting.seats import PlayerMaker, check_seat
from outflank.sitting.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Arranged:
    """A game and who sits where."""

    game: Game
    seats: Mapping[Color, str]


def rematch(sitting: Sitting) -> Arranged:
    """The same players, start and clock once more."""
    return Arranged(Game(sitting.game.start, clock=sitting.game.clock), sitting.seats)


def play_from(sitting: Sitting, board: Board, make: PlayerMaker) -> Arranged:
    """The same players at another position, without a clock; an ``InvalidSeat`` if one cannot."""
    for color, seat in sitting.seats.items():
        check_seat(color, seat, board.size, make)
    return Arranged(Game(board), sitting.seats)


def arrange(size: int, clock: str, seats: Mapping[Color, str], make: PlayerMaker) -> Arranged:
    """A game as it was asked for; a ``ValueError`` with a sentence where it cannot be played.

    ``clock`` is empty, or minutes and seconds more a move, such as ``5+3``.
    """
    control = parse_time_control(clock) if clock.strip() else None
    for color, seat in seats.items():
        check_seat(color, seat, size, make)
    return Arranged(Game(size=size, clock=control), seats)

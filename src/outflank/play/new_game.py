"""The setup of a new game, checked before it starts."""

from collections.abc import Mapping
from dataclasses import dataclass

from outflank.board import Board, Color
from outflank.game import Game, parse_time_control
from outflank.play.opponents.seating import PlayerMaker, check_seat, name_seats
from outflank.play.seat import Seat
from outflank.play.session import GameSession


@dataclass(frozen=True, slots=True)
class GameSetup:
    """A game and its players' texts."""

    game: Game
    seats: Mapping[Color, str]

    def session(self, next_ticket: int = 1) -> GameSession:
        """A session of the game, whose record names the players."""
        seats = {color: Seat(self.seats[color]) for color in Color}
        return GameSession(name_seats(self.game, seats), seats, next_ticket=next_ticket)


def rematch(session: GameSession) -> GameSetup:
    return GameSetup(Game(session.game.start, clock=session.game.clock), _players(session))


def play_from(session: GameSession, board: Board, make: PlayerMaker) -> GameSetup:
    """The same players at another position, without a clock; an ``InvalidSeat`` if one cannot."""
    players = _players(session)
    for color, player in players.items():
        check_seat(color, player, board.size, make)
    return GameSetup(Game(board), players)


def set_up_game(size: int, clock: str, seats: Mapping[Color, str], make: PlayerMaker) -> GameSetup:
    """A game as a person filled it in; a ``ValueError`` with a sentence where it cannot be played.

    ``clock`` is empty, or minutes per side and seconds per move, such as ``5+3``.
    """
    control = parse_time_control(clock) if clock.strip() else None
    for color, seat in seats.items():
        check_seat(color, seat, size, make)
    return GameSetup(Game(size=size, clock=control), seats)


def _players(session: GameSession) -> dict[Color, str]:
    return {color: seat.player for color, seat in session.seats.items()}

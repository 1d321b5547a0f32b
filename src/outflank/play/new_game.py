"""The setup of a new game, validated before the game starts."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from outflank.board import Board, Color
from outflank.game import Game, parse_time_control
from outflank.play.opponents.catalogue import about
from outflank.play.opponents.seating import PlayerMaker, check_seat, name_seats
from outflank.play.seat import HUMAN, Seat
from outflank.play.session import GameSession
from outflank.play.view import person_name


@dataclass(frozen=True, slots=True)
class GameSetup:
    game: Game
    seats: Mapping[Color, str]

    def session(self, next_ticket: int = 1) -> GameSession:
        """Return a session whose record names the players."""
        seats = {color: Seat(self.seats[color], self._name(color)) for color in Color}
        return GameSession(name_seats(self.game, seats), seats, next_ticket=next_ticket)

    def _name(self, color: Color) -> str:
        """Return the name of a person in the record of the game, if any."""
        name = person_name(self.game, color) if self.seats[color] == HUMAN else ""
        return "" if about(name, self.game.size) else name


def rematch(session: GameSession) -> GameSetup:
    return GameSetup(Game(session.game.start, clock=session.game.clock), _players(session))


def play_from(session: GameSession, board: Board, make: PlayerMaker) -> GameSetup:
    """Set up another position for the same players, without a clock, or raise ``InvalidSeat``."""
    players = _players(session)
    for color, player in players.items():
        check_seat(color, player, board.size, make)
    return GameSetup(Game(board), players)


def set_up_game(
    size: int, clock: str, seats: Mapping[Color, str], make: PlayerMaker, start: str = ""
) -> GameSetup:
    """Validate the fields of a new-game form; raise ``ValueError`` with a message for the user.

    ``clock`` is empty, or minutes per side and seconds per move, such as ``5+3``. ``start`` is
    empty, `balanced` or a file of openings.
    """
    from outflank.openings.balanced import chosen_start  # lazy: only dialogs need it

    control = parse_time_control(clock) if clock.strip() else None
    for color, seat in seats.items():
        check_seat(color, seat, size, make)
    return GameSetup(Game(chosen_start(start, size, Random()), clock=control), seats)


def _players(session: GameSession) -> dict[Color, str]:
    return {color: seat.player for color, seat in session.seats.items()}

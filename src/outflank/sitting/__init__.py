"""One sitting at the board: the state machine that every screen shares."""

from outflank.sitting import messages
from outflank.sitting.opponents import OfferedOpponent, offered_opponents
from outflank.sitting.seats import (
    InvalidSeat,
    PlayerMaker,
    check_seat,
    name_seats,
    player_maker,
    seats_of,
)
from outflank.sitting.sitting import HUMAN, Sitting
from outflank.sitting.story import story
from outflank.sitting.typed_square import TypedSquare
from outflank.sitting.view import Notice, SeatView, View, flips_of_moves, status_of, view_of

__all__ = [
    "HUMAN",
    "InvalidSeat",
    "Notice",
    "OfferedOpponent",
    "PlayerMaker",
    "SeatView",
    "Sitting",
    "TypedSquare",
    "View",
    "check_seat",
    "flips_of_moves",
    "messages",
    "name_seats",
    "offered_opponents",
    "player_maker",
    "seats_of",
    "status_of",
    "story",
    "view_of",
]

"""One sitting at the board: the state machine that every screen shares."""

from outflank.sitting import messages
from outflank.sitting.seats import (
    InvalidSeat,
    PlayerMaker,
    check_seat,
    name_seats,
    player_maker,
    seats_of,
)
from outflank.sitting.sitting import HUMAN, Sitting
from outflank.sitting.typed_square import TypedSquare

__all__ = [
    "HUMAN",
    "InvalidSeat",
    "PlayerMaker",
    "Sitting",
    "TypedSquare",
    "check_seat",
    "messages",
    "name_seats",
    "player_maker",
    "seats_of",
]

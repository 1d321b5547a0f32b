"""One sitting at the board: the state machine that every screen shares.

``Sitting`` is pure: events in, instructions out. ``Table`` carries the instructions out for screens
that stay open, with players thinking in the background, a clock and saves.
"""

from outflank.sitting import messages
from outflank.sitting.hints import (
    Adviser,
    Hint,
    first_adviser,
    opponent_as_adviser,
    usual_adviser,
)
from outflank.sitting.seats import (
    InvalidSeat,
    PlayerMaker,
    check_seat,
    name_seats,
    player_maker,
    seats_of,
)
from outflank.sitting.sitting import HUMAN, Sitting
from outflank.sitting.stopwatch import Stopwatch
from outflank.sitting.table import Shelf, Table, View
from outflank.sitting.typed_square import TypedSquare

__all__ = [
    "HUMAN",
    "Adviser",
    "Hint",
    "InvalidSeat",
    "PlayerMaker",
    "Shelf",
    "Sitting",
    "Stopwatch",
    "Table",
    "TypedSquare",
    "View",
    "check_seat",
    "first_adviser",
    "messages",
    "name_seats",
    "opponent_as_adviser",
    "player_maker",
    "seats_of",
    "usual_adviser",
]

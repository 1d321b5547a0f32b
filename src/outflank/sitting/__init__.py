"""One sitting at the board: the state machine that every screen shares."""

from outflank.sitting import messages
from outflank.sitting.sitting import HUMAN, Sitting

__all__ = ["HUMAN", "Sitting", "messages"]

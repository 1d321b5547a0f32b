"""Large batches of positions as numpy arrays."""

from outflank.batch.positions import NOT_OVER, PASS, Positions
from outflank.batch.sequences import Sequences

__all__ = ["NOT_OVER", "PASS", "Positions", "Sequences"]

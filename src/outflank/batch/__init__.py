"""Large batches of positions as numpy arrays."""

from outflank.batch.positions import NOT_OVER, PASS, Positions

__all__ = ["NOT_OVER", "PASS", "Positions"]

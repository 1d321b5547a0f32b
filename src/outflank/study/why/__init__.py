"""Why a move was good or bad: one kind of reason per module."""

"""Errors of the engine."""


class CannotThink(ValueError):
    """A position or limit that the engine does not support; the message says what it does."""

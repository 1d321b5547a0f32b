"""Errors about moves and positions; all are ``ValueError``."""


class InvalidSquare(ValueError):
    """A square that is not on this board, or a text that is not a square."""


class IllegalMove(ValueError):
    """A move that is illegal in this position."""


class InvalidPosition(ValueError):
    """Text or discs that are not a valid position."""

"""What can be wrong with a move or a position; all are ``ValueError`` with a sentence."""


class InvalidSquare(ValueError):
    """A square that does not exist on this board, or text that does not name one."""


class IllegalMove(ValueError):
    """A move the rules do not allow in this position."""


class InvalidPosition(ValueError):
    """Text or discs that do not describe a position."""

"""The two sides."""

from enum import Enum

from outflank.translation import _


class Color(Enum):
    """Black (the dark discs, which move first) or White (the light discs)."""

    BLACK = "black"
    WHITE = "white"

    @property
    def opponent(self) -> "Color":
        """The other side."""
        return Color.WHITE if self is Color.BLACK else Color.BLACK

    @property
    def symbol(self) -> str:
        """The side's disc in diagrams: ``X`` for Black, ``O`` for White."""
        return "X" if self is Color.BLACK else "O"

    def __str__(self) -> str:
        return _("Black") if self is Color.BLACK else _("White")

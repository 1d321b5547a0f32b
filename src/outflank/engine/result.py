"""The results of a search."""

from dataclasses import dataclass

from outflank.board import Square, square_name
from outflank.translation import _


class NamedSquare(int):
    """The number of a square that also has its name.

    >>> NamedSquare(37).name, NamedSquare(37) == 37
    ('f5', True)
    """

    def __new__(cls, square: Square, size: int = 8) -> "NamedSquare":
        self = super().__new__(cls, square)
        self.size = size
        return self

    size: int

    @property
    def name(self) -> str:
        """Its name, such as ``f5``."""
        return square_name(self, self.size)

    def __reduce__(self) -> tuple[object, ...]:
        return NamedSquare, (int(self), self.size)


@dataclass(frozen=True, slots=True)
class Result:
    """A move with its score and the reliability of the score."""

    move: Square
    score: int
    """Final discs for the side to move."""
    exact: bool
    """True if the score is proven by a search to the end of the game."""
    depth: int
    """Search depth; the number of empties for a search to the end."""
    confidence: int
    """The confidence in percent required to skip lines; 100 if none were skipped, 0 if unknown (in
    a book)."""
    line: tuple[Square, ...]
    """The principal variation, starting with this move, without forced passes."""
    nodes: int
    """Nodes searched for all moves of this analysis."""
    seconds: float
    size: int = 8
    book: bool = False
    """True if it is from the opening book."""

    @property
    def name(self) -> str:
        """The name of the move, such as ``f5``."""
        return square_name(self.move, self.size)

    @property
    def line_text(self) -> str:
        """The expected moves as a transcript."""
        return "".join(square_name(square, self.size) for square in self.line)

    def __str__(self) -> str:
        if self.book:
            how = _("book, depth {depth}", depth=self.depth)
        elif self.exact:
            how = _("exact")
        else:
            how = _("depth {depth} at {percent} %", depth=self.depth, percent=self.confidence)
        return f"{square_name(self.move, self.size)} {self.score:+d} ({how}) {self.line_text}"

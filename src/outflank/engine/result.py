"""What the engine found out."""

from dataclasses import dataclass

from outflank.board import Square, square_name
from outflank.translation import _


@dataclass(frozen=True, slots=True)
class Result:
    """A move, what it is worth, and how sure that is."""

    move: Square
    score: int
    """Discs at the end of the game, from the view of the side to move."""
    exact: bool
    """Whether the score is proven: every line was followed to the end of the game."""
    depth: int
    """Moves looked ahead; the number of empties for a search to the end."""
    confidence: int
    """How sure the engine was before it skipped a line, in per cent; 100 where none was skipped,
    0 where nobody noted it (in a book)."""
    line: tuple[Square, ...]
    """The expected moves from here on, this one first; forced passes are left out."""
    nodes: int
    """Positions looked at, for all moves of this analysis together."""
    seconds: float
    size: int = 8
    book: bool = False
    """Whether it was looked up in the opening book instead of found by searching."""

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

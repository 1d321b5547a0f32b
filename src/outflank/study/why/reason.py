"""What a reason is: a kind, a sentence, the squares to draw and the moves to replay."""

from dataclasses import dataclass
from enum import Enum

from outflank.board import Square


class ReasonKind(Enum):
    CORNER_GIVEN = "corner given"
    CORNER_MISSED = "corner missed"
    STONER_TRAP = "Stoner trap"
    WEDGE = "wedge"
    UNBALANCED_EDGE = "unbalanced edge"
    EDGE = "edge"
    OUT_OF_MOVES = "out of safe moves"
    SAFE_MOVES = "safe moves"
    MOBILITY = "mobility"
    FREEDOM = "freedom to choose"
    QUIET = "quiet move missed"
    OPENS = "square opened"
    RESERVE = "moves in reserve"
    NOW_OR_NEVER = "move that does not wait"
    WALL = "wall"
    TEMPO = "tempo"
    COULD_WAIT = "move that could wait"
    EXCHANGE = "exchange"
    SQUARE_LOST = "square lost"
    PREPARES = "move prepared"
    ACCESS = "access"
    PARITY = "parity"
    FORCED_PASS = "forced pass"
    SWINDLE = "swindle"
    STABLE = "stable discs"
    LAST_DISCS = "discs in the end"
    LINE = "line"
    ONLY_MOVE = "only move"
    QUIET_MOVE = "quiet move"
    SACRIFICE = "sacrifice"

    @property
    def explains(self) -> bool:
        """Whether it says more than what was played."""
        return self is not ReasonKind.LINE


@dataclass(frozen=True, slots=True)
class MoveReason:
    """A sentence, the squares to draw with it, and the moves after which it shows."""

    kind: ReasonKind
    sentence: str
    squares: tuple[Square, ...]
    replay: tuple[Square, ...] = ()
    """The moves from the position on, the one made or the best one first."""
    worth: int = 0  # by how many discs a quick look at the position changes where it happens

    @property
    def shows_at(self) -> int:
        """After which move of its line it shows; 0 is the first."""
        return len(self.replay) - 1

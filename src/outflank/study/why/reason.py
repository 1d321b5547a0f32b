"""What a reason is: a kind, a sentence, the squares to draw and the moves to replay."""

from dataclasses import dataclass
from enum import Enum

from outflank.board import Square


class Kind(Enum):
    """What a reason is about."""

    CORNER_GIVEN = "corner given"
    CORNER_MISSED = "corner missed"
    STONER_TRAP = "Stoner trap"
    WEDGE = "wedge"
    UNBALANCED_EDGE = "unbalanced edge"
    EDGE = "edge"
    OUT_OF_MOVES = "out of safe moves"
    SAFE_MOVES = "safe moves"
    MOBILITY = "mobility"
    QUIET = "quiet move missed"
    OPENS = "square opened"
    WALL = "wall"
    TEMPO = "tempo"
    ACCESS = "access"
    PARITY = "parity"
    FORCED_PASS = "forced pass"
    SWINDLE = "swindle"
    STABLE = "stable discs"
    LINE = "line"
    ONLY_MOVE = "only move"
    QUIET_MOVE = "quiet move"
    SACRIFICE = "sacrifice"

    @property
    def explains(self) -> bool:
        """Whether it says more than what was played."""
        return self is not Kind.LINE


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, the squares to draw with it, and the moves after which it shows."""

    kind: Kind
    sentence: str
    squares: tuple[Square, ...]
    replay: tuple[Square, ...] = ()
    """The moves from the position on, the one made or the best one first."""
    worth: int = 0
    """By how many discs a quick look at the position changes where it happens."""

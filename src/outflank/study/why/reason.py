"""Reasons: a kind, a sentence (``sentences.py``), the squares to mark and the moves to replay."""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    QUIET = "quiet move missed"
    OPENS = "square opened"
    NOW_OR_NEVER = "move that does not wait"
    WALL = "wall"
    TEMPO = "tempo"
    COULD_WAIT = "move that could wait"
    ACCESS = "access"
    PARITY = "parity"
    FORCED_PASS = "forced pass"
    SWINDLE = "swindle"
    STABLE = "stable discs"
    LAST_DISCS = "discs in the end"
    PROVEN_END = "proven end"
    ONLY_MOVE = "only move"
    QUIET_MOVE = "quiet move"
    SACRIFICE = "sacrifice"


@dataclass(frozen=True, slots=True)
class MoveReason:
    """A sentence with the squares to mark and the moves to replay."""

    kind: ReasonKind
    sentence: str
    squares: tuple[Square, ...]
    replay: tuple[Square, ...] = ()
    """The moves from the position on, starting with the move played or the best move."""
    claim: str = ""  # what is claimed: a key of ``sentences.SENTENCES``
    facts: Mapping[str, str] = field(default_factory=dict)
    """The squares, sides and numbers of the claim."""

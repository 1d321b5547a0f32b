"""What a screen draws on its board, whoever is at it: a game, a review or practice."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from outflank.board import Board, Square, SquareSet
from outflank.review.hints import Hint
from outflank.table.labels import Label


@dataclass(frozen=True, slots=True)
class Shown:
    """A position and everything a person should see in it; the rules are someone else's."""

    board: Board
    playable: SquareSet
    last: Square | None = None
    hint: Square | None = None
    values: Mapping[Square, Hint] = field(default_factory=dict)
    """What each move is worth, where people want to see it."""
    labels: Mapping[Square, Label] = field(default_factory=dict)
    noted: frozenset[Square] = frozenset()
    """Squares that a reason is about."""

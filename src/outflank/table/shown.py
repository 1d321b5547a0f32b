"""What a screen draws on its board, whoever is at it: a game, a review or practice."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from outflank.board import Board, Square, SquareSet, parse_square
from outflank.study import Label, MoveValue, Position


@dataclass(frozen=True, slots=True)
class Shown:
    """A position and everything a person should see in it; the rules are someone else's."""

    board: Board
    playable: SquareSet
    last: Square | None = None
    hint: Square | None = None
    values: Mapping[Square, MoveValue] = field(default_factory=dict)
    """What each move is worth, where people want to see it."""
    labels: Mapping[Square, Label] = field(default_factory=dict)
    noted: frozenset[Square] = frozenset()
    """Squares that a reason is about."""

    @classmethod
    def of(cls, position: Position) -> "Shown":
        """The board of a review or of practice."""
        size = position.size

        def square(name: str) -> Square:
            return parse_square(name, size)

        return cls(
            Board.from_text(f"{position.board} {position.turn.symbol}"),
            SquareSet.of([square(name) for name in position.legal], size),
            last=None if position.last is None else square(position.last),
            labels={square(name): label for name, label in position.labels.items()},
            noted=frozenset(square(name) for name in position.noted),
        )

    def flips(self, square: Square | None) -> frozenset[Square]:
        """The discs that choosing a square would turn; none where it may not be chosen."""
        if square is None or square not in self.playable:
            return frozenset()
        return frozenset(self.board.flips(square))

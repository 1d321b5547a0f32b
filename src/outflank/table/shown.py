"""What a screen draws on its board, whoever is at it: a game, a review or practice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from outflank.board import Color, Square, parse_square
from outflank.sitting import View
from outflank.study import Hint, Label, MoveValue, Position

_SIDES: dict[str, Color] = {color.symbol: color for color in Color}


class _Board(Protocol):
    """What all views with a board in them have."""

    @property
    def size(self) -> int: ...

    @property
    def board(self) -> str: ...

    @property
    def turn(self) -> Color: ...

    @property
    def legal(self) -> Mapping[str, Sequence[str]]: ...


@dataclass(frozen=True, slots=True)
class Shown:
    """A position and everything a person should see in it, its squares as numbers."""

    size: int
    board: str
    """Every square from a1: X, O or -."""
    turn: Color
    moves: Mapping[Square, frozenset[Square]]
    """The squares that a person may choose, in reading order, and what each would turn."""
    last: Square | None = None
    hint: Square | None = None
    values: Mapping[Square, MoveValue] = field(default_factory=dict)
    """What each move is worth, where people want to see it."""
    labels: Mapping[Square, Label] = field(default_factory=dict)
    noted: frozenset[Square] = frozenset()
    """Squares that a reason is about."""

    @classmethod
    def of_game(cls, view: View, hint: Hint | None, values: Mapping[Square, MoveValue]) -> "Shown":
        """The board of a game."""
        last = None if view.last is None else parse_square(view.last.square, view.size)
        suggested = None if hint is None else hint.square
        moves = _moves(view)
        return cls(view.size, view.board, view.turn, moves, last, suggested, values)

    @classmethod
    def of(cls, position: Position) -> "Shown":
        """The board of a review or of practice."""
        size = position.size
        return cls(
            size,
            position.board,
            position.turn,
            _moves(position),
            last=None if position.last is None else parse_square(position.last, size),
            labels={parse_square(name, size): label for name, label in position.labels.items()},
            noted=_squares(position.noted, size),
        )

    def disc(self, square: Square) -> Color | None:
        """Whose disc lies on a square."""
        return _SIDES.get(self.board[square])

    def flips(self, square: Square | None) -> frozenset[Square]:
        """The discs that choosing a square would turn; none where it may not be chosen."""
        return frozenset() if square is None else self.moves.get(square, frozenset())

    def turned_since(self, before: "Shown") -> dict[Square, Color]:
        """The discs that have changed sides, and to which."""
        both = zip(before.board, self.board, strict=True)
        return {
            square: _SIDES[now]
            for square, (then, now) in enumerate(both)
            if then != now and then in _SIDES and now in _SIDES
        }


def _moves(view: _Board) -> dict[Square, frozenset[Square]]:
    moves = {parse_square(name, view.size): flips for name, flips in view.legal.items()}
    return {square: _squares(moves[square], view.size) for square in sorted(moves)}


def _squares(names: Sequence[str], size: int) -> frozenset[Square]:
    return frozenset(parse_square(name, size) for name in names)

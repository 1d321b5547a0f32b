"""The contents of a board on the screen, in a game, a review or practice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from outflank.board import Color, Square, parse_square
from outflank.play.view import GameView

if TYPE_CHECKING:  # the plain game starts without these imports
    from outflank.study.hints import Hint
    from outflank.study.values import MoveValue
    from outflank.study.views import Label, Position

_SIDES: dict[str, Color] = {color.symbol: color for color in Color}


@dataclass(frozen=True, slots=True)
class Cell:
    disc: Color | None = None
    dark: bool = False  # for screens that draw two shades of green
    playable: Color | None = None  # the side that can play here now
    ghost: Color | None = None  # the side of the disc previewed under the cursor
    flips_to: Color | None = None  # the side to which the previewed move flips this disc
    last: bool = False
    hint: bool = False
    cursor: bool = False
    value: "MoveValue | None" = None  # the value of a move here, if values are shown
    label: "Label | None" = None  # a label on a move here
    noted: bool = False  # a reason refers to it; a disc is marked like a hint
    breadth: float = 1.0  # the visible width of a turning disc


@dataclass(frozen=True, slots=True)
class BoardScene:
    """A position with all its markings; squares are numbers."""

    size: int
    board: str  # every square from a1: X, O or -
    turn: Color
    moves: Mapping[Square, frozenset[Square]]
    """The squares that a person may choose, in reading order, and the discs each flips."""
    last: Square | None = None
    hint: Square | None = None
    values: "Mapping[Square, MoveValue]" = field(default_factory=dict)
    """The value of each move, if values are shown."""
    labels: "Mapping[Square, Label]" = field(default_factory=dict)
    noted: frozenset[Square] = frozenset()  # squares that a reason refers to

    @classmethod
    def of_game(
        cls, view: GameView, hint: "Hint | None", values: "Mapping[Square, MoveValue]"
    ) -> "BoardScene":
        last = None if view.last is None else parse_square(view.last.square, view.size)
        suggested = None if hint is None else hint.square
        moves = _moves(view)
        return cls(view.size, view.board, view.turn, moves, last, suggested, values)

    @classmethod
    def of(cls, position: "Position") -> "BoardScene":
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
        return _SIDES.get(self.board[square])

    def cell(
        self, square: Square, *, cursor: bool, flips: bool, turning: tuple[Color, float] | None
    ) -> Cell:
        """Return a square, perhaps under the cursor or flipped by the move at the cursor.

        ``turning`` is the new side of a turning disc and its visible width, negative once the new
        side shows.
        """
        disc, breadth = self.disc(square), 1.0
        if turning is not None:
            side, seen = turning
            disc, breadth = side if seen < 0 else side.opponent, max(abs(seen), 0.06)
        playable = self.turn if square in self.moves else None
        return Cell(
            disc,
            dark=(square // self.size + square % self.size) % 2 == 1,
            playable=playable,
            ghost=playable if cursor else None,
            flips_to=self.turn if flips else None,
            last=square == self.last,
            hint=square == self.hint,
            cursor=cursor,
            value=self.values.get(square),
            label=self.labels.get(square),
            noted=square in self.noted,
            breadth=breadth,
        )

    def flips(self, square: Square | None) -> frozenset[Square]:
        """Return the discs that a move would flip; empty if the move is not allowed."""
        return frozenset() if square is None else self.moves.get(square, frozenset())

    def turned_since(self, before: "BoardScene") -> dict[Square, Color]:
        """Return the discs that a move turned, with their new colors; none after a longer jump."""
        if abs(self.board.count("-") - before.board.count("-")) > 1:
            return {}
        both = zip(before.board, self.board, strict=True)
        return {
            square: _SIDES[now]
            for square, (then, now) in enumerate(both)
            if then != now and then in _SIDES and now in _SIDES
        }


def _moves(view: "GameView | Position") -> dict[Square, frozenset[Square]]:
    moves = {parse_square(name, view.size): flips for name, flips in view.legal.items()}
    return {square: _squares(moves[square], view.size) for square in sorted(moves)}


def _squares(names: Sequence[str], size: int) -> frozenset[Square]:
    return frozenset(parse_square(name, size) for name in names)

"""Interpret the signs in the squares of a board, and the side to move.

Small Othello programs use many signs: ``Dark`` and ``Light``, ``B`` and ``W``, ``X`` and ``O``, 1
and 2, 1 and −1, Unicode discs. Words and letters are unambiguous; for numbers, a note states the
assumed meaning.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass
from typing import Any

from outflank.board import SIZES, Board, Color, square_name
from outflank.formats.errors import InvalidRecord, shortened
from outflank.translation import _

Reading = dict[str | None, Color | None]

BLACK_WORDS = {"black", "dark", "b", "d", "x", "*", "#", "●", "⚫"}
WHITE_WORDS = {"white", "light", "w", "l", "o", "○", "⚪", "◯"}
EMPTY_WORDS = {"", ".", "-", "_", "+", "·", "empty", "none", "null", "🟩", "🟢"}
# Possible readings: discs counted from 1, discs counted from 0, and a zero typed as letter O.
FROM_ONE: Reading = {"1": Color.BLACK, "2": Color.WHITE, "-1": Color.WHITE, "0": None}
FROM_ZERO: Reading = {"0": Color.BLACK, "1": Color.WHITE, "2": None, "-1": None}
LETTER_O: Reading = {"0": Color.WHITE}

WORDS: Reading = {
    **dict.fromkeys(BLACK_WORDS, Color.BLACK),
    **dict.fromkeys(WHITE_WORDS, Color.WHITE),
    **dict.fromkeys(EMPTY_WORDS),
}
# Keys for the disc of a square or the side to move if it is an object.
INNER_NAMES = ("color", "colour", "disc", "disk", "piece", "owner", "player", "value", "state")
SIZE_OF_SQUARES = {size * size: size for size in SIZES}


@dataclass(frozen=True, slots=True)
class Cells:
    """The discs of a board and the meaning of its signs."""

    size: int
    colors: tuple[Color | None, ...]
    numbers: dict[str, Color | None]
    """The assumed meaning of its numbers."""

    @property
    def note(self) -> str:
        """A note about the assumed meaning of numbers."""
        if not self.numbers:
            return ""
        empty = _("empty")
        meant = (f"{number} = {color or empty}" for number, color in self.numbers.items())
        return _("The numbers are read as {meanings}.", meanings=", ".join(meant))

    def board(self, turn: Color) -> Board:
        """Return the position with this side to move."""
        squares = {
            color: [square for square, found in enumerate(self.colors) if found is color]
            for color in Color
        }
        return Board.from_discs(
            black=squares[Color.BLACK], white=squares[Color.WHITE], turn=turn, size=self.size
        )

    @property
    def played(self) -> int:
        """The number of discs placed since the start."""
        return sum(color is not None for color in self.colors) - 4

    def named_side(self, value: object) -> Color | None:
        """Return the side named by a word; "Player 2" is White whatever the squares contain."""
        sign = sign_of(value)
        if sign is None or _is_number(sign):
            return None
        number = sign.removeprefix("player").strip(" _-")
        return {"1": Color.BLACK, "2": Color.WHITE}.get(number, WORDS.get(sign))

    def side(self, sign: str) -> Color | None:
        """Return the side named by a word or by the number of its discs."""
        return self.named_side(sign) or self.numbers.get(sign)

    def likely_turn(self) -> tuple[Color, str]:
        """Return the side to move judged by the number of discs, and a reason."""
        turn = Color.WHITE if self.played % 2 else Color.BLACK
        if self.board(turn).must_pass:
            return turn.opponent, _("{color} has no legal move.", color=turn)
        if self.played % 2:
            return turn, _("An odd number of discs was placed.")
        return turn, _("An even number of discs was placed.")


def read_cells(values: Sequence[object], size: int) -> Cells:
    """Interpret the values of all squares, starting at the top left."""
    signs = [sign_of(value) for value in values]
    used = set(signs)
    understood = [each for each in _readings(used) if used <= each.keys()]
    if not understood or {"2", "-1"} <= used:
        _refuse(values, signs, size)
    # The four center squares are never empty, which decides between the readings.
    middle = [
        row * size + column
        for row in (size // 2 - 1, size // 2)
        for column in (size // 2 - 1, size // 2)
    ]
    meant = next(
        (each for each in understood if all(each[signs[square]] is not None for square in middle)),
        understood[0],
    )
    numbers = {sign: meant[sign] for sign in used if sign is not None and _is_number(sign)}
    colors = tuple(meant[sign] for sign in signs)
    return Cells(size, colors, dict(sorted(numbers.items(), key=_by_color)))


def sign_of(value: object) -> str | None:
    """Normalize the value of a square; None if it is not a known kind of sign."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value.replace("\ufe0f", "").strip().casefold()
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
        return None
    return str(int(value)) if abs(value) < 10 and value == int(value) else None


def inner_value(value: Any) -> Any:
    if not isinstance(value, dict):
        return value
    return next((value[name] for name in INNER_NAMES if name in value), None)


def _readings(used: Set[str | None]) -> list[Reading]:
    """Return the possible meanings of the signs, most likely first."""
    zero_is_white = "0" in used and bool(used & BLACK_WORDS) and not used & WHITE_WORDS
    others = [LETTER_O if zero_is_white else FROM_ZERO]
    if used & EMPTY_WORDS and not used & (WHITE_WORDS | {"2", "-1"}):
        return [WORDS | numbers for numbers in others]  # another sign means empty, so 0 is a disc
    return [WORDS | numbers for numbers in (FROM_ONE, *others)]


def _refuse(values: Sequence[object], signs: Sequence[str | None], size: int) -> None:
    for square, sign in enumerate(signs):
        if sign not in WORDS | FROM_ONE:
            raise InvalidRecord(
                _(
                    "{square} must be black (Black, Dark, B, X, 1, ●), white (White, Light, W, O, "
                    "2, -1, ○) or empty (nothing, . - 0), not {text}.",
                    square=square_name(square, size),
                    text=shortened(str(values[square])),
                )
            )
    raise InvalidRecord(_("White must be 2 or -1 in the squares of a board. This board has both."))


def _is_number(sign: str) -> bool:
    return sign.lstrip("-").isdigit()


def _by_color(item: tuple[str, Color | None]) -> int:
    return 2 if item[1] is None else list(Color).index(item[1])

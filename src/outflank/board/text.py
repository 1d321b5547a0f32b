"""Positions as text: one line, rows, and the diagram people read."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from outflank.board.color import Color
from outflank.board.errors import InvalidPosition
from outflank.board.geometry import LARGEST_SIZE, SIZES, SMALLEST_SIZE, Bitboard, geometry_of
from outflank.board.notation import COLUMNS

BLACK_SIGNS = "Xx*Bb●"
WHITE_SIGNS = "OoWw○"
EMPTY_SIGNS = "-.+_"  # + is how a diagram marks a legal move

_SIZE_OF_SQUARES = {size * size: size for size in SIZES}
_DIAGRAM_ROW = re.compile(r"\s*([0-9]{1,2})\s+(.*)")
_SIDE = re.compile(r"\b(?:black|white)\b", re.IGNORECASE)
_TO_MOVE = re.compile(r"\bto move\b", re.IGNORECASE)


class Discs(NamedTuple):
    """What a position's text says: where the discs are and who moves."""

    size: int
    black: Bitboard
    white: Bitboard
    turn: Color


def parse_line(text: str) -> Discs:
    """Read one-line position text: all squares from a1 in reading order, then the side to move."""
    cells = "".join(text.split()).rstrip(";")
    size = _SIZE_OF_SQUARES.get(len(cells) - 1)
    if size is None:
        characters = "1 character" if len(cells) == 1 else f"{len(cells)} characters"
        raise InvalidPosition(
            "position text is one character a square (16 for 4×4, 64 for 8×8, … 256 for 16×16) and "
            f"one for the side to move; got {characters} in {_shortened(text)!r}"
        )
    return Discs(size, *_discs(cells[:-1], size), parse_side(cells[-1]))


def _parse_signs(rows: Sequence[str], turn: Color) -> Discs:
    """Read rows of signs from the top; blanks inside a row do not count."""
    cells = ["".join(row.split()) for row in rows]
    size = len(cells)
    if size not in SIZES:
        raise InvalidPosition(
            f"a position has an even number of rows, from {SMALLEST_SIZE} to {LARGEST_SIZE}; "
            f"got {size}"
        )
    for number, row in enumerate(cells, start=1):
        if len(row) != size:
            raise InvalidPosition(
                f"row {number} must have {size} squares, as there are {size} rows; "
                f"got {len(row)} in {_shortened(row)!r}"
            )
    return Discs(size, *_discs("".join(cells), size), turn)


def parse_diagram(text: str) -> Discs:
    """Read a diagram as ``Board.diagram()`` draws it: numbered rows and who moves."""
    rows = [match[2] for line in text.splitlines() if (match := _DIAGRAM_ROW.match(line))]
    return _parse_signs(rows, _diagram_turn(text))


def _diagram_turn(text: str) -> Color:
    """The first side of the first line that goes on to say "to move"."""
    for line in text.split("\n"):
        last = 0
        for to_move in _TO_MOVE.finditer(line):
            last = to_move.start()
        side = _SIDE.search(line, 0, last)
        if side is not None:
            return Color[side[0].upper()]
    raise InvalidPosition(
        "a diagram ends with a line such as 'Black to move' or 'White to move'; found none"
    )


def parse_side(sign: str) -> Color:
    """The side that a disc's sign means."""
    if sign in BLACK_SIGNS:
        return Color.BLACK
    if sign in WHITE_SIGNS:
        return Color.WHITE
    raise InvalidPosition(
        f"the side to move is one of {' '.join(BLACK_SIGNS)} for Black or "
        f"{' '.join(WHITE_SIGNS)} for White; got {sign!r}"
    )


_OF_DIGIT = str.maketrans("012", f"-{Color.BLACK.symbol}{Color.WHITE.symbol}")


def line(discs: Discs) -> str:
    """One-line position text, as ``parse_line`` reads it."""
    # Bits read as decimal digits: the sum has 1 for a black disc, 2 for a white one, a1 last.
    digits = int(f"{discs.black:b}") + 2 * int(f"{discs.white:b}")
    squares = f"{digits:0{discs.size * discs.size}}"[::-1]
    return f"{squares.translate(_OF_DIGIT)} {discs.turn.symbol}"


def diagram(discs: Discs, legal: Bitboard, status: str) -> str:
    """The board as people draw it, legal moves marked ``+``."""
    size = discs.size
    width = len(str(size))
    header = " " * width + " " + " ".join(COLUMNS[:size])
    rows = [header]
    for row in range(size):
        squares = range(row * size, (row + 1) * size)
        cells = (_sign(discs, square, "+" if legal >> square & 1 else "-") for square in squares)
        rows.append(f"{row + 1:>{width}} " + " ".join(cells))
    return "\n".join([*rows, status])


def _sign(discs: Discs, square: int, empty: str) -> str:
    if discs.black >> square & 1:
        return Color.BLACK.symbol
    if discs.white >> square & 1:
        return Color.WHITE.symbol
    return empty


def _discs(cells: str, size: int) -> tuple[Bitboard, Bitboard]:
    geometry_of(size)
    black = white = 0
    for square, sign in enumerate(cells):
        if sign in BLACK_SIGNS:
            black |= 1 << square
        elif sign in WHITE_SIGNS:
            white |= 1 << square
        elif sign not in EMPTY_SIGNS:
            row, column = divmod(square, size)
            raise InvalidPosition(
                f"{COLUMNS[column]}{row + 1} must be one of {' '.join(BLACK_SIGNS)} (black), "
                f"{' '.join(WHITE_SIGNS)} (white) or {' '.join(EMPTY_SIGNS)} (empty); "
                f"got {sign!r}"
            )
    return black, white


def _shortened(text: str, length: int = 80) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"

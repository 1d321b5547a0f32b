"""Positions as text: one line, rows, or a diagram."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from outflank.board.color import Color
from outflank.board.errors import InvalidPosition
from outflank.board.geometry import LARGEST_SIZE, SIZES, SMALLEST_SIZE, Bitboard, geometry_of
from outflank.board.notation import COLUMNS
from outflank.translation import _, ngettext

BLACK_SIGNS = "Xx*Bb●"
WHITE_SIGNS = "OoWw○"
EMPTY_SIGNS = "-.+_"  # + marks a legal move in a diagram

_SIZE_OF_SQUARES = {size * size: size for size in SIZES}
_DIAGRAM_ROW = re.compile(r"\s*([0-9]{1,2})\s+(.*)")
_SIDE = re.compile(r"\b(?:black|white)\b", re.IGNORECASE)
_TO_MOVE = re.compile(r"\bto move\b", re.IGNORECASE)


class Discs(NamedTuple):
    """The contents of a position's text: the discs and the side to move."""

    size: int
    black: Bitboard
    white: Bitboard
    turn: Color


def parse_line(text: str) -> Discs:
    """Parse a position on one line: all squares from a1 in reading order, then the side to move."""
    cells = "".join(text.split()).rstrip(";")
    size = _SIZE_OF_SQUARES.get(len(cells) - 1)
    if size is None:
        raise InvalidPosition(
            ngettext(
                "A position has one character per square (16 for 4×4, 64 for 8×8, … 256 for "
                "16×16) and one for the side to move. {text} has {count} character",
                "A position has one character per square (16 for 4×4, 64 for 8×8, … 256 for "
                "16×16) and one for the side to move. {text} has {count} characters",
                len(cells),
                text=repr(_shortened(text)),
            )
        )
    return Discs(size, *_discs(cells[:-1], size), parse_side(cells[-1]))


def _parse_signs(rows: Sequence[str], turn: Color) -> Discs:
    """Parse rows of signs from the top; blanks inside a row are ignored."""
    cells = ["".join(row.split()) for row in rows]
    size = len(cells)
    if size not in SIZES:
        raise InvalidPosition(
            _(
                "A position has an even number of rows, {least} to {most}. This one has {rows}",
                least=SMALLEST_SIZE,
                most=LARGEST_SIZE,
                rows=size,
            )
        )
    for number, row in enumerate(cells, start=1):
        if len(row) != size:
            raise InvalidPosition(
                _(
                    "Row {number} must have {size} squares, as there are {size} rows. "
                    "{row} has {squares}",
                    number=number,
                    size=size,
                    row=repr(_shortened(row)),
                    squares=len(row),
                )
            )
    return Discs(size, *_discs("".join(cells), size), turn)


def parse_diagram(text: str) -> Discs:
    """Parse a diagram as drawn by ``Board.diagram()``: numbered rows and the side to move."""
    rows = [match[2] for line in text.splitlines() if (match := _DIAGRAM_ROW.match(line))]
    return _parse_signs(rows, _diagram_turn(text))


def _diagram_turn(text: str) -> Color:
    """Return the first side named on the first line with "to move"."""
    for line in text.split("\n"):
        last = 0
        for to_move in _TO_MOVE.finditer(line):
            last = to_move.start()
        side = _SIDE.search(line, 0, last)
        if side is not None:
            return Color[side[0].upper()]
    raise InvalidPosition(
        _("The diagram must end with the line 'Black to move' or 'White to move'")
    )


def parse_side(sign: str) -> Color:
    """Return the side of a disc sign."""
    if sign in BLACK_SIGNS:
        return Color.BLACK
    if sign in WHITE_SIGNS:
        return Color.WHITE
    raise InvalidPosition(
        _(
            "{sign} is not a side to move. Write one of {black} for Black or {white} for White",
            sign=repr(sign),
            black=" ".join(BLACK_SIGNS),
            white=" ".join(WHITE_SIGNS),
        )
    )


def diagram(discs: Discs, legal: Bitboard, status: str) -> str:
    """Draw the board as text, with legal moves marked ``+``."""
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
                _(
                    "{sign} on {square} is not a disc. Write one of {black} (black), {white} "
                    "(white) or {empty} (empty)",
                    sign=repr(sign),
                    square=f"{COLUMNS[column]}{row + 1}",
                    black=" ".join(BLACK_SIGNS),
                    white=" ".join(WHITE_SIGNS),
                    empty=" ".join(EMPTY_SIGNS),
                )
            )
    return black, white


def _shortened(text: str, length: int = 80) -> str:
    return text if len(text) <= length else text[: length - 1] + "…"

"""Positions as rows of cells: the two-dimensional lists of other programs."""

import operator
from collections.abc import Iterable
from typing import Any, NoReturn

from outflank.board.color import Color
from outflank.board.errors import InvalidPosition
from outflank.board.geometry import LARGEST_SIZE, SIZES, SMALLEST_SIZE
from outflank.board.notation import COLUMNS
from outflank.board.text import BLACK_SIGNS, EMPTY_SIGNS, WHITE_SIGNS, Discs
from outflank.translation import _

_BLACK, _WHITE, _EMPTY = Color.BLACK, Color.WHITE, None
_WORDS: dict[str, Color | None] = {
    **dict.fromkeys([*BLACK_SIGNS.lower(), "d", "black", "dark"], _BLACK),
    **dict.fromkeys([*WHITE_SIGNS.lower(), "l", "white", "light"], _WHITE),
    **dict.fromkeys([*EMPTY_SIGNS, "", "empty", "none"], _EMPTY),
}
_NUMBERS = {0: _EMPTY, 1: _BLACK, 2: _WHITE, -1: _WHITE}
_DIGITS = {str(number): number for number in _NUMBERS}


def parse_rows(rows: Iterable[Any], turn: Color) -> Discs:
    """Parse a position given row by row from the top, as strings or sequences of cells."""
    lines = rows.strip("\r\n").splitlines() if isinstance(rows, str) else _listed(rows)
    if lines is None:
        raise InvalidPosition(_("A position is a list of rows, not {value}.", value=_shown(rows)))
    size = len(lines)
    if size not in SIZES:
        raise InvalidPosition(
            _(
                "A position has an even number of rows, from {least} to {most}. Got {count}.",
                least=SMALLEST_SIZE,
                most=LARGEST_SIZE,
                count=size,
            )
        )
    cells = [cell for number, line in enumerate(lines) for cell in _cells(line, number, size)]
    return Discs(size, *_discs(cells, size), turn)


def _cells(line: Any, number: int, size: int) -> list[Any]:
    if isinstance(line, str):
        # Blanks separate signs, or are empty squares if the row then has the right length.
        signs = "".join(line.split())
        cells: list[Any] | None = list(signs if len(signs) == size or len(line) != size else line)
        shown = signs
    else:
        cells = _listed(line)
        shown = line
    if cells is None:
        raise InvalidPosition(
            _(
                "Row {number} (rows[{index}]) must be a string or a list of {size} cells, not "
                "{value}.",
                number=number + 1,
                index=number,
                size=size,
                value=_shown(line),
            )
        )
    if len(cells) != size:
        raise InvalidPosition(
            _(
                "Row {number} must have {size} squares, because there are {size} rows. Got "
                "{count} in "
                "{value}.",
                number=number + 1,
                size=size,
                count=len(cells),
                value=_shown(shown),
            )
        )
    return cells


def _discs(cells: list[Any], size: int) -> tuple[int, int]:
    black = white = 0
    first: dict[int | None, int] = {}  # first occurrence of each number; None for words
    words: dict[Color | None, int] = {}
    for square, cell in enumerate(cells):
        number = _number(cell)
        if number is not None and number in _NUMBERS:
            first.setdefault(number, square)
            color = _NUMBERS[number]
        elif number is None and (known := _word(cell)) in _WORDS:
            color = _WORDS[known]
            words.setdefault(color, square)
        else:
            _refuse(cell, square, size)
        if color is _BLACK:
            black |= 1 << square
        elif color is _WHITE:
            white |= 1 << square
    if 2 in first and -1 in first:
        raise InvalidPosition(
            _(
                "White is 2 or −1, not both. Got 2 in {first} and −1 in {second}.",
                first=_place(first[2], size),
                second=_place(first[-1], size),
            )
        )
    if 0 in first and 1 in first and None in words and not white:
        raise InvalidPosition(
            _(
                "The position is ambiguous: both 0 in {first} and {cell} in {second} are empty "
                "cells. "
                "Write 1 for Black and 2 for White.",
                first=_place(first[0], size),
                cell=repr(cells[words[None]]),
                second=_place(words[None], size),
            )
        )
    return black, white


def _number(cell: Any) -> int | None:
    """Return a cell's number, from any numeric type or a digit; otherwise None."""
    if isinstance(cell, str):
        return _DIGITS.get(cell.strip())
    if cell is None or type(cell).__name__ in ("bool", "bool_"):  # numpy's too
        return None
    try:
        return operator.index(cell)
    except TypeError:
        pass
    try:
        value = float(cell)  # the cells of numpy.zeros((8, 8))
    except (TypeError, ValueError):
        return None
    return int(value) if value.is_integer() else None


def _word(cell: Any) -> str | None:
    if cell is None:
        return ""
    if isinstance(cell, Color):
        return cell.value
    return cell.strip().lower() if isinstance(cell, str) else None


def _refuse(cell: Any, square: int, size: int) -> NoReturn:
    raise InvalidPosition(
        _(
            'A cell is None, "", ".", "-" or 0 (empty), "B", "X", "black", "Dark" or 1 (Black), or '
            '"W", "O", "white", "Light", 2 or −1 (White). Got {cell} in {place}.',
            cell=_shown(cell),
            place=_place(square, size),
        )
    )


def _place(square: int, size: int) -> str:
    row, column = divmod(square, size)
    return f"{COLUMNS[column]}{row + 1} (rows[{row}][{column}])"


def _listed(values: Any) -> list[Any] | None:
    try:
        return list(values)
    except TypeError:
        return None


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else text[:79] + "…"

"""Square notation: a column letter from the left and a row number from the top."""

import operator
import re
from functools import cache

from outflank.board.errors import InvalidSquare
from outflank.board.geometry import Square, SquareLike
from outflank.translation import _

COLUMNS = "abcdefghijklmnop"

_SQUARE = re.compile(r"([a-zA-Z])([0-9]{1,2})")


def square_name(square: Square, size: int = 8) -> str:
    """Return the name of a square.

    >>> square_name(37), square_name(0, size=6)
    ('f5', 'a1')
    """
    names = names_of_squares(size)
    if not 0 <= square < len(names):
        raise InvalidSquare(
            f"squares of a {size}×{size} board are numbered 0 to {size * size - 1}; got {square!r}"
        )
    return names[square]


@cache
def names_of_squares(size: int) -> tuple[str, ...]:
    """Return the names of all squares of a board, in reading order."""
    return tuple(f"{column}{row + 1}" for row in range(size) for column in COLUMNS[:size])


def checked_square(square: SquareLike, size: int = 8) -> Square:
    """Return the number of a square given by name, number, or row and column from 0.

    Numbers may be of any integer type, including numpy's.

    >>> checked_square("f5"), checked_square(37), checked_square((4, 5))
    (37, 37, 37)
    """
    if isinstance(square, str):
        return parse_square(square, size)
    try:
        number = operator.index(square)  # type: ignore[arg-type]
    except TypeError:
        row, column = row_and_column(square, size)
        if not (0 <= row < size and 0 <= column < size):
            raise InvalidSquare(
                f"rows and columns are numbered 0 to {size - 1} on {size}×{size}; "
                f"got row {row}, column {column}"
            ) from None
        return row * size + column
    square_name(number, size)  # raises an error if it is not on the board
    return number


def row_and_column(pair: object, size: int = 8) -> tuple[int, int]:
    """Return the integers of a tuple, list or array; they need not be on the board."""
    values = pair.tolist() if hasattr(pair, "tolist") else pair  # numpy arrays
    if isinstance(values, tuple | list) and len(values) == 2:
        try:
            return operator.index(values[0]), operator.index(values[1])
        except TypeError:
            pass
    shown = repr(pair)
    raise InvalidSquare(
        _(
            "Expected a square, not {text}. {forms}",
            text=shown if len(shown) <= 80 else shown[:79] + "…",
            forms=square_forms(size + 2, size),
        )
    )


def square_forms(square: Square, size: int = 8) -> str:
    """Describe the accepted forms of a square, with this one as the example.

    >>> square_forms(19)
    "A square is a name ('d3'), an index (19) or a pair of row and column from 0 ((2, 3))."
    """
    name = square_name(square, size)
    pair = divmod(square, size)
    return _(
        "A square is a name ({name}), an index ({index}) or a pair of row and column from 0 "
        "({pair}).",
        name=repr(name),
        index=square,
        pair=pair,
    )


def parse_square(text: str, size: int = 8) -> Square:
    """Parse a square name such as ``f5`` or ``F5``.

    >>> parse_square("f5"), parse_square("A1", size=6)
    (37, 0)
    """
    match = _SQUARE.fullmatch(text.strip())
    if match is not None:
        column = COLUMNS.find(match[1].lower())
        row = int(match[2]) - 1
        if 0 <= column < size and 0 <= row < size:
            return row * size + column
    raise InvalidSquare(
        _(
            "{text} is not a square. A square is a letter a–{last} and a number 1–{size}, "
            "such as {example}",
            text=repr(text[:40]),
            last=COLUMNS[size - 1],
            size=size,
            example=square_name(size + 2, size),
        )
    )

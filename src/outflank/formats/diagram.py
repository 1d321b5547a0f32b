"""A board as people draw it, with numbered rows and who moves, as ``print(board)`` shows it."""

import re
from collections.abc import Iterator
from typing import TextIO

from outflank.board import Board, InvalidPosition
from outflank.formats.errors import InvalidRecord
from outflank.formats.format import TextFormat
from outflank.formats.record import GameRecord

LONGEST_DIAGRAM = 1 << 20  # characters

_FIRST_ROW = re.compile(r"^[^\S\n]*+1[^\S\n]++[-.+_XxOo*●○]", re.MULTILINE)


def looks_like_diagram(text: str) -> bool:
    """Whether a text has a row 1 of a board.

    >>> looks_like_diagram("  a b c d\\n1 - - O -")
    True
    """
    return _FIRST_ROW.search(text) is not None


def read_diagram(stream: TextIO) -> Iterator[GameRecord]:
    """The position of a diagram, as a game that begins there."""
    text = stream.read(LONGEST_DIAGRAM + 1)
    if len(text) > LONGEST_DIAGRAM:
        raise InvalidRecord(f"a diagram has up to {LONGEST_DIAGRAM} characters")
    try:
        board = Board.from_diagram(text)
    except InvalidPosition as error:
        raise InvalidRecord(f"this looks like a diagram: {error}") from None
    yield GameRecord(b"", None if board == Board() else board)


DIAGRAM = TextFormat(
    name="diagram",
    sentence="a board drawn with numbered rows and who moves",
    example="  a b c d\n1 - - + -\n2 - O X +\n3 + X O -\n4 - + - -\nBlack to move\n",
    recognise=looks_like_diagram,
    read=read_diagram,
)

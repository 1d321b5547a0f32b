"""A hint: one square for a person to look at, with a sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Square, square_name
from outflank.study import words
from outflank.study.values import HINT, MoveValue, MoveValues, move_values

SECONDS = 1.5  # that a hint may take
MOST_NAMED = 6  # moves named in one sentence
LINE_MOVES = 4  # after the move itself


@dataclass(frozen=True, slots=True)
class Hint:
    """A square for a person to look at, and why."""

    square: Square
    sentence: str


Adviser: TypeAlias = Callable[[Board], Hint]


def advise(board: Board) -> Hint:
    """The best move by book or engine, and a sentence with the values of the best few.

    >>> advise(Board.from_text("-XO------------- X")).sentence
    'd1 wins by 16, exactly.'
    """
    return hint_of(move_values(board, HINT, seconds=SECONDS), board.size)


def hint_of(values: MoveValues, size: int) -> Hint:
    best, *others = values.values()
    name = square_name(best.move, size)
    line = " ".join(square_name(square, size) for square in best.line[1 : 1 + LINE_MOVES])
    named = ", ".join(_short(value, size) for value in others[: MOST_NAMED - 1])
    sentence = words.hint(name, best.score, line, named, exact=best.exact, book=best.book)
    return Hint(best.move, sentence)


def _short(value: MoveValue, size: int) -> str:
    return f"{square_name(value.move, size)} {value.text}"

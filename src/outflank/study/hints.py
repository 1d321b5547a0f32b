"""A hint: one square for a person to look at, with a sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Square, square_name
from outflank.study.values import HINT, MoveValues, move_values
from outflank.study.words import about

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
    """The best move, what it is worth, what follows, and the next best ones."""
    best, *others = values.values()
    name, score = square_name(best.move, size), best.score
    if best.exact:
        result = (
            "draws" if score == 0 else f"wins by {score}" if score > 0 else f"loses by {-score}"
        )
        sentence = f"{name} {result}, exactly"
    else:
        sentence = f"{name} is {'worth ' if score else ''}{about(score, exact=False)}"
        sentence += " by the book" if best.book else ""
        line = " ".join(square_name(square, size) for square in best.line[1 : 1 + LINE_MOVES])
        sentence += f", then {line}" if line else ""
    named = [f"{square_name(one.move, size)} {one.text}" for one in others[: MOST_NAMED - 1]]
    return Hint(best.move, f"{sentence}; {', '.join(named)}." if named else f"{sentence}.")

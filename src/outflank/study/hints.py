"""A hint: one square for a person to look at, with a sentence."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Square, listed, square_name
from outflank.study.values import HINT, MoveValues, move_values
from outflank.study.words import about
from outflank.translation import N_, _, ngettext

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
    'd1 wins by 16 discs.'
    """
    return hint_of(move_values(board, HINT, seconds=SECONDS), board.size)


def hint_of(values: MoveValues, size: int) -> Hint:
    """The best move, what it is worth, what follows, and the next best ones."""
    best, *others = values.values()
    name, score = square_name(best.move, size), best.score
    if best.exact and score == 0:
        sentences = [_("{move} draws.", move=name)]
    elif best.exact and score > 0:
        sentences = [
            ngettext(
                "{move} wins by {count} disc.", "{move} wins by {count} discs.", score, move=name
            )
        ]
    elif best.exact:
        sentences = [
            ngettext(
                "{move} loses by {count} disc.", "{move} loses by {count} discs.", -score, move=name
            )
        ]
    else:
        known, guess = (
            N_("{move} scores {score} in the opening book."),
            N_("{move} scores about {score}."),
        )
        sentences = [_(known if best.book else guess, move=name, score=about(score, exact=True))]
        line = " ".join(square_name(square, size) for square in best.line[1 : 1 + LINE_MOVES])
        sentences += [_("Then: {line}.", line=line)] if line else []
    named = [f"{square_name(one.move, size)} {one.text}" for one in others[: MOST_NAMED - 1]]
    sentences += [_("Other moves: {moves}.", moves=listed(named))] if named else []
    return Hint(best.move, " ".join(sentences))

"""Hints: one good move, with a sentence about it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from outflank.board import Board, Square, listed, square_name
from outflank.study.values import HINT, MoveValues, move_values
from outflank.study.why.good import merit
from outflank.study.words import about
from outflank.translation import N_, _, ngettext

SECONDS = 1.5  # time limit of a hint
MOST_NAMED = 6  # moves named in one sentence
LINE_MOVES = 4  # shown after the move itself


@dataclass(frozen=True, slots=True)
class Hint:
    """A suggested square and one reason; ``more`` has its value, the line and other moves."""

    square: Square
    sentence: str
    more: str = ""


Adviser: TypeAlias = Callable[[Board], Hint]


def advise(board: Board) -> Hint:
    """Return the best move by book or engine, with the values of the best few.

    >>> advise(Board.from_text("-XO------------- X")).sentence
    'd1 takes a corner, where a disc can never be flipped.'
    """
    return hint_of(board, move_values(board, HINT, seconds=SECONDS))


def hint_of(board: Board, values: MoveValues) -> Hint:
    """Return the best move with a reason, its value, its continuation and the next best moves."""
    size = board.size
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
    why = merit(board, best.move)
    sentence = _("Play {move}.", move=name) if why is None else why.sentence
    return Hint(best.move, sentence, " ".join(sentences))

"""Advice in a sentence: what every legal move is worth, for screens that show one line."""

from functools import cache

from outflank.board import Board, Square, square_name
from outflank.book import default_book
from outflank.engine import Engine, Limit
from outflank.review.hints import TRUTH_EMPTIES, Hint, hints_of

SECONDS = 1.5
DEPTH = 12
MOST_NAMED = 6  # moves named in one sentence


def advice(board: Board) -> tuple[Square, str]:
    """The best move, and a sentence with the values of the best few.

    >>> square, sentence = advice(Board.from_text("-XO------------- X"))
    >>> sentence
    'd1 wins by 16, exactly.'
    """
    results = default_book().results(board)
    if not results:
        limit = Limit(seconds=SECONDS, depth=DEPTH, exact_from=TRUTH_EMPTIES)
        results = _engine().analyse(board, limit, lines=len(board.legal_moves))
    found = list(hints_of(results).values())
    best = found[0]
    name = square_name(best.move, board.size)
    if best.exact:
        result = f"wins by {best.score}" if best.score > 0 else f"loses by {-best.score}"
        sentence = f"{name} {'draws' if best.score == 0 else result}, exactly"
    else:
        line = " ".join(square_name(square, board.size) for square in best.line[1:5])
        source = " by the book" if best.book else ""
        sentence = f"{name} is worth about {best.score:+d}{source}"
        sentence += f", then {line}" if line else ""
    others = ", ".join(_short(hint, board.size) for hint in found[1:MOST_NAMED])
    return best.move, f"{sentence}; {others}." if others else f"{sentence}."


@cache
def _engine() -> Engine:
    return Engine(hash_mb=32)


def _short(hint: Hint, size: int) -> str:
    return f"{square_name(hint.move, size)} {hint.text}"

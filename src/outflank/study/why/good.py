"""A word for a good move, where the next best one is clearly worse."""

from typing import Any

from outflank.board import Board, Square, square_name
from outflank.study.judging import MISTAKE, flips_result
from outflank.study.why.lines import Line
from outflank.study.why.mobility import opened
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import corners
from outflank.study.words import say


def praise(
    board: Board, line: Line, score: int, second: Square, second_score: int, *, exact: bool
) -> MoveReason | None:
    """What is good about the best move, if the next best loses the result or much more discs."""
    worse = score - second_score
    only = exact and flips_result(score, second_score)
    if not only and worse < MISTAKE:
        return None
    first, size = line.steps[0].square, board.size
    names: dict[str, Any] = {"opponent": board.turn.opponent, "second": square_name(second, size)}
    given = line.squares[1] if len(line.steps) > 1 and not line.steps[0].passed else None
    if given is not None and given in corners(size) and given not in board.opponent_moves:
        sentence = say("sacrifice", worse, corner=square_name(given, size), **names)
        return MoveReason(ReasonKind.SACRIFICE, sentence, (first, given), (first, given))
    if only:
        next_best = "draws" if second_score == 0 else "loses"
        name = f"only move wins, next {next_best}" if score > 0 else "only move draws"
        return MoveReason(ReasonKind.ONLY_MOVE, say(name, **names), (first,), (first,))
    if not opened(line):
        sentence = say("quiet move", worse, **names)
        return MoveReason(ReasonKind.QUIET_MOVE, sentence, (first,), (first,))
    return None  # a number alone teaches nothing

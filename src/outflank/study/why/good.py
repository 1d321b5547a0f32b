"""What is good about a move: praise in reviews, and reasons for hints."""

from collections.abc import Iterator
from typing import Any

from outflank.board import Board, Square, square_name
from outflank.study.judging import MISTAKE, flips_result
from outflank.study.why.edge import wedges
from outflank.study.why.lines import Comparison, Line, follow
from outflank.study.why.mobility import MIDGAME, has_no_safe_move, opened
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.sentences import say
from outflank.study.why.shapes import corners, moves_of, undefended


def is_alone(score: int, second_score: int, *, exact: bool) -> bool:
    """Return True if the best move is much better than the next, or alone saves the result."""
    return (exact and flips_result(score, second_score)) or score - second_score >= MISTAKE


def praise(
    board: Board, line: Line, score: int, second: Square, second_score: int, *, exact: bool
) -> MoveReason | None:
    """Return what is good about the best move, if the next best loses the result or many discs."""
    worse = score - second_score
    only = exact and flips_result(score, second_score)
    if not is_alone(score, second_score, exact=exact):
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
    return None  # a number alone explains nothing


FEW = 5  # most moves of the opponent that are few


def merit(board: Board, move: Square) -> MoveReason | None:
    """Return what speaks for a good move, first what a strong player would say first."""
    line = follow(board, (move,))
    return next(_merits(Comparison(board, line, line)), None)


def _merits(pair: Comparison) -> Iterator[MoveReason]:
    step, opponent = pair.best.steps[0], pair.opponent
    moves = moves_of(step.after, opponent)

    def reason(kind: ReasonKind, claim: str, *marks: Square, **facts: Any) -> MoveReason:
        return pair.reason(kind, f"hint: {claim}", pair.best, 0, marks or (step.square,), **facts)

    if step.square in corners(pair.board.size):
        yield reason(ReasonKind.CORNER_MISSED, "corner")
    if step.passed:
        yield reason(ReasonKind.FORCED_PASS, "pass")
    for corner in moves_of(step.after, pair.mover) & corners(pair.board.size):
        if corner not in pair.board.legal_moves and undefended(step.after, corner, pair.mover):
            name = pair.square(corner)
            yield reason(ReasonKind.CORNER_MISSED, "attack", corner, corner=name)
    for first, second in wedges(step, pair.mover):
        facts = {"first": pair.square(first), "second": pair.square(second)}
        yield reason(ReasonKind.WEDGE, "wedge", **facts)
    if has_no_safe_move(step.after, opponent):
        yield reason(ReasonKind.OUT_OF_MOVES, "no safe move")
    if not opened(pair.best) and not step.passed:
        yield reason(ReasonKind.QUIET_MOVE, "quiet")
    if 0 < len(moves) <= FEW:
        yield reason(ReasonKind.MOBILITY, "few moves", count=len(moves))
    if step.square in pair.board.opponent_moves:
        yield reason(ReasonKind.TEMPO, "key square")
    if step.flips == 1 and len(pair.board.empties) >= MIDGAME:
        yield reason(ReasonKind.WALL, "few discs")

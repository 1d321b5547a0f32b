"""Corners: missed, given, attacked."""

from collections.abc import Iterator
from typing import Any

from outflank.board import Board, Color, Square
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import (
    corner_beside,
    corners,
    edges,
    moves_of,
    stable_discs,
    undefended,
    x_square_corner,
)

EARLY = 15  # fewest empties for general advice about squares beside corners


def corner_missed(pair: Comparison) -> Iterator[MoveReason]:
    """The best move is a corner."""
    best = pair.best.steps[0].square
    after, count = pair.after_played, 1
    if best not in corners(pair.board.size) or (
        pair.played.steps[0].square in corners(pair.board.size)
        and best not in moves_of(after, pair.opponent)
    ):
        return
    if best in moves_of(after, pair.opponent):
        claim = "corner missed, lost"
    elif best not in moves_of(after, pair.mover):
        claim = "corner missed, closed"
    else:
        claim = "corner missed"
        gained = stable_discs(pair.after_best, pair.mover) - stable_discs(pair.board, pair.mover)
        count = len(gained)
    yield pair.reason(ReasonKind.CORNER_MISSED, claim, pair.best, 0, (best,), count)


def corner_given(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent can take a corner after the move played, but not after the best one."""
    size, made = pair.board.size, pair.played.steps[0].square
    before = pair.board.opponent_moves & corners(size)
    for corner in _open(pair.after_played, pair.opponent):
        if corner in moves_of(pair.after_best, pair.opponent) or _regained(pair, corner):
            continue
        if not _is_taken(pair.played, corner, pair.opponent):
            continue
        if corner in before:
            claim = "corner left"
        else:
            claim = "corner beside" if corner == corner_beside(made, size) else "corner opened"
        taken = [at for at, step in enumerate(pair.played.steps) if step.square == corner]
        yield pair.reason(
            ReasonKind.CORNER_GIVEN,
            claim,
            pair.played,
            max(taken, default=0),
            (corner,),
            corner=pair.square(corner),
        )


def corner_attacked(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent's answer attacks a corner, which does not happen after the best move."""
    answer = pair.answer()
    if answer is None or len(pair.played.steps) < 4:
        return
    next_own = pair.played.steps[2]
    for corner in _open(next_own.after, pair.opponent):
        if corner not in moves_of(answer.after, pair.opponent):
            continue  # the mover opened it
        known = (pair.board, pair.after_played, *(step.after for step in pair.best.steps[:3]))
        if any(corner in moves_of(board, pair.opponent) for board in known):
            continue
        if pair.played.steps[3].square != corner or _regained(pair, corner):
            continue
        name = pair.square(corner)
        yield pair.reason(
            ReasonKind.CORNER_GIVEN, "corner attacked", pair.played, 3, (corner,), corner=name
        )


def attack_missed(pair: Comparison) -> Iterator[MoveReason]:
    """The best move attacks a corner, which the opponent cannot or does not defend."""
    reply = pair.best.answer()
    if reply is None:
        return
    for corner in _open(pair.after_best, pair.mover):
        others = pair.board, pair.after_played, *(step.after for step in pair.played.steps[:3])
        if any(corner in moves_of(board, pair.mover) for board in others):
            continue
        if reply.square == corner or corner not in moves_of(reply.after, pair.mover):
            continue
        defended = not undefended(pair.after_best, corner, pair.mover)
        claim = "attack missed, with gain" if defended else "attack missed"
        facts: dict[str, Any] = {"corner": pair.square(corner), "answer": pair.square(reply.square)}
        at = 1 if defended else 0
        yield pair.reason(ReasonKind.CORNER_MISSED, claim, pair.best, at, (corner,), **facts)


def beside_corner(pair: Comparison) -> Iterator[MoveReason]:
    """The move played is next to an empty corner, long before the end; the best move is not."""
    size, made = pair.board.size, pair.played.steps[0].square
    corner = corner_beside(made, size)
    if corner is None or pair.board[corner] is not None or len(pair.board.empties) < EARLY:
        return
    after, answer = pair.after_played, pair.answer()
    if any(corner in moves_of(after, color) for color in Color):
        return  # it can be taken now, by one side at least
    if answer is not None and answer.square == pair.best.steps[0].square:
        return  # the opponent takes the best square, which says more
    if corner_beside(pair.best.steps[0].square, size) is None and not _is_full(pair, made):
        claim = "C-square" if x_square_corner(made, size) is None else "X-square"
        name = pair.square(corner)
        yield pair.reason(ReasonKind.CORNER_GIVEN, claim, pair.played, 0, (corner,), corner=name)


def _is_full(pair: Comparison, square: Square) -> bool:
    """Return True if a square completes six discs of the mover on an edge, which are strong."""
    board = pair.after_played
    return any(
        square in squares and all(board[each] is pair.mover for each in squares[1:-1])
        for squares in edges(board.size).values()
    )


def _open(board: Board, color: Color) -> list[Square]:
    return list(moves_of(board, color) & corners(board.size))


def _is_taken(line: Line, corner: Square, color: Color) -> bool:
    """Return True if a side takes a corner in the line, or can still take it at its end."""
    taken = {step.square: step.color for step in line.steps}
    return taken.get(corner) is color or corner in moves_of(line.steps[-1].after, color)


def _regained(pair: Comparison, lost: Square) -> bool:
    """Return True if the mover gets another corner in return, but not after the best move."""
    mine = [
        {step.square for step in line.steps if step.color is pair.mover}
        & set(corners(pair.board.size))
        for line in (pair.played, pair.best)
    ]
    return len(mine[0] - {lost}) > len(mine[1])

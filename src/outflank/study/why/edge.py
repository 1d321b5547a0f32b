"""Edges: wedges, Stoner traps, unbalanced edges and lost edges."""

from collections.abc import Iterator
from typing import Any

from outflank.board import Board, Color, Square
from outflank.study.why.lines import Comparison, Line, LineStep
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import (
    corner_beside,
    edges,
    moves_of,
    stable_discs,
    x_square_corner,
)

EDGE = 3  # least difference of stable discs on an edge


def wedge(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent can wedge in between two edge discs, or the best move does so."""
    for claim, line, other, at, color in (
        ("wedge", pair.played, pair.best, 1, pair.opponent),
        ("wedge missed", pair.best, pair.played, 0, pair.mover),
    ):
        elsewhere = [found for step in other.steps for found in wedges(step, color)]
        for step in line.steps[at : at + 1]:
            for beside in wedges(step, color):
                if beside in elsewhere:
                    continue
                first, second = map(pair.square, beside)
                facts: dict[str, Any] = {
                    "wedge": pair.square(step.square),
                    "first": first,
                    "second": second,
                }
                yield pair.reason(ReasonKind.WEDGE, claim, line, at, (step.square,), **facts)


def wedges(step: LineStep, color: Color) -> Iterator[tuple[Square, Square]]:
    """Return the squares on both sides of a wedge that a move of this side makes."""
    for squares in edges(step.before.size).values():
        if step.color is color and step.square in squares[1:-1]:
            place = squares.index(step.square)
            beside = squares[place - 1], squares[place + 1]
            if all(step.after[each] is color.opponent for each in beside):
                yield beside


def stoner_trap(pair: Comparison) -> Iterator[MoveReason]:
    """An X-square gives up a corner, to wedge in beside it and win the other corner."""
    for claim, line, other, begin in (
        ("Stoner trap", pair.played, pair.best, 1),
        ("Stoner trap missed", pair.best, pair.played, 0),
    ):
        trap = _trap(line, begin)
        if trap is None or _trap(other, begin) is not None:
            continue
        attack, first, wedge_square, corner, edge = trap
        facts: dict[str, Any] = {
            "attack": pair.square(attack),
            "first": pair.square(first),
            "wedge": pair.square(wedge_square),
            "corner": pair.square(corner),
            "edge": named(pair, edge),
        }
        marks = attack, wedge_square, corner
        yield pair.reason(ReasonKind.STONER_TRAP, claim, line, begin + 2, marks, **facts)


def _trap(line: Line, begin: int) -> tuple[Square, Square, Square, Square, str] | None:
    """Return the attack, the corner given up, the wedge, the other corner and the edge."""
    steps = line.steps[begin : begin + 3]
    if len(steps) < 3 or [step.color is steps[0].color for step in steps] != [True, False, True]:
        return None
    attack, first, wedge_square = (step.square for step in steps)
    board, color = steps[0].before, steps[0].color
    if x_square_corner(attack, board.size) != first or board[first] is not None:
        return None
    for name, squares in edges(board.size).items():
        if first not in (squares[0], squares[-1]):
            continue
        far = squares[-1] if first == squares[0] else squares[0]
        held = sum(board[square] is color.opponent for square in squares)
        if (
            corner_beside(wedge_square, board.size) == first
            and wedge_square in squares
            and held >= board.size // 2
            and far in moves_of(steps[2].after, color)
        ):
            return attack, first, wedge_square, far, name
    return None


def unbalanced_edge(pair: Comparison) -> Iterator[MoveReason]:
    """The move leaves an unbalanced edge (five discs, one empty C-square)."""
    before = _unbalanced(pair.board, pair.mover)
    best = _unbalanced(pair.after_best, pair.mover)
    for edge, (gap, attack) in _unbalanced(pair.after_played, pair.mover).items():
        if edge in before or edge in best or pair.board[attack] is not None:
            continue
        facts: dict[str, Any] = {
            "edge": named(pair, edge),
            "gap": pair.square(gap),
            "attack": pair.square(attack),
        }
        yield pair.reason(
            ReasonKind.UNBALANCED_EDGE, "unbalanced edge", pair.played, 0, (gap, attack), **facts
        )


def named(pair: Comparison, edge: str) -> str:
    """Return an edge by its corners, such as ``a1–h1``, which is easy to translate."""
    squares = edges(pair.board.size)[edge]
    return f"{pair.square(squares[0])}–{pair.square(squares[-1])}"


def _unbalanced(board: Board, color: Color) -> dict[str, tuple[Square, Square]]:
    """Return the unbalanced edges of a side: the empty C-square and its X-square."""
    size = board.size
    found = {}
    for name, squares in edges(size).items():
        inner = squares[1:-1]
        if board[squares[0]] is not None or board[squares[-1]] is not None:
            continue
        gap = next((end for end in (inner[0], inner[-1]) if board[end] is None), None)
        if gap is None or sum(board[square] is color for square in inner) != len(inner) - 1:
            continue
        inward = {"upper": size, "lower": -size, "left": 1, "right": -1}[name]
        found[name] = gap, gap + inward
    return found


def edge_lost(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent's answer makes discs of an edge stable, or the best move would have."""
    answer, reply = pair.answer(), pair.best.answer()
    for edge, squares in edges(pair.board.size).items():
        if answer is not None and reply is not None and answer.square in squares:
            many, other = (
                _held(board, pair.opponent, squares) for board in (answer.after, reply.after)
            )
            known = _held(pair.board, pair.opponent, squares)
            same = pair.best_answered()
            spared = set() if same is None else _held(same, pair.opponent, squares)
            if len(many) - max(len(other), len(known), len(spared)) >= EDGE:
                yield pair.reason(
                    ReasonKind.EDGE,
                    "edge",
                    pair.played,
                    1,
                    (answer.square,),
                    edge=named(pair, edge),
                    many=len(many),
                    other=len(other),
                )
        best = pair.best.steps[0].square
        many, few = (
            _held(board, pair.mover, squares) for board in (pair.after_best, pair.after_played)
        )
        known = _held(pair.board, pair.mover, squares)
        if best in squares and len(many) - max(len(few), len(known)) >= EDGE:
            facts: dict[str, Any] = {"edge": named(pair, edge), "many": len(many), "few": len(few)}
            yield pair.reason(ReasonKind.EDGE, "edge missed", pair.best, 0, (best,), **facts)


def _held(board: Board, color: Color, squares: tuple[Square, ...]) -> set[Square]:
    """Return the stable discs of a side on an edge."""
    return set(stable_discs(board, color)) & set(squares)

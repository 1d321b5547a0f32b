"""The interface to the native search: 4×4 and 6×6 boards are centered on 8×8.

Boards larger than 8×8 have a separate search and are passed unchanged.
"""

from functools import cache
from typing import NamedTuple

from outflank import _native
from outflank.board import Board, Square
from outflank.engine.errors import CannotThink
from outflank.engine.limit import DEEPEST, Limit
from outflank.engine.result import NamedSquare, Result
from outflank.translation import _

NATIVE_SIZE = 8


class NativePosition(NamedTuple):
    """A position in the form of the native search."""

    mover: int
    opponent: int
    playable: int


@cache
def _squares(size: int) -> tuple[Square, ...]:
    """Return the 8×8 square for every square of a board."""
    margin = (NATIVE_SIZE - size) // 2
    return tuple(
        (row + margin) * NATIVE_SIZE + column + margin
        for row in range(size)
        for column in range(size)
    )


def native_position(board: Board) -> NativePosition:
    """Convert a board of up to 8×8 for the native search."""
    if board.size == NATIVE_SIZE:
        return NativePosition(board.mover_bits, board.opponent_bits, 2**64 - 1)
    everywhere = 2**board.size**2 - 1
    bits = (board.mover_bits, board.opponent_bits, everywhere)
    return NativePosition(*(_in_the_middle(each, board.size) for each in bits))


def _in_the_middle(bits: int, size: int) -> int:
    return sum(1 << to for square, to in enumerate(_squares(size)) if bits >> square & 1)


def refuse_without_move(board: Board) -> None:
    """Raise an error if there is no legal move."""
    if board.is_over:
        raise CannotThink(_("The game is over in {position}.", position=board.to_text()))
    if board.must_pass:
        raise CannotThink(
            _(
                "{color} has no legal move in {position} and must pass.",
                color=board.turn,
                position=board.to_text(),
            )
        )


def native_limit(limit: Limit) -> _native.SearchLimit:
    return _native.SearchLimit(
        seconds=limit.seconds,
        nodes=limit.nodes,
        depth=DEEPEST if limit.depth is None else limit.depth,
        exact_from=0 if limit.exact_from is None else limit.exact_from,
    )


def result_of(found: _native.SearchResult, size: int) -> Result:
    """Convert a native result to the squares of the board."""
    squares = _squares(size) if size < NATIVE_SIZE else range(size * size)
    return Result(
        move=NamedSquare(squares.index(found.move), size),
        score=found.score,
        exact=found.exact,
        depth=found.depth,
        confidence=found.confidence,
        line=tuple(squares.index(square) for square in found.line),
        nodes=found.nodes,
        seconds=found.seconds,
        size=size,
    )


def perft(board: Board, depth: int) -> int:
    """Count the move sequences of this length.

    A pass counts as a ply, and a finished game as one sequence.

    >>> perft(Board(), 6)
    8200
    """
    if depth < 0:
        raise CannotThink(_("depth must be 0 or more, not {number}.", number=depth))
    if board.size > NATIVE_SIZE:
        return _native.wide_perft(board, depth)
    position = native_position(board)
    return _native.perft(position.mover, position.opponent, depth, playable=position.playable)

"""The proven line: with it both sides hold the draw that the game is.

H. Takizawa, "Othello is solved", 2023, arXiv 2310.19387 (CC BY 4.0), figure 1. The solution is
weak: it proves a draw for the positions of this line, and bounds at most for those beside it.
"""

from functools import cache

from outflank.board import Board, Square, Symmetry
from outflank.book.graph import BOOK_SIZE, Key, key_of
from outflank.translation import N_

PROVEN = N_("Proven: with best play this is a draw, and {moves} holds it ({source}).")
SOURCE = "H. Takizawa, Othello is solved, arXiv 2310.19387"
LINE = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3"
    "a4a1a2c1h2h1g2b8a8g7h8h7h6"
)


def proven_draw(board: Board) -> tuple[Square, ...]:
    """Return the moves that are proven to hold the draw; empty off the proven line.

    Positions that are equal by symmetry count as one, so at the start it is all four moves.

    >>> from outflank import Game
    >>> len(proven_draw(Board())), proven_draw(Game("f5d6").board), proven_draw(Game("f5f4").board)
    (4, (18,), ())
    """
    if board.size != BOOK_SIZE:
        return ()
    key, symmetry = key_of(board)
    if key not in _moves():
        return ()
    held = _moves()[key]
    # The position may be symmetric itself; then the move is proven in each of its orientations.
    return tuple(
        sorted(
            {
                other.inverse.square(held)
                for other in Symmetry
                if board.transformed(other) == board.transformed(symmetry)
            }
        )
    )


@cache
def _moves() -> dict[Key, Square]:
    """Return the proven move of each position of the line, in the orientation of its key."""
    found, board = {}, Board()
    for at in range(0, len(LINE), 2):
        square = board.square(LINE[at : at + 2])
        key, symmetry = key_of(board)
        found[key] = symmetry.square(square)
        board = board.play(square).after_forced_pass
    return found

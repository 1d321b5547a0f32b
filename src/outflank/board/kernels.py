"""The rules of the game on integers: legal moves and flips.

These few lines are the specification for every board size; the native core is some hundred times
faster and is tested against them.
"""

from outflank.board.geometry import Bitboard, Geometry, Square


def legal_moves(mover: Bitboard, opponent: Bitboard, board: Geometry) -> Bitboard:
    """Return the empty squares on which the mover flips at least one disc."""
    reached = 0
    for shift, crossable in board.lines:
        through = opponent & crossable
        up = through & (mover << shift)
        down = through & (mover >> shift)
        for _ in range(board.size - 3):  # a run has at most size − 2 discs
            up |= through & (up << shift)
            down |= through & (down >> shift)
        reached |= (up << shift) | (down >> shift)
    return reached & board.everywhere & ~(mover | opponent)


def flips(square: Square, mover: Bitboard, opponent: Bitboard, board: Geometry) -> Bitboard:
    """Return the discs flipped by a move on an empty square; empty if it is illegal."""
    move = 1 << square
    turned = 0
    for shift, crossable in board.lines:
        through = opponent & crossable
        up = through & (move << shift)
        down = through & (move >> shift)
        for _ in range(board.size - 3):
            up |= through & (up << shift)
            down |= through & (down >> shift)
        if (up << shift) & mover:
            turned |= up
        if (down >> shift) & mover:
            turned |= down
    return turned

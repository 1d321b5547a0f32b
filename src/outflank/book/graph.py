"""The book as a graph of positions and moves, with values propagated back.

Positions are unique up to symmetry and move order. Every move adds a disc, so there are no cycles,
and visiting positions by their number of discs is a topological order.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from outflank import _native
from outflank.board import Board, Square, Symmetry

Key: TypeAlias = tuple[int, int]
"""The discs of mover and opponent in canonical orientation."""

SYMMETRIES = tuple(Symmetry)
BOOK_SIZE = 8
DOUBT = 2  # discs by which a quick search often underestimates a move


class Worth(NamedTuple):
    """The value of a move in discs for the side that makes it, and its search depth."""

    value: int
    depth: int


Entry: TypeAlias = tuple[Worth, ...]
"""The values of the legal moves of a position, in the order of their squares."""

Entries: TypeAlias = Mapping[Key, Entry]


class Following(NamedTuple):
    """The position after a move, with a side to move that has a legal move."""

    key: Key
    same_mover: bool  # True if the other side had to pass


def key_of(board: Board) -> tuple[Key, Symmetry]:
    """Return the key of an 8×8 position, and the symmetry that maps the position to it."""
    mover, opponent, symmetry = _native.canonical(board.mover_bits, board.opponent_bits)
    return (mover, opponent), SYMMETRIES[symmetry]


START = key_of(Board())[0]


def squares_of(key: Key) -> list[Square]:
    """Return the legal moves of a position, in order."""
    moves, squares = _native.legal_moves(*key), []
    while moves:
        squares.append((moves & -moves).bit_length() - 1)
        moves &= moves - 1
    return squares


@cache
def following(key: Key) -> tuple[Following | None, ...]:
    """Return the successor for each legal move; None if the move ends the game."""
    return tuple(_after(key, square) for square in squares_of(key))


def plies(key: Key) -> int:
    """Return the number of moves from the start to this position."""
    return (key[0] | key[1]).bit_count() - 4


def best(entry: Entry) -> Worth:
    """Return the highest value; ties go to the deeper search."""
    return max(entry)


def best_moves(entry: Entry) -> list[int]:
    """Return the indices of the moves with the highest value, which the book plays."""
    top = best(entry).value
    return [at for at, worth in enumerate(entry) if worth.value == top]


def with_worth(key: Key, entry: Entry, square: Square, worth: Worth) -> Entry:
    """Return the entry with a new value for a move and its mirror images."""
    after = following(key)
    image = after[squares_of(key).index(square)]
    return tuple(worth if to == image else said for said, to in zip(entry, after, strict=True))


def carried_back(searched: Entries) -> dict[Key, Entry]:
    """Set the value of every move to another book position from that position."""
    found: dict[Key, Entry] = {}
    for key in by_plies(searched, last_first=True):
        entry = []
        for worth, after in zip(searched[key], following(key), strict=True):
            if after is not None and after.key in found:
                value, depth = best(found[after.key])
                worth = Worth(value if after.same_mover else -value, depth + 1)
            entry.append(worth)
        found[key] = tuple(entry)
    return found


def seen_quickly(key: Key, worth: Worth, depth: int, quick_depth: int) -> bool:
    """Return True if a move was searched only to the quick depth, though it could go deeper."""
    empties = 64 - (key[0] | key[1]).bit_count()
    return worth.depth <= quick_depth < depth and worth.depth < empties


def unsure(book: Entries, depth: int, quick_depth: int) -> list[tuple[Key, Square]]:
    """Return the quickly searched moves that may be the best of their positions, in order.

    Moves that seemed far better may have dropped since values were propagated back. Of mirror
    images only the first is returned.
    """
    found: list[tuple[Key, Square]] = []
    for key in by_plies(book):
        entry = book[key]
        top = best(entry).value
        seen: set[Key] = set()
        for at, worth in enumerate(entry):
            if worth.value < top - DOUBT or not seen_quickly(key, worth, depth, quick_depth):
                continue
            after = following(key)[at]
            if after is None or after.key in seen:
                continue
            seen.add(after.key)
            found.append((key, squares_of(key)[at]))
    return found


def by_plies(keys: Iterable[Key], *, last_first: bool = False) -> list[Key]:
    """Sort positions in the order in which a game could reach them."""
    return sorted(keys, key=lambda key: (plies(key), key), reverse=last_first)


def _after(key: Key, square: Square) -> Following | None:
    mover, opponent = key
    turned = _native.flips(square, mover, opponent)
    mover, opponent = opponent ^ turned, mover | turned | 1 << square
    same_mover = not _native.legal_moves(mover, opponent)
    if same_mover:
        mover, opponent = opponent, mover
        if not _native.legal_moves(mover, opponent):
            return None
    mover, opponent, _ = _native.canonical(mover, opponent)
    return Following((mover, opponent), same_mover)

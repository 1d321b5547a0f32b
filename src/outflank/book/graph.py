"""The book as a graph: positions, the moves between them, and values carried back along them.

Positions that are equal but for a turn or mirroring are one, and so are those that several orders
of moves lead to. A move always adds a disc, so there are no cycles, and going through positions by
their number of discs visits every position before, or after, all that follow from it.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple, TypeAlias

from outflank import _native
from outflank.board import Board, Square, Symmetry

Key: TypeAlias = tuple[int, int]
"""The discs of mover and opponent, turned so that equal positions are equal."""

SYMMETRIES = tuple(Symmetry)
BOOK_SIZE = 8
DOUBT = 2  # discs that a quick value is easily too low: nearer to the best it needs a deep look


class Worth(NamedTuple):
    """What a move is worth to the side that makes it, in discs, and how many moves ahead it saw."""

    value: int
    depth: int


Entry: TypeAlias = tuple[Worth, ...]
"""What the legal moves of a position are worth, in the order of their squares."""

Entries: TypeAlias = Mapping[Key, Entry]


class Following(NamedTuple):
    """The position after a move, the side to move being one that has a move."""

    key: Key
    same_mover: bool  # whether the other side had to pass, so that the same side moves again


def key_of(board: Board) -> tuple[Key, Symmetry]:
    """The key of an 8×8 position, and the symmetry that turns the position to it."""
    mover, opponent, symmetry = _native.canonical(board.mover_bits, board.opponent_bits)
    return (mover, opponent), SYMMETRIES[symmetry]


START = key_of(Board())[0]


def squares_of(key: Key) -> list[Square]:
    """The legal moves of a position, in order."""
    moves, squares = _native.legal_moves(*key), []
    while moves:
        squares.append((moves & -moves).bit_length() - 1)
        moves &= moves - 1
    return squares


@cache
def following(key: Key) -> tuple[Following | None, ...]:
    """What each legal move of a position leads to; None where it ends the game."""
    return tuple(_after(key, square) for square in squares_of(key))


def plies(key: Key) -> int:
    """How many moves were made from the start to this position."""
    return (key[0] | key[1]).bit_count() - 4


def best(entry: Entry) -> Worth:
    """The best move's worth; of equal ones the one that sees farthest."""
    return max(entry)


def best_moves(entry: Entry) -> list[int]:
    """Which moves of a position are worth most: those that the book plays."""
    top = best(entry).value
    return [at for at, worth in enumerate(entry) if worth.value == top]


def with_worth(key: Key, entry: Entry, square: Square, worth: Worth) -> Entry:
    """The entry with another worth of a move and of its mirror images."""
    after = following(key)
    image = after[squares_of(key).index(square)]
    return tuple(worth if to == image else said for said, to in zip(entry, after, strict=True))


def carried_back(searched: Entries) -> dict[Key, Entry]:
    """The entries with every move that leads to another position of the book worth what that is."""
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
    """Whether a move was looked at to the quick depth alone, though there was more to see."""
    empties = 64 - (key[0] | key[1]).bit_count()
    return worth.depth <= quick_depth < depth and worth.depth < empties


def unsure(book: Entries, depth: int, quick_depth: int) -> list[tuple[Key, Square]]:
    """The moves seen quickly that may be the best of their positions, in order.

    What looked far better may have fallen since, when values were carried back. Of moves that are
    mirror images of each other only the first is named.
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
    """The positions in the order in which a game could reach them."""
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

"""Numeric features of a move, for boards of any size.

Each feature is at most about 1, so that weights are comparable. All features are from the view of
the side that moves.
"""

from dataclasses import dataclass
from functools import cache

from outflank.board import Bitboard, Board, Square, geometry_of

# Square classes by distance to the nearest edges, with distances over three merged. On 8×8 these
# are the ten classes under symmetry, with their traditional names.
PLACES = {
    (0, 0): "corner",
    (0, 1): "C square",
    (0, 2): "A square",
    (0, 3): "B square",
    (1, 1): "X square",
    (1, 2): "ring, near a corner",
    (1, 3): "ring",
    (2, 2): "inside, near a corner",
    (2, 3): "inside",
    (3, 3): "middle",
}
NAMES = (
    *PLACES.values(),
    "C square, corner empty",
    "X square, corner empty",
    "C square, corner own",
    "discs flipped",
    "opponent's moves after",
    "own moves after",
    "opponent must pass",
    "own frontier after",
    "opponent's frontier after",
    "corners given",
    "corners kept in reach",
    "edge discs made safe",
    "last in its region",
    "wins the game",
    "loses the game",
    "few discs left",
    "may be wiped out",
)
"""The features in order. Weights are stored by these names."""

FEATURES = len(NAMES)
_FEW = 10  # discs; a player that keeps few, as is good early on, risks losing them all
_AFTER_PLACES = len(PLACES)


@dataclass(frozen=True, slots=True)
class _Shape:
    """Precomputed data for a board size."""

    size: int
    everywhere: Bitboard
    not_first: Bitboard  # all columns but the first, for steps from the left …
    not_last: Bitboard  # … and from the right
    corners: Bitboard
    edges: tuple[tuple[int, ...], ...]  # squares of each edge, from corner to corner
    place: tuple[int, ...]  # the index in PLACES of each square
    corner_of: dict[int, int]  # for C and X squares, the bit of their corner
    is_x: frozenset[int]


@cache
def _shape(size: int) -> _Shape:
    board, last = geometry_of(size), size - 1
    first = sum(1 << (row * size) for row in range(size))
    places = list(PLACES)
    place, corner_of, is_x = [], {}, set()
    for square in range(size * size):
        row, column = divmod(square, size)
        down, right = min(row, last - row), min(column, last - column)
        kind = tuple(min(3, distance) for distance in sorted((down, right)))
        place.append(places.index((kind[0], kind[1])))
        if max(down, right) == 1:
            corner = (0 if row < size / 2 else last) * size + (0 if column < size / 2 else last)
            corner_of[square] = 1 << corner
            if down == right == 1:
                is_x.add(square)
    top = tuple(range(size))
    left = tuple(range(0, size * size, size))
    return _Shape(
        size,
        board.everywhere,
        board.everywhere & ~first,
        board.everywhere & ~(first << last),
        1 | 1 << last | 1 << (last * size) | 1 << (size * size - 1),
        (top, tuple(s + last * size for s in top), left, tuple(s + last for s in left)),
        tuple(place),
        corner_of,
        frozenset(is_x),
    )


def features_of(board: Board, move: Square) -> list[float]:
    """Return the features of a legal move, in the order of `NAMES`.

    >>> features = dict(zip(NAMES, features_of(Board(), 37), strict=True))
    >>> features["inside"], features["discs flipped"], features["opponent's moves after"]
    (1.0, 0.125, 0.3)
    """
    shape = _shape(board.size)
    after = board.play(move)
    theirs, mine = after.mover_bits, after.opponent_bits
    their_moves, my_moves = after.legal_moves.bits, after.opponent_moves.bits
    empty = shape.everywhere & ~(mine | theirs)
    squares = board.size * board.size
    numbers = [0.0] * FEATURES
    numbers[shape.place[move]] = 1.0
    at = _AFTER_PLACES
    corner = shape.corner_of.get(move)
    if corner is not None:
        if empty & corner:
            numbers[at + (move in shape.is_x)] = 1.0
        elif mine & corner and move not in shape.is_x:
            numbers[at + 2] = 1.0
    numbers[at + 3] = (mine.bit_count() - board.mover_bits.bit_count() - 1) / 8
    numbers[at + 4] = their_moves.bit_count() / 10
    numbers[at + 5] = my_moves.bit_count() / 10
    over = not their_moves and not my_moves
    numbers[at + 6] = 1.0 if not their_moves and not over else 0.0
    beside = _spread(empty, shape)
    numbers[at + 7] = (mine & beside).bit_count() / 16
    numbers[at + 8] = (theirs & beside).bit_count() / 16
    numbers[at + 9] = float((their_moves & shape.corners).bit_count())
    numbers[at + 10] = float((my_moves & shape.corners).bit_count())
    if (mine | theirs) & shape.corners:
        numbers[at + 11] = (_safe_edges(mine, shape) - _safe_edges(theirs, shape)) / 8
    if 2 * empty.bit_count() < squares:
        region = _region(empty | 1 << move, 1 << move, shape).bit_count()
        numbers[at + 12] = 1.0 if region % 2 else -1.0
    ahead = mine.bit_count() - theirs.bit_count()
    if over:
        numbers[at + 13] = 1.0 if ahead > 0 else 0.0
        numbers[at + 14] = 1.0 if ahead < 0 else 0.0
    left = mine.bit_count()
    if left < _FEW:
        numbers[at + 15] = 1 - left / _FEW
        if any(after.flips(reply).bits == mine for reply in after.legal_moves):
            numbers[at + 16] = 1.0
    return numbers


def _spread(bits: Bitboard, shape: _Shape) -> Bitboard:
    """Extend a set of squares by its neighbors in all eight directions."""
    wide = bits | bits << 1 & shape.not_first | bits >> 1 & shape.not_last
    return (wide | wide << shape.size | wide >> shape.size) & shape.everywhere


def _region(empty: Bitboard, start: Bitboard, shape: _Shape) -> Bitboard:
    """Return the connected empty squares around a square."""
    region = start
    while (grown := _spread(region, shape) & empty) != region:
        region = grown
    return region


def _safe_edges(own: Bitboard, shape: _Shape) -> int:
    """Count edge discs connected to an own corner, which can never be flipped."""
    if not own & shape.corners:
        return 0
    safe = 0
    for edge in shape.edges:
        for way in (edge, edge[::-1]):
            for square in way:
                if not own >> square & 1:
                    break
                safe |= 1 << square
    return safe.bit_count()

"""Features of a position: corners, edges, frontier, regions, safe moves, stable discs."""

from functools import cache, lru_cache

from outflank.board import Board, Color, Square, SquareSet


@cache
def corners(size: int) -> SquareSet:
    last = size - 1
    return SquareSet.of([0, last, last * size, last * size + last], size)


def undefended(board: Board, corner: Square, color: Color) -> bool:
    """Return True if a side could take a corner after every move of its opponent, who is next."""
    return board.turn is not color and all(
        square != corner and corner in moves_of(board.play(square), color)
        for square in board.legal_moves
    )


@cache
def edges(size: int) -> dict[str, tuple[Square, ...]]:
    """Return the four edges by name, each from corner to corner."""
    last = size - 1
    return {
        "upper": tuple(range(size)),
        "lower": tuple(range(last * size, size * size)),
        "left": tuple(range(0, size * size, size)),
        "right": tuple(range(last, size * size, size)),
    }


def x_square_corner(square: Square, size: int) -> Square | None:
    """Return the corner diagonally next to an X-square; None for other squares."""
    row, column = divmod(square, size)
    if row in (1, size - 2) and column in (1, size - 2):
        return (0 if row == 1 else size - 1) * size + (0 if column == 1 else size - 1)
    return None


def corner_beside(square: Square, size: int) -> Square | None:
    """Return the corner that a square touches; None for other squares."""
    return next((corner for corner in corners(size) if square in neighbours(corner, size)), None)


@cache
def neighbours(square: Square, size: int) -> SquareSet:
    row, column = divmod(square, size)
    found = [
        r * size + c
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, column - 1), min(size, column + 2))
        if (r, c) != (row, column)
    ]
    return SquareSet.of(found, size)


def discs_of(board: Board, color: Color) -> SquareSet:
    return board.black if color is Color.BLACK else board.white


def moves_of(board: Board, color: Color) -> SquareSet:
    """Return the squares where a side could play if it were its turn."""
    return board.legal_moves if board.turn is color else board.opponent_moves


def frontier(board: Board, mine: SquareSet) -> SquareSet:
    """Return the discs of a side that touch an empty square."""
    size, empty = board.size, board.empties.bits
    return SquareSet.of((at for at in mine if neighbours(at, size).bits & empty), size)


def regions(board: Board) -> list[SquareSet]:
    """Return the empty squares in connected groups, diagonals included."""
    size, left = board.size, board.empties.bits
    found = []
    while left:
        group, border = 0, left & -left
        while border:
            group |= border
            left &= ~border
            touched = 0
            for square in SquareSet.from_bits(border, size):
                touched |= neighbours(square, size).bits
            border = touched & left
        found.append(SquareSet.from_bits(group, size))
    return found


def region_of(board: Board, square: Square) -> SquareSet:
    """Return the group of empty squares that contains a square."""
    return next(region for region in regions(board) if square in region)


def safe_moves(board: Board) -> SquareSet:
    """Return the moves after which the opponent can take no additional corner."""
    size = board.size
    known = (board.opponent_moves & corners(size)).bits
    safe = [
        move
        for move in board.legal_moves
        if not board.play(move).legal_moves.bits & corners(size).bits & ~known
    ]
    return SquareSet.of(safe, size)


@cache
def _axes(size: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Return the full line and the two neighbors of every square in each of four directions.

    Both are bit sets. Beyond the border is an extra bit, which counts as stable.
    """

    def line(square: Square, down: int, right: int) -> list[Square]:
        row, column = divmod(square, size)
        found = []
        while 0 <= (row := row + down) < size and 0 <= (column := column + right) < size:
            found.append(row * size + column)
        return found

    def axis(square: Square, down: int, right: int) -> tuple[int, int]:
        sides = line(square, down, right), line(square, -down, -right)
        whole = sum(1 << at for side in sides for at in side)
        beside = sum(1 << side[0] for side in sides if side)
        rim = 0 if all(sides) else 1 << size * size
        return whole, beside | rim

    directions = ((0, 1), (1, 0), (1, 1), (1, -1))
    return tuple(
        tuple(axis(square, down, right) for down, right in directions)
        for square in range(size * size)
    )


@lru_cache(maxsize=512)
def stable_discs(board: Board, color: Color) -> SquareSet:
    """Return discs that can certainly never be flipped again.

    In each of the four directions such a disc is at the border, next to a stable disc of its color,
    or in a full line. There may be more stable discs than these.
    """
    size = board.size
    empty = board.empties.bits
    left = discs_of(board, color)
    rim = stable = 1 << size * size
    while True:
        found = sum(
            1 << square
            for square in left
            if all(not whole & empty or beside & stable for whole, beside in _axes(size)[square])
        )
        if not found:
            return SquareSet.from_bits(stable & ~rim, size)
        stable |= found
        left -= SquareSet.from_bits(found, size)

"""What can be seen in one position: corners, edges, frontier, regions, safe moves, stable discs."""

from functools import cache, lru_cache

from outflank.board import Board, Color, Square, SquareSet


@cache
def corners(size: int) -> SquareSet:
    last = size - 1
    return SquareSet.of([0, last, last * size, last * size + last], size)


@cache
def edges(size: int) -> dict[str, tuple[Square, ...]]:
    """The four edges by name, each from corner to corner."""
    last = size - 1
    return {
        "upper": tuple(range(size)),
        "lower": tuple(range(last * size, size * size)),
        "left": tuple(range(0, size * size, size)),
        "right": tuple(range(last, size * size, size)),
    }


def x_square_corner(square: Square, size: int) -> Square | None:
    """The corner that a square touches diagonally, if it is an X-square."""
    row, column = divmod(square, size)
    if row in (1, size - 2) and column in (1, size - 2):
        return (0 if row == 1 else size - 1) * size + (0 if column == 1 else size - 1)
    return None


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
    """Where a side could play if it were its turn."""
    return board.legal_moves if board.turn is color else board.opponent_moves


def frontier(board: Board, mine: SquareSet) -> SquareSet:
    """The discs of a side that touch an empty square."""
    size, empty = board.size, board.empties.bits
    return SquareSet.of((at for at in mine if neighbours(at, size).bits & empty), size)


def regions(board: Board) -> list[SquareSet]:
    """The empty squares in connected groups, diagonals included."""
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
    """The group of empty squares that one is in."""
    return next(region for region in regions(board) if square in region)


def safe_moves(board: Board) -> SquareSet:
    """The moves that open no corner: the other side can take none that it could not take anyway."""
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
    """For every square and each of four directions: the whole line, and the two discs beside it.

    Both as bits; beside a square at the rim is the bit beyond the board, which counts as stable.
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
    """Discs that can surely never be turned again.

    In each of the four directions such a disc stands at the rim, beside a disc of its colour
    that is stable, or in a line without an empty square. There may be more than these.
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

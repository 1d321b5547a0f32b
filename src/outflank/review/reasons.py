"""Why a move was bad, in one sentence, from what the position says, with the squares concerned."""

from dataclasses import dataclass
from enum import Enum

from outflank.board import Board, Square, SquareSet, square_name

MOBILITY = 3  # moves more for the opponent that are worth a sentence
FRONTIER = 3  # discs more beside empty squares
ENDGAME = 18  # empties from which the parity of regions counts


class Kind(Enum):
    """What a reason is about."""

    CORNER_GIVEN = "corner given"
    CORNER_MISSED = "corner missed"
    FORCED_PASS = "forced pass"
    X_SQUARE = "X-square"
    PARITY = "parity"
    MOBILITY = "mobility"
    FRONTIER = "frontier"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence, and the squares to draw with it."""

    kind: Kind
    sentence: str
    squares: tuple[Square, ...]


def explain(
    board: Board, played: Square, best: Square, answer: Square | None, loss: int
) -> Reason | None:
    """Why ``played`` was worse than ``best``; ``answer`` is the best reply to it.

    The first of the reasons that holds counts, the most concrete ones first. It is what one can
    see on the board, not a proof: None where nothing stands out and there is no reply.
    """
    after, better = board.play(played), board.play(best)
    for reason in (_corner, _pass, _x_square, _parity, _mobility, _frontier):
        found = reason(board, played, best, after, better)
        if found is not None:
            return found
    if answer is None:
        return None
    name, best_name = square_name(answer, board.size), square_name(best, board.size)
    if answer == best:
        sentence = f"{best_name} is where both sides want to play, and now {after.turn} does"
    else:
        sentence = (
            f"{after.turn} answers {name} and is {loss} discs better off than after {best_name}"
        )
    return Reason(Kind.ANSWER, sentence, (answer,))


def corners(size: int) -> SquareSet:
    """The four corners."""
    last = size - 1
    return SquareSet.of([0, last, last * size, last * size + last], size)


def x_square_corner(square: Square, size: int) -> Square | None:
    """The corner that a square touches diagonally, if it is an X-square."""
    row, column = divmod(square, size)
    if row in (1, size - 2) and column in (1, size - 2):
        return (0 if row == 1 else size - 1) * size + (0 if column == 1 else size - 1)
    return None


def frontier(board: Board, mine: SquareSet) -> SquareSet:
    """The discs of a side that touch an empty square."""
    empty = set(board.empties)
    return SquareSet.of((at for at in mine if _neighbours(at, board.size) & empty), board.size)


def regions(board: Board) -> list[SquareSet]:
    """The empty squares in connected groups, diagonals included."""
    left = set(board.empties)
    found = []
    while left:
        group, border = set(), {left.pop()}
        while border:
            square = border.pop()
            group.add(square)
            touched = _neighbours(square, board.size) & left
            left -= touched
            border |= touched
        found.append(SquareSet.of(sorted(group), board.size))
    return found


def _neighbours(square: Square, size: int) -> set[Square]:
    row, column = divmod(square, size)
    return {
        r * size + c
        for r in range(max(0, row - 1), min(size, row + 2))
        for c in range(max(0, column - 1), min(size, column + 2))
        if (r, c) != (row, column)
    }


def _corner(
    board: Board, played: Square, best: Square, after: Board, better: Board
) -> Reason | None:
    size = board.size
    name, best_name = square_name(played, size), square_name(best, size)
    if best in corners(size) and played not in corners(size):
        return Reason(
            Kind.CORNER_MISSED,
            f"{best_name} takes a corner, which nobody can turn again; {name} leaves it",
            (best,),
        )
    given = (after.legal_moves - better.legal_moves) & corners(size)
    if given:
        return Reason(
            Kind.CORNER_GIVEN,
            f"{name} gives {after.turn} the corner {_listed(given)}; {best_name} does not",
            tuple(given),
        )
    return None


def _pass(board: Board, played: Square, best: Square, after: Board, better: Board) -> Reason | None:
    name, best_name = square_name(played, board.size), square_name(best, board.size)
    if better.must_pass and not after.must_pass:
        return Reason(
            Kind.FORCED_PASS,
            f"{best_name} leaves {after.turn} without a move, so {board.turn} moves twice; "
            f"after {name} it has {_counted(len(after.legal_moves), 'move')}",
            tuple(after.legal_moves),
        )
    return None


def _x_square(
    board: Board, played: Square, best: Square, after: Board, better: Board
) -> Reason | None:
    corner = x_square_corner(played, board.size)
    if corner is None or corner not in board.empties:
        return None
    return Reason(
        Kind.X_SQUARE,
        f"{square_name(played, board.size)} is the X-square of the empty corner "
        f"{square_name(corner, board.size)}, which it opens to {after.turn}",
        (played, corner),
    )


def _parity(
    board: Board, played: Square, best: Square, after: Board, better: Board
) -> Reason | None:
    if len(board.empties) > ENDGAME:
        return None
    groups = regions(board)
    mine = next(group for group in groups if played in group)
    other = next(group for group in groups if best in group)
    if mine == other or len(mine) % 2 or not len(other) % 2:
        return None
    return Reason(
        Kind.PARITY,
        f"{square_name(played, board.size)} plays into a region of {len(mine)} empty squares, "
        f"where {after.turn} gets the last move; the region of {square_name(best, board.size)} has "
        f"{len(other)}, and there {board.turn} gets it",
        tuple(mine),
    )


def _mobility(
    board: Board, played: Square, best: Square, after: Board, better: Board
) -> Reason | None:
    many, few = len(after.legal_moves), len(better.legal_moves)
    if many - few < MOBILITY:
        return None
    return Reason(
        Kind.MOBILITY,
        f"{square_name(played, board.size)} leaves {after.turn} {_counted(many, 'move')}; "
        f"after {square_name(best, board.size)} there are only {few}",
        tuple(after.legal_moves - better.legal_moves),
    )


def _frontier(
    board: Board, played: Square, best: Square, after: Board, better: Board
) -> Reason | None:
    own = frontier(after, after.black if board.turn.value == "black" else after.white)
    less = frontier(better, better.black if board.turn.value == "black" else better.white)
    if len(own) - len(less) < FRONTIER:
        return None
    return Reason(
        Kind.FRONTIER,
        f"{square_name(played, board.size)} leaves {len(own)} discs of {board.turn} beside empty "
        f"squares; {square_name(best, board.size)} leaves {len(less)}, and so fewer moves to "
        f"{after.turn} later",
        tuple(own - less),
    )


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" + ("" if number == 1 else "s")


def _listed(squares: SquareSet) -> str:
    return " and ".join(squares.names)

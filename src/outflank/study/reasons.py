"""Why a move was bad, in one sentence, from what the position says, with the squares concerned."""

from dataclasses import dataclass
from enum import Enum

from outflank.board import Board, Color, Square, SquareSet, square_name
from outflank.study.words import counted

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


@dataclass(frozen=True, slots=True)
class Comparison:
    """A move beside the best one, and the positions that the two lead to."""

    board: Board
    played: Square
    best: Square
    best_name: str
    """Its square, or other words where the answer is not to be given away."""
    after: Board
    better: Board

    @property
    def name(self) -> str:
        """The move's name."""
        return square_name(self.played, self.board.size)


def explain(
    board: Board,
    played: Square,
    best: Square,
    answer: Square | None,
    loss: int,
    *,
    best_name: str | None = None,
) -> Reason | None:
    """Why ``played`` was worse than ``best``; ``answer`` is the best reply to it.

    The first of the reasons that holds counts, the most concrete ones first. It is what one can
    see on the board, not a proof: None where nothing stands out and there is no reply. A
    ``best_name`` such as "the best move" keeps the sentence from telling which one that is.
    """
    name = best_name or square_name(best, board.size)
    pair = Comparison(board, played, best, name, board.play(played), board.play(best))
    for reason in (_corner, _pass, _x_square, _parity, _mobility, _frontier):
        found = reason(pair)
        if found is not None:
            return found
    return None if answer is None else _answer(pair, answer, loss)


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


def _corner(pair: Comparison) -> Reason | None:
    size = pair.board.size
    if pair.best in corners(size) and pair.played not in corners(size):
        return Reason(
            Kind.CORNER_MISSED,
            f"{pair.best_name} takes a corner, which nobody can turn again; {pair.name} leaves it",
            (pair.best,),
        )
    given = (pair.after.legal_moves - pair.better.legal_moves) & corners(size)
    if given:
        return Reason(
            Kind.CORNER_GIVEN,
            f"{pair.name} gives {pair.after.turn} the corner {_listed(given)}; "
            f"{pair.best_name} does not",
            tuple(given),
        )
    return None


def _pass(pair: Comparison) -> Reason | None:
    after = pair.after
    if pair.better.must_pass and not after.must_pass:
        return Reason(
            Kind.FORCED_PASS,
            f"{pair.best_name} leaves {after.turn} without a move, so {pair.board.turn} moves "
            f"twice; after {pair.name} it has {counted(len(after.legal_moves), 'move')}",
            tuple(after.legal_moves),
        )
    return None


def _x_square(pair: Comparison) -> Reason | None:
    board = pair.board
    corner = x_square_corner(pair.played, board.size)
    if corner is None or corner not in board.empties:
        return None
    return Reason(
        Kind.X_SQUARE,
        f"{pair.name} is the X-square of the empty corner {square_name(corner, board.size)}, "
        f"which it opens to {pair.after.turn}",
        (pair.played, corner),
    )


def _parity(pair: Comparison) -> Reason | None:
    if len(pair.board.empties) > ENDGAME:
        return None
    groups = regions(pair.board)
    mine = next(group for group in groups if pair.played in group)
    other = next(group for group in groups if pair.best in group)
    if mine == other or len(mine) % 2 or not len(other) % 2:
        return None
    return Reason(
        Kind.PARITY,
        f"{pair.name} plays into a region of {len(mine)} empty squares, where {pair.after.turn} "
        f"gets the last move; the region of {pair.best_name} has {len(other)}, and there "
        f"{pair.board.turn} gets it",
        tuple(mine),
    )


def _mobility(pair: Comparison) -> Reason | None:
    many, few = len(pair.after.legal_moves), len(pair.better.legal_moves)
    if many - few < MOBILITY:
        return None
    return Reason(
        Kind.MOBILITY,
        f"{pair.name} leaves {pair.after.turn} {counted(many, 'move')}; "
        f"after {pair.best_name} there are only {few}",
        tuple(pair.after.legal_moves - pair.better.legal_moves),
    )


def _frontier(pair: Comparison) -> Reason | None:
    black = pair.board.turn is Color.BLACK
    own, less = (
        frontier(board, board.black if black else board.white)
        for board in (pair.after, pair.better)
    )
    if len(own) - len(less) < FRONTIER:
        return None
    return Reason(
        Kind.FRONTIER,
        f"{pair.name} leaves {len(own)} discs of {pair.board.turn} beside empty squares; "
        f"{pair.best_name} leaves {len(less)}, and so fewer moves to {pair.after.turn} later",
        tuple(own - less),
    )


def _answer(pair: Comparison, answer: Square, loss: int) -> Reason:
    name = square_name(answer, pair.board.size)
    if answer == pair.best:
        sentence = (
            f"{pair.best_name} is where both sides want to play, and now {pair.after.turn} does"
        )
    else:
        sentence = (
            f"{pair.after.turn} answers {name} and is {counted(loss, 'disc')} better off than "
            f"after {pair.best_name}"
        )
    return Reason(Kind.ANSWER, sentence, (answer,))


def _listed(squares: SquareSet) -> str:
    return " and ".join(squares.names)

"""Mobility: safe moves, quiet moves, walls, and squares that both sides want."""

from collections.abc import Iterator

from outflank.board import Board, Color, SquareSet, listed
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import discs_of, frontier, moves_of, safe_moves

SAFE = 3  # most safe moves that are few
FEW = 5  # most moves that are few
MIDGAME = 20  # fewest empties for walls and greed
NAMED = 4  # most squares named in a sentence


def out_of_moves(pair: Comparison) -> Iterator[MoveReason]:
    """A side would have only moves that open a corner, but not after the other move."""
    answer, reply = pair.answer(), pair.best.answer()
    if (
        answer is not None
        and reply is not None
        and has_no_safe_move(answer.after, pair.mover)
        and safe_moves(pair.board)
        and not has_no_safe_move(reply.after, pair.mover)
        and reply.after.turn is pair.mover
    ):
        moves = tuple(answer.after.legal_moves)
        yield pair.reason(ReasonKind.OUT_OF_MOVES, "out of moves", pair.played, 1, moves)
    if (
        has_no_safe_move(pair.after_best, pair.opponent)
        and pair.after_played.turn is pair.opponent
        and not has_no_safe_move(pair.after_played, pair.opponent)
    ):
        moves = tuple(pair.after_best.legal_moves)
        yield pair.reason(ReasonKind.OUT_OF_MOVES, "out of moves missed", pair.best, 0, moves)


def has_no_safe_move(board: Board, color: Color) -> bool:
    return board.turn is color and bool(board.legal_moves) and not safe_moves(board)


def fewer_safe_moves(pair: Comparison) -> Iterator[MoveReason]:
    """The mover would have fewer safe moves at its next turn than after the best move."""
    answer, reply = pair.answer(), pair.best.answer()
    if answer is None or reply is None or not (answer.after.turn is reply.after.turn is pair.mover):
        return
    few, many = safe_moves(answer.after), safe_moves(reply.after)
    if (
        0 < len(few) <= SAFE
        and few != answer.after.legal_moves
        and len(many) - len(few) >= pair.least
    ):
        yield pair.reason(
            ReasonKind.SAFE_MOVES,
            "safe moves",
            pair.played,
            1,
            tuple(few),
            len(few),
            other=len(many),
        )


def more_moves(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent has more moves than after the best move."""
    many, few = (moves_of(board, pair.opponent) for board in (pair.after_played, pair.after_best))
    if few and _clearly(pair, len(many), len(few)):
        yield pair.reason(
            ReasonKind.MOBILITY,
            "mobility",
            pair.played,
            0,
            tuple(many - few),
            many=len(many),
            few=len(few),
        )


def fewer_moves(pair: Comparison) -> Iterator[MoveReason]:
    """The mover has fewer moves at its next turn than after the best move."""
    answer, reply = pair.answer(), pair.best.answer()
    if answer is None or reply is None or not (answer.after.turn is reply.after.turn is pair.mover):
        return
    few, many = answer.after.legal_moves, reply.after.legal_moves
    if not 0 < len(few) <= FEW or not _clearly(pair, len(many), len(few) + 1):
        return
    spared = pair.best_answered()
    if spared is None or (
        spared.turn is pair.mover and len(spared.legal_moves) - len(few) >= pair.least
    ):
        yield pair.reason(
            ReasonKind.MOBILITY,
            "few moves",
            pair.played,
            1,
            tuple(few),
            len(few),
            many=len(many),
        )


def _clearly(pair: Comparison, many: int, few: int) -> bool:
    """Return True if the first number is clearly larger, by a fifth at least."""
    return many - few >= pair.least and (pair.least == 2 or many * 5 >= few * 6)


def cannot_wait(pair: Comparison) -> Iterator[MoveReason]:
    """The best move becomes impossible by the move played or its answer, but not vice versa."""
    best, answer = pair.best.steps[0].square, pair.answer()
    made, reply = pair.played.steps[0].square, pair.best.answer()
    if made not in moves_of(pair.after_best if reply is None else reply.after, pair.mover):
        return  # neither can wait
    if best not in moves_of(pair.after_played, pair.mover):
        if pair.after_played[best] is None:
            yield pair.reason(ReasonKind.NOW_OR_NEVER, "cannot wait", pair.played, 0, (best,))
    elif (
        answer is not None
        and answer.square != best
        and best not in moves_of(answer.after, pair.mover)
    ):
        yield pair.reason(ReasonKind.NOW_OR_NEVER, "cannot wait, answered", pair.played, 1, (best,))


def opened(line: Line) -> SquareSet:
    """Return the squares that the first move of a line opens to the opponent."""
    step = line.steps[0]
    if step.passed:
        return SquareSet.from_bits(0, step.before.size)
    return step.after.legal_moves - step.before.opponent_moves


def quiet(pair: Comparison) -> Iterator[MoveReason]:
    """The move played opens squares to the opponent; the best move opens none, or fewer."""
    squares, few = opened(pair.played), opened(pair.best)
    if not few and 0 < len(squares) <= NAMED and not pair.best.steps[0].passed:
        yield pair.reason(
            ReasonKind.QUIET,
            "quiet",
            pair.played,
            0,
            tuple(squares),
            squares=listed(squares.names),
        )
    elif len(squares) - len(few) >= pair.least:
        yield pair.reason(
            ReasonKind.OPENS,
            "loud",
            pair.played,
            0,
            tuple(squares),
            many=len(squares),
            few=len(few),
        )


def opens(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent's answer is impossible after the best move."""
    answer, best = pair.answer(), pair.best.steps[0].square
    if answer is None or answer.square in (best, *moves_of(pair.after_best, pair.opponent)):
        return
    claim = "takes away" if answer.square in pair.board.opponent_moves else "opens"
    yield pair.reason(ReasonKind.OPENS, claim, pair.played, 1, (answer.square,))


def wall(pair: Comparison) -> Iterator[MoveReason]:
    """The move played gives the mover more frontier discs, and the opponent more moves."""
    made, other = pair.after_played, pair.after_best
    if len(pair.board.empties) < MIDGAME:
        return
    own, less = (frontier(board, discs_of(board, pair.mover)) for board in (made, other))
    moves, fewer = (len(moves_of(board, pair.opponent)) for board in (made, other))
    if len(own) - len(less) >= pair.least and moves > fewer:
        yield pair.reason(
            ReasonKind.WALL,
            "wall",
            pair.played,
            0,
            tuple(own - less),
            many=len(own),
            other=len(less),
        )


def greedy(pair: Comparison) -> Iterator[MoveReason]:
    """The move played flips many more discs than the best move, long before the end."""
    many, few = pair.played.steps[0].flips, pair.best.steps[0].flips
    if len(pair.board.empties) >= MIDGAME and many - few > pair.least:
        flipped = tuple(pair.board.flips(pair.played.steps[0].square))
        yield pair.reason(ReasonKind.WALL, "greedy", pair.played, 0, flipped, many=many, few=few)


def key_square(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent would play on the square of the best move."""
    best, answer = pair.best.steps[0].square, pair.answer()
    if answer is not None and answer.square == best:
        yield pair.reason(ReasonKind.TEMPO, "key square", pair.played, 1, (best,))


def could_wait(pair: Comparison) -> Iterator[MoveReason]:
    """The best square is open to both sides; the square played is open to the mover only."""
    made, best = pair.played.steps[0].square, pair.best.steps[0].square
    theirs = moves_of(pair.after_best, pair.opponent) | pair.board.opponent_moves
    if best not in pair.board.opponent_moves or made in theirs:
        return
    if best in moves_of(pair.after_played, pair.opponent) and made in moves_of(
        pair.after_best, pair.mover
    ):
        yield pair.reason(ReasonKind.COULD_WAIT, "could wait", pair.played, 0, (made, best))

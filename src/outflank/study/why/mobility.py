"""Moves as a stock that runs out: safe moves, quiet moves, walls, tempo."""

from collections.abc import Iterator

from outflank.board import Board, Color, SquareSet, listed
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import discs_of, frontier, moves_of, safe_moves

MORE = 3  # moves more or less that are worth a sentence
MORE_LATER = 4  # the same some moves later
SOON = 8  # moves ahead that numbers of moves are compared
SAFE_SOON = 12  # the same for safe moves, which run out more slowly
CHOICES = 6  # moves more or less in all, over the same number of turns
FRONTIER = 3  # discs more beside empty squares
WALLS = 20  # empties from which on nobody speaks of walls any more
TEMPO = 5  # moves ahead within which a square left alone is taken
RESERVE = 4  # moves more in reserve, one's own less the other's
STILL = 3  # the same two moves later, so that it is no matter of one move
RESERVE_SOON = 6  # moves ahead that reserves are compared
NEVER = 3  # turns for which a move that does not wait cannot be played


def out_of_moves(pair: Comparison) -> Iterator[MoveReason]:
    """A side has only moves left that open a corner, in the one line and not in the other."""
    sides = pair.either("out of moves", "out of moves missed", pair.mover)
    for name, line, other, color in sides:
        if color is pair.mover and not safe_moves(pair.board):
            continue  # it had run out before
        at = _first_without(line, color)
        if at is None or at >= len(other.steps):
            continue
        spared = _first_without(other, color)
        if spared is not None and spared <= at:
            continue
        moves = line.steps[at].after.legal_moves
        sentence = pair.say(name if at else f"{name} now", at, squares=listed(moves.names))
        yield pair.reason(ReasonKind.OUT_OF_MOVES, line, at, sentence, tuple(moves))


def _first_without(line: Line, color: Color) -> int | None:
    """The move after which a side is to move and has no safe move, though it has moves."""
    for at, step in enumerate(line.steps):
        after = step.after
        if after.turn is color and after.legal_moves and not safe_moves(after):
            return at
    return None


def fewer_safe_moves(pair: Comparison) -> Iterator[MoveReason]:
    """The mover has fewer safe moves some moves later than it would have had."""
    for at in range(1, min(pair.together, SAFE_SOON)):
        made, other = pair.played.steps[at].after, pair.best.steps[at].after
        if not made.turn is other.turn is pair.mover or not made.legal_moves:
            continue
        few, many = safe_moves(made), safe_moves(other)
        if not few or len(many) - len(few) < MORE or len(few) * 2 > len(many):
            continue
        if few == made.legal_moves and many == other.legal_moves:
            continue  # no corner is near: these are moves like any others
        sentence = pair.say("safe moves", at, few=len(few), other=len(many))
        yield pair.reason(ReasonKind.SAFE_MOVES, pair.played, at, sentence, tuple(few))
        return


def more_moves(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent has more moves than after the best move."""
    for at in range(min(pair.together, SOON)):
        made, other = pair.played.steps[at].after, pair.best.steps[at].after
        if not made.turn is other.turn is pair.opponent or not other.legal_moves:
            continue
        many, few = len(made.legal_moves), len(other.legal_moves)
        if many - few < (MORE_LATER if at else MORE) or not _clearly(many, few):
            continue
        name, count = ("mobility later", at) if at else ("mobility", many)
        sentence = pair.say(name, count, many=many, other=few)
        squares = tuple(made.legal_moves - other.legal_moves)
        yield pair.reason(ReasonKind.MOBILITY, pair.played, at, sentence, squares, since=-1)
        return


def fewer_moves(pair: Comparison) -> Iterator[MoveReason]:
    """The mover has fewer moves at one of its next turns than it would have had."""
    for at in range(1, min(pair.together, SOON)):
        made, other = pair.played.steps[at].after, pair.best.steps[at].after
        if not made.turn is other.turn is pair.mover or not made.legal_moves:
            continue
        few, many = len(made.legal_moves), len(other.legal_moves)
        if many - few < (MORE_LATER if at > 1 else MORE) or many * 2 < few * 3:
            continue
        sentence = pair.say("fewer moves", at, few=few, other=many)
        squares = tuple(other.legal_moves - made.legal_moves)
        yield pair.reason(ReasonKind.MOBILITY, pair.played, at, sentence, squares, since=-1)
        return


def reserve(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent has more squares to itself, less the mover's, and keeps them for a while."""
    for at in range(1, min(pair.together - 2, RESERVE_SOON)):
        if _ahead(pair, at) < RESERVE or _ahead(pair, at + 2) < STILL:
            continue
        made, other = pair.played.steps[at].after, pair.best.steps[at].after
        theirs, less = (_alone(board, pair.opponent) for board in (made, other))
        few, own = (_alone(board, pair.mover) for board in (made, other))
        counts = {"many": len(theirs), "few": len(few), "other": len(less), "own": len(own)}
        sentence = pair.say("reserve", at, **counts)
        squares = tuple(theirs - less) or tuple(own - few)
        yield pair.reason(ReasonKind.RESERVE, pair.played, at, sentence, squares, since=-1)
        return


def _ahead(pair: Comparison, at: int) -> int:
    """How many moves more in reserve the opponent has in the one line than in the other."""
    made, other = (
        len(_alone(line.steps[at].after, pair.opponent))
        - len(_alone(line.steps[at].after, pair.mover))
        for line in (pair.played, pair.best)
    )
    return made - other


def _alone(board: Board, color: Color) -> SquareSet:
    """The squares where a side can play and the other cannot."""
    return moves_of(board, color) - moves_of(board, color.opponent)


def now_or_never(pair: Comparison) -> Iterator[MoveReason]:
    """The best move cannot be played any more, for the mover's next turns."""
    best, answer = pair.best.steps[0].square, pair.played.steps[1:2]
    turns = [step.after for step in pair.played.steps[1:] if step.after.turn is pair.mover]
    if not answer or answer[0].color is pair.mover or len(turns) < NEVER:
        return
    if any(best in board.legal_moves or board[best] is not None for board in turns[:NEVER]):
        return
    own = best not in moves_of(pair.played.steps[0].after, pair.mover)
    name = "closed by itself" if own else "closed by the answer"
    sentence = pair.say(name, NEVER, answer=pair.square(answer[0].square))
    yield pair.reason(ReasonKind.NOW_OR_NEVER, pair.played, 1, sentence, (best,), since=-1)


def _clearly(many: int, few: int) -> bool:
    """Whether the one number is larger by a third or more: less nobody feels at the board."""
    return many * 3 >= few * 4


def freedom(pair: Comparison) -> Iterator[MoveReason]:
    """Over the next turns a side has fewer moves to choose from in all, or the other more."""
    if pair.together < SOON:
        return
    for name, color in (("fewer choices", pair.mover), ("more choices", pair.opponent)):
        made, other = (
            [step.after.legal_moves for step in line.steps[:SOON] if step.after.turn is color]
            for line in (pair.played, pair.best)
        )
        low, high = (made, other) if color is pair.mover else (other, made)
        few, many = sum(map(len, low)), sum(map(len, high))
        if len(made) != len(other) or many - few < CHOICES or not _clearly(many, few):
            continue
        now, best = (few, many) if low is made else (many, few)
        sentence = pair.say(name, len(made), made=now, other=best)
        squares = {square for moves in high for square in moves}
        squares -= {square for moves in low for square in moves}
        squares |= {pair.played.steps[0].square}
        yield pair.reason(ReasonKind.FREEDOM, pair.played, SOON - 1, sentence, squares, since=-1)


def opened(line: Line) -> SquareSet:
    """The squares that the first move of a line opens: its opponent could not play there before."""
    step = line.steps[0]
    if step.passed:
        return SquareSet.from_bits(0, step.before.size)
    return step.after.legal_moves - step.before.opponent_moves


def quiet(pair: Comparison) -> Iterator[MoveReason]:
    """The best move opens nothing to the opponent, and the move played does."""
    squares = opened(pair.played)
    if opened(pair.best) or not squares or len(pair.played.steps) < 2:
        return
    answer = pair.played.steps[1].square
    used = answer in squares
    if not used and len(squares) < MORE:
        return
    name = "quiet used" if used else "quiet"
    sentence = pair.say(name, squares=listed(squares.names), answer=pair.square(answer))
    yield pair.reason(ReasonKind.QUIET, pair.played, 1 if used else 0, sentence, tuple(squares))


def louder(pair: Comparison) -> Iterator[MoveReason]:
    """Both moves open squares to the opponent, the one played several more."""
    squares, few = opened(pair.played), opened(pair.best)
    if not few or len(squares) - len(few) < MORE:
        return
    sentence = pair.say(
        "louder", len(squares), squares=listed(squares.names), few=listed(few.names)
    )
    yield pair.reason(ReasonKind.OPENS, pair.played, 0, sentence, tuple(squares))


def opens(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent answers where it could not play, but for the move; or could not, after the best.

    So the move played opens a square, or the best one closes one.
    """
    if len(pair.played.steps) < 2 or pair.played.steps[0].passed:
        return
    answer = pair.played.steps[1].square
    best = pair.best.steps[0]
    if answer == best.square or answer in (
        best.after.opponent_moves if best.passed else best.after.legal_moves
    ):
        return
    name = "closes" if answer in pair.board.opponent_moves else "opens"
    sentence = pair.say(name, answer=pair.square(answer))
    yield pair.reason(ReasonKind.OPENS, pair.played, 1, sentence, (answer,))


def wall(pair: Comparison) -> Iterator[MoveReason]:
    """The move played leaves more of the mover's discs outside, and the opponent more moves."""
    made, other = pair.played.steps[0], pair.best.steps[0]
    if made.passed or other.passed or len(pair.board.empties) < WALLS:
        return
    own, less = (frontier(step.after, discs_of(step.after, pair.mover)) for step in (made, other))
    moves, fewer = len(made.after.legal_moves), len(other.after.legal_moves)
    if len(own) - len(less) < FRONTIER or moves <= fewer:
        return
    sentence = pair.say("wall", many=len(own), moves=moves, other=len(less), own=fewer)
    yield pair.reason(ReasonKind.WALL, pair.played, 0, sentence, tuple(own - less))


def tempo(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent soon plays where the best move would have been."""
    best = pair.best.steps[0].square
    for at, step in enumerate(pair.played.steps[: TEMPO + 1]):
        if step.square == best and step.color is pair.opponent:
            sentence = pair.say("tempo", at, square=pair.square(best))
            yield pair.reason(ReasonKind.TEMPO, pair.played, at, sentence, (best,), since=-1)

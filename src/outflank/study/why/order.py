"""The order of moves: what could have waited, which squares change hands, whose discs they are."""

from collections.abc import Iterator

from outflank.board import Color, Square, listed
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import corners, discs_of, moves_of

SOON = 8  # moves within which a square that changes hands is spoken of
NAMED = 6  # discs that are named in a sentence


def could_wait(pair: Comparison) -> Iterator[MoveReason]:
    """The mover gets both squares if it plays the best one first, and one of them as it was."""
    made, best = pair.played.steps[0].square, pair.best.steps[0].square
    at = _when(pair.best, pair.mover).get(made)
    if at is None or best in _when(pair.played, pair.mover):
        return
    closed = all(made not in moves_of(step.after, pair.opponent) for step in pair.best.steps[:at])
    name = "could wait" if closed else "both squares"
    sentence = pair.say(name, at)
    yield pair.reason(ReasonKind.COULD_WAIT, pair.best, at, sentence, (made, best), since=-1)


def open_to_both(pair: Comparison) -> Iterator[MoveReason]:
    """The best square is open to both sides, and the one played to the mover alone: it keeps."""
    made, best = pair.played.steps[0], pair.best.steps[0]
    if best.passed or best.square not in pair.board.opponent_moves:
        return
    closed = made.square not in pair.board.opponent_moves | best.after.legal_moves
    if closed and made.square in best.after.opponent_moves:
        sentence = pair.say("open to both")
        squares = (made.square, best.square)
        yield pair.reason(ReasonKind.COULD_WAIT, pair.played, 0, sentence, squares)


def exchange(pair: Comparison) -> Iterator[MoveReason]:
    """The mover plays the best move all the same, after its move was answered."""
    best, moves = pair.best.steps[0].square, pair.played.steps[1:3]
    if [step.color for step in moves] != [pair.opponent, pair.mover] or moves[1].square != best:
        return
    answer = moves[0].square
    sentence = pair.say("exchange", answer=pair.square(answer))
    yield pair.reason(ReasonKind.EXCHANGE, pair.played, 2, sentence, (answer, best), since=-1)


def square_lost(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent soon plays where the mover would have played, had it begun with the best."""
    theirs, own = _when(pair.played, pair.opponent), _when(pair.best, pair.mover)
    best = pair.best.steps[0].square
    for square, at in theirs.items():
        then = own.get(square, SOON + 1)
        if square == best or square in corners(pair.board.size) or max(at, then) > SOON:
            continue
        sentence = pair.say("square lost", at, than=then, square=pair.square(square))
        yield pair.reason(ReasonKind.SQUARE_LOST, pair.played, at, sentence, (square,), since=-1)


def prepares(pair: Comparison) -> Iterator[MoveReason]:
    """The best move opens a square to its own side, which soon plays there."""
    for at, step in enumerate(pair.best.steps[: SOON + 1]):
        if at == 0 or step.color is not pair.mover:
            continue
        square = step.square
        made = pair.played.steps[: at + 1]
        if square in moves_of(pair.board, pair.mover) or len(made) <= at:
            continue
        if any(
            square in moves_of(each.after, pair.mover) or each.square == square for each in made
        ):
            continue
        if not all(square in moves_of(each.after, pair.mover) for each in pair.best.steps[:at]):
            continue
        sentence = pair.say("prepares", at, square=pair.square(square))
        yield pair.reason(ReasonKind.PREPARES, pair.best, at, sentence, (square,), since=-1)
        return


def last_discs(pair: Comparison) -> Iterator[MoveReason]:
    """Lines to the end of the game that differ in few discs, all of them the opponent's."""
    if not pair.certain:
        return
    made, other = (line.steps[-1].after for line in (pair.played, pair.best))
    lost = discs_of(made, pair.opponent) & discs_of(other, pair.mover)
    won = discs_of(made, pair.mover) & discs_of(other, pair.opponent)
    if won or made.empties != other.empties or not 0 < len(lost) <= NAMED:
        return
    at = len(pair.played.steps) - 1
    sentence = pair.say("last discs", squares=listed(lost.names))
    yield pair.reason(ReasonKind.LAST_DISCS, pair.played, at, sentence, tuple(lost), since=-1)


def _when(line: Line, color: Color) -> dict[Square, int]:
    """Where a side plays in a line, and with which of its moves."""
    return {step.square: at for at, step in enumerate(line.steps) if step.color is color}

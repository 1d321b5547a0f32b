"""A corner falls: to the opponent after the move played, or to the mover after the best one."""

from collections.abc import Iterator

from outflank.board import Color, Square
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import corners, moves_of

RETURN = 6  # moves within which another corner is one in return


def corner_given(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent takes a corner in the line of the move played, and not in the best one.

    It does not hold where the mover soon has as many corners more in return: that is a sacrifice.
    """
    for corner, at in _taken(pair.played, pair.opponent).items():
        if corner in _taken(pair.best, pair.opponent) or _returned(pair, at):
            continue
        opened = _opened(pair.played, corner, at)
        step = pair.played.steps[opened]
        if corner in _taken(pair.best, pair.mover):
            text = "corner changes hands"
        elif (
            opened == 0
            and at == 1
            and corner not in moves_of(pair.board, pair.opponent)
            and corner not in moves_of(pair.best.steps[0].after, pair.opponent)
        ):
            text = "corner given at once"
        elif opened == 0 and corner in moves_of(pair.board, pair.opponent):
            text = "corner left"
        else:
            text = "corner reached" if step.color is pair.opponent else "corner given"
        square, opener = pair.square(corner), pair.square(step.square)
        sentence = pair.say(text, at, corner=square, who=step.color, opener=opener)
        squares = (corner, step.square)
        yield pair.reason(ReasonKind.CORNER_GIVEN, pair.played, at, sentence, squares)


def corner_missed(pair: Comparison) -> Iterator[MoveReason]:
    """The mover takes a corner in the best line, and not in that of the move played."""
    for corner, at in _taken(pair.best, pair.mover).items():
        if corner in _taken(pair.played, pair.mover) or _returned(pair, at):
            continue
        name = "corner missed" if at else "corner missed now"
        sentence = pair.say(name, at, corner=pair.square(corner))
        yield pair.reason(ReasonKind.CORNER_MISSED, pair.best, at, sentence, (corner,))


def _taken(line: Line, color: Color) -> dict[Square, int]:
    """The corners that a side takes in a line, and with which of its moves."""
    return {
        step.square: at
        for at, step in enumerate(line.steps)
        if step.color is color and step.square in corners(step.before.size)
    }


def _returned(pair: Comparison, at: int) -> bool:
    """Whether the mover has no fewer corners, less the opponent's, both soon and in the end."""

    def balance(line: Line, until: int) -> int:
        steps = line.steps[: min(until, pair.together)]
        taken = [step.color for step in steps if step.square in corners(pair.board.size)]
        return taken.count(pair.mover) - taken.count(pair.opponent)

    return all(
        balance(pair.played, until) >= balance(pair.best, until)
        for until in (at + RETURN + 1, pair.together)
    )


def _opened(line: Line, corner: Square, at: int) -> int:
    """The move after which the corner could be taken at every turn until it was."""
    color = line.steps[at].color
    opened = at - 1
    while opened > 0 and corner in moves_of(line.steps[opened - 1].after, color):
        opened -= 1
    return opened

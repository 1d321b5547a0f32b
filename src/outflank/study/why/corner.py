"""A corner falls: to the opponent after the move played, or to the mover after the best one."""

from collections.abc import Iterator

from outflank.board import Color, Square
from outflank.study.why.lines import Comparison, Line
from outflank.study.why.reason import Kind, Reason
from outflank.study.why.shapes import corners, moves_of
from outflank.study.words import moves_later, say


def corner_given(pair: Comparison) -> Iterator[Reason]:
    """The opponent takes a corner in the line of the move played, and not in the best one.

    It does not hold where the mover gets as many corners more in return: that is a sacrifice.
    """
    if _balance(pair, pair.played) >= _balance(pair, pair.best):
        return
    for corner, at in _taken(pair.played, pair.opponent).items():
        if corner in _taken(pair.best, pair.opponent):
            continue
        names = {**pair.words, "corner": pair.square(corner), "later": moves_later(at)}
        opened = _opened(pair.played, corner, at)
        if corner in _taken(pair.best, pair.mover):
            sentence = say("corner changes hands", **names)
        elif (
            opened == 0
            and at == 1
            and corner not in moves_of(pair.board, pair.opponent)
            and corner not in moves_of(pair.best.steps[0].after, pair.opponent)
        ):
            sentence = say("corner given at once", **names)
        elif opened == 0 and corner in moves_of(pair.board, pair.opponent):
            sentence = say("corner left", **names)
        else:
            step = pair.played.steps[opened]
            opener = {"who": str(step.color), "opener": pair.square(step.square)}
            sentence = say("corner given", **opener, **names)
        squares = (corner, pair.played.steps[opened].square)
        yield pair.reason(Kind.CORNER_GIVEN, pair.played, at, sentence, squares)


def corner_missed(pair: Comparison) -> Iterator[Reason]:
    """The mover takes a corner in the best line, and not in that of the move played."""
    if _balance(pair, pair.played) >= _balance(pair, pair.best):
        return
    for corner, at in _taken(pair.best, pair.mover).items():
        if corner in _taken(pair.played, pair.mover):
            continue
        names = {**pair.words, "corner": pair.square(corner), "later": moves_later(at)}
        sentence = say("corner missed now" if at == 0 else "corner missed", **names)
        yield pair.reason(Kind.CORNER_MISSED, pair.best, at, sentence, (corner,))


def _taken(line: Line, color: Color) -> dict[Square, int]:
    """The corners that a side takes in a line, and with which of its moves."""
    return {
        step.square: at
        for at, step in enumerate(line.steps)
        if step.color is color and step.square in corners(step.before.size)
    }


def _balance(pair: Comparison, line: Line) -> int:
    """How many corners more the mover takes than the opponent."""
    steps = line.steps[: pair.together]
    taken = [step.color for step in steps if step.square in corners(pair.board.size)]
    return taken.count(pair.mover) - taken.count(pair.opponent)


def _opened(line: Line, corner: Square, at: int) -> int:
    """The move after which the corner could be taken at every turn until it was."""
    color = line.steps[at].color
    opened = at - 1
    while opened > 0 and corner in moves_of(line.steps[opened - 1].after, color):
        opened -= 1
    return opened

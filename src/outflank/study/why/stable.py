"""Discs that nobody can turn any more: how many more the opponent gets."""

from collections.abc import Iterator

from outflank.board import counted
from outflank.study.why.lines import Comparison
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import stable_discs
from outflank.study.words import say, some_moves_later

MORE = 4  # discs more that are worth a sentence
FEW = 3  # empties below which nearly everything is stable


def stable(pair: Comparison) -> Iterator[MoveReason]:
    """The opponent's stable discs, less the mover's, are more than after the best move."""
    for at in range(1, pair.together):
        made, other = pair.played.steps[at].after, pair.best.steps[at].after
        if len(made.empties) < FEW:
            return
        theirs, few = stable_discs(made, pair.opponent), stable_discs(made, pair.mover)
        less, own = stable_discs(other, pair.opponent), stable_discs(other, pair.mover)
        if (len(theirs) - len(few)) - (len(less) - len(own)) < MORE or len(theirs) <= len(less):
            continue
        sentence = say(
            "stable",
            later=some_moves_later(at),
            many=counted(len(theirs), "disc"),
            few=str(len(few)),
            other=str(len(less)),
            own=str(len(own)),
            **pair.words,
        )
        yield pair.reason(ReasonKind.STABLE, pair.played, at, sentence, tuple(theirs - less))
        return

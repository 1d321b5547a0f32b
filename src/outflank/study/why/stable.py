"""Discs that nobody can turn any more: how many more the opponent gets."""

from collections.abc import Iterator

from outflank.study.why.lines import Comparison
from outflank.study.why.reason import MoveReason, ReasonKind
from outflank.study.why.shapes import stable_discs

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
        counts = {"many": len(theirs), "few": len(few), "other": len(less), "own": len(own)}
        sentence = pair.say("stable", at, **counts)
        yield pair.reason(ReasonKind.STABLE, pair.played, at, sentence, tuple(theirs - less))
        return

"""What a loss of discs means: nothing, an inaccuracy, a mistake, or a blunder."""

from enum import Enum

from outflank.translation import N_

INACCURACY = 3  # discs lost; below that an estimate says nothing
MISTAKE = 6
CLEAR = 2  # discs; an estimate nearer to zero does not say who wins


class Judgement(Enum):
    """How bad a move was. The value is what it is called."""

    FINE = N_("fine")
    INACCURACY = N_("inaccuracy")
    MISTAKE = N_("mistake")
    BLUNDER = N_("blunder")

    @property
    def mark(self) -> str:
        """The sign after the move, as in annotated games."""
        return {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}.get(self.value, "")

    @property
    def is_listed(self) -> bool:
        """Whether the move stands in the list of errors, the one that practice uses too."""
        return self is not Judgement.FINE


def judge(best: float, played: float, *, exact: bool) -> Judgement:
    """The judgement of a move that is worth ``played`` where ``best`` was possible.

    Both in discs from the mover's view. A move that turns a win into a draw or a loss, or a draw
    into a loss, is a blunder whatever its size; where the numbers are estimates, a win and a loss
    must both be clear.

    >>> judge(2, -2, exact=True).value, judge(40, 32, exact=True).value
    ('blunder', 'mistake')
    >>> judge(1, -1, exact=False).value
    'fine'
    """
    loss = best - played
    if loss <= 0:
        return Judgement.FINE
    clear = exact or (best >= CLEAR and played <= -CLEAR)
    if clear and flips_result(best, played):
        return Judgement.BLUNDER
    if loss >= MISTAKE:
        return Judgement.MISTAKE
    return Judgement.INACCURACY if loss >= INACCURACY else Judgement.FINE


def flips_result(best: float, played: float) -> bool:
    """Whether a win became a draw or a loss, or a draw a loss."""
    return _sign(best) > _sign(played)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)

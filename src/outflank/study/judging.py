"""Judge a loss of discs: fine, an inaccuracy, a mistake or a blunder."""

from enum import Enum

from outflank.translation import N_, _

INACCURACY = 3  # discs lost; smaller estimates are noise
MISTAKE = 6
BLUNDER = 12


class Judgement(Enum):
    """The severity of an error; the value is its name."""

    FINE = N_("fine")
    INACCURACY = N_("inaccuracy")
    MISTAKE = N_("mistake")
    BLUNDER = N_("blunder")

    @property
    def mark(self) -> str:
        """The annotation symbol after the move."""
        return {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}.get(self.value, "")

    @property
    def is_listed(self) -> bool:
        """True if the move appears in the list of errors, which practice uses, too."""
        return self is not Judgement.FINE


def judge(best: float, played: float, *, exact: bool) -> Judgement:
    """Judge a move that scores ``played`` when ``best`` was possible.

    Both are in discs for the mover. The discs lost decide, except that giving away a proven win or
    draw is a blunder of any size.

    >>> judge(2, -2, exact=True).value, judge(40, 32, exact=True).value
    ('blunder', 'mistake')
    >>> judge(2, -2, exact=False).value
    'inaccuracy'
    """
    loss = best - played
    if loss <= 0:
        return Judgement.FINE
    if loss >= BLUNDER or (exact and flips_result(best, played)):
        return Judgement.BLUNDER
    if loss >= MISTAKE:
        return Judgement.MISTAKE
    return Judgement.INACCURACY if loss >= INACCURACY else Judgement.FINE


def rule() -> str:
    """Return the rule of ``judge`` in words, to be shown beside its names.

    >>> print(rule())
    Inaccuracies lose 3 to 5 discs, mistakes 6 to 11, blunders 12 or more or a proven win or draw.
    """
    return _(
        "Inaccuracies lose {inaccuracy} to {below} discs, mistakes {mistake} to {most}, blunders "
        "{blunder} or more or a proven win or draw.",
        inaccuracy=INACCURACY,
        below=MISTAKE - 1,
        mistake=MISTAKE,
        most=BLUNDER - 1,
        blunder=BLUNDER,
    )


def flips_result(best: float, played: float) -> bool:
    """Return True if a win became a draw or a loss, or a draw a loss."""
    return _sign(best) > _sign(played)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)

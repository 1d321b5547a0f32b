"""Controlled mistakes: how a strong judge of moves becomes an opponent that can be beaten.

For every move it is drawn how many discs to give away, never more than a largest number; then a
move is played that loses at least half of that and no more, or, where there is none, the worst that
loses less. So no mistake is absurd, and what a player gives away over a game can be set as finely
as one likes. Weak players err at nearly every move: what is given away is the largest of three
draws, so that a small largest mistake is enough.
"""

from collections.abc import Mapping
from itertools import pairwise
from random import Random

from outflank.board import Square

DRAWS = 3


def chances(scores: Mapping[Square, int], largest: float) -> dict[Square, float]:
    """How likely each move is for somebody who gives away at most so many discs in a move.

    >>> chances({19: 4, 26: 4, 37: -30}, largest=6)
    {19: 0.5, 26: 0.5}
    """
    best = max(scores.values())
    losses = {move: best - score for move, score in sorted(scores.items())}
    # Between two of these numbers it does not matter how much exactly was drawn.
    steps = {float(times * loss) for loss in losses.values() for times in (1, 2)}
    edges = sorted({0.0, largest, *(step for step in steps if step < largest)})
    likely: dict[Square, float] = {}
    for low, high in pairwise(edges):
        moves = _moves(losses, (low + high) / 2)
        share = ((high / largest) ** DRAWS - (low / largest) ** DRAWS) / len(moves)
        for move in moves:
            likely[move] = likely.get(move, 0.0) + share
    return likely


def draw(scores: Mapping[Square, int], largest: float, random: Random) -> Square:
    """A move that gives away no more than the largest mistake."""
    likely = chances(scores, largest)
    return random.choices(list(likely), list(likely.values()))[0]


def _moves(losses: Mapping[Square, int], lost: float) -> list[Square]:
    """The moves that lose about so much: from half of it up to it, or the next below."""
    worst = max(loss for loss in losses.values() if loss <= lost)
    return [move for move, loss in losses.items() if min(lost / 2, worst) <= loss <= lost]

"""Rate one player against the opponents of the published ladder, whose ratings are fixed."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from outflank.arena.ladder import UNKNOWN_ELO
from outflank.arena.statistics.elo import Estimate, Pentanomial, expected_score
from outflank.players import Rating

NORMAL = 1.96  # standard errors of a 95 % interval
FARTHEST = 4000.0
SLOWEST = 0.1  # seconds per move of an opponent, so that the time is spent on games


@dataclass(frozen=True)
class Block:
    """The pairs of games against one opponent."""

    opponent: str
    pairs: Pentanomial

    @property
    def games(self) -> int:
        return 2 * self.pairs.pairs

    @property
    def points(self) -> float:
        return self.pairs.score * self.games


def rating(blocks: Sequence[Block], known: Mapping[str, Rating]) -> Estimate:
    """Return the most likely rating with its 95 % interval.

    The interval is that of the games; ``scale_error`` is the error of the opponents' own ratings.
    One imagined draw against the last opponent keeps it finite after only wins or losses.
    """
    played = [(known[one.opponent].elo, one.games, one.points) for one in blocks]
    if sum(points for _elo, _games, points in played) in (
        0,
        sum(games for _elo, games, _points in played),
    ):
        played.append((played[-1][0], 1, 0.5))
    low, high = -FARTHEST, FARTHEST
    while high - low > 0.01:
        middle = (low + high) / 2
        surplus = sum(
            points - games * expected_score(middle - elo) for elo, games, points in played
        )
        low, high = (middle, high) if surplus > 0 else (low, middle)
    value = (low + high) / 2
    expected = [expected_score(value - elo) for elo, _games, _points in played]
    slope = sum(
        games * score * (1 - score) * math.log(10) / 400
        for (_elo, games, _points), score in zip(played, expected, strict=True)
    )
    spread = sum(
        count * (points / 2 - 2 * expected_score(value - known[one.opponent].elo)) ** 2
        for one in blocks
        for points, count in enumerate(one.pairs.counts)
    )
    # At least the spread of independent games, since few pairs may happen to be alike.
    least = sum(
        games * score * (1 - score) / 2
        for (_elo, games, _points), score in zip(played, expected, strict=True)
    )
    error = NORMAL * math.sqrt(max(spread, least)) / slope
    return Estimate(value, value - error, value + error)


def scale_error(blocks: Sequence[Block], known: Mapping[str, Rating]) -> float:
    """Return the mean error of the opponents' ratings, which have a common part."""
    games = sum(one.games for one in blocks)
    return sum(known[one.opponent].error * one.games for one in blocks) / games


def next_opponent(blocks: Sequence[Block], known: Mapping[str, Rating]) -> str:
    """Return the quick opponent whose rating is nearest, preferring those met less often."""
    value = rating(blocks, known).value if blocks else UNKNOWN_ELO
    met = {name: sum(one.opponent == name for one in blocks) for name in known}
    quick = [name for name, one in known.items() if one.seconds <= SLOWEST]
    return min(quick, key=lambda name: (abs(known[name].elo - value) + 60 * met[name], name))

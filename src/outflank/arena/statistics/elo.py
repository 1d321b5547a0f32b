"""Elo differences between two players, with error bars.

Every opening is played twice with colors swapped, so the unit of measurement is the *pair* of
games. A pair yields 0, ½, 1, 1½ or 2 points; the count of each is the pentanomial. It gives tighter
bounds than wins, draws and losses: if an opening is lost for Black, each player loses one game of
the pair, and the pair correctly scores as even.

The formulas follow Michel Van den Bergh's notes on normalized Elo
(https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, pvariance

from outflank.translation import _

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # points per game for each pair outcome
CONFIDENCE = 0.95  # coverage of error bars in all reports
SIGMAS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # 1.96
NORMALIZED_SCALE = 800 / math.log(10)  # normalized Elo of one standard deviation per game


def expected_score(elo: float) -> float:
    """Return the expected score per game, from 0 to 1, for an Elo advantage.

    >>> round(expected_score(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """Return the Elo difference for a score per game; infinite for 0 and 1.

    >>> round(elo_of_score(0.75))
    191
    """
    if score <= 0:
        return -math.inf
    if score >= 1:
        return math.inf
    return 400 * math.log10(score / (1 - score))


@dataclass(frozen=True)
class Estimate:
    """A number with its error bar (95 %)."""

    value: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the length of the error bar, to be printed as ±."""
        return (self.high - self.low) / 2

    @property
    def is_clear_of_zero(self) -> bool:
        """True if the error bar excludes zero."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        if math.isinf(self.value):
            bound = self.low if self.value > 0 else self.high
            if math.isinf(bound) or (bound > 0) is not (self.value > 0):
                return _("too few games")
            return f"{'>' if self.value > 0 else '<'} {bound:+z.0f}"
        if math.isinf(self.low) and math.isinf(self.high):
            return f"{self.value:+z.1f} ± ∞"
        above, below = self.high - self.value, self.value - self.low
        if max(above, below) > 1.25 * min(above, below):  # too asymmetric for a ±
            low, high = _bound(self.low), _bound(self.high)
            return _("{value:+z.1f} ({low} to {high})", value=self.value, low=low, high=high)
        return f"{self.value:+z.1f} ± {self.error:.1f}"


def _bound(value: float) -> str:
    return f"{value:+z.0f}".replace("inf", "∞")


@dataclass(frozen=True)
class PairResult:
    """The points of two players in `games` games from one opening (two, or one if incomplete)."""

    first: str
    second: str
    points: float  # of the first player
    games: int = 2
    times: int = 1  # how often this result occurred


@dataclass(frozen=True)
class Ratings:
    """The ratings of all players, best first."""

    of: Mapping[str, Estimate]
    imagined: float  # imagined draws added per pairing, 0 if none were needed

    def ranking(self) -> list[str]:
        """The players from best to worst."""
        return sorted(self.of, key=lambda name: (-self.of[name].value, name))


@dataclass(frozen=True)
class Pentanomial:
    """The number of game pairs with 0, ½, 1, 1½ and 2 points for the first player."""

    counts: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    @classmethod
    def of_pairs(cls, points: Iterable[float]) -> "Pentanomial":
        """Count pairs given as points out of two: 0, 0.5, 1, 1.5 or 2."""
        counts = [0, 0, 0, 0, 0]
        for value in points:
            counts[round(value * 2)] += 1
        return cls((counts[0], counts[1], counts[2], counts[3], counts[4]))

    @property
    def pairs(self) -> int:
        return sum(self.counts)

    @property
    def score(self) -> float:
        """Points per game, from 0 to 1; ½ without games."""
        if not self.pairs:
            return 0.5
        return sum(map(_times, self.counts, PAIR_SCORES)) / self.pairs

    @property
    def variance(self) -> float:
        """The variance of a pair's points per game."""
        if not self.pairs:
            return 0.0
        mean = self.score
        spread = sum(n * (s - mean) ** 2 for n, s in zip(self.counts, PAIR_SCORES, strict=True))
        return spread / self.pairs

    @property
    def reversed(self) -> "Pentanomial":
        """Return the same pairs from the other player's view."""
        a, b, c, d, e = self.counts
        return Pentanomial((e, d, c, b, a))

    def score_interval(self) -> Estimate:
        """Return the points per game with error bar.

        If all pairs ended alike, the sample variance is zero. The error bar then uses the rule of
        three: with 95 % confidence an event never seen in n pairs has a frequency below 3/n, and
        each such pair could lose all its points.
        """
        n, mean = self.pairs, self.score
        if n == 0:
            return Estimate(0.5, 0.0, 1.0)
        if self.variance == 0:
            slack = min(1.0, 3 / n)
            return Estimate(mean, max(0.0, mean - slack), min(1.0, mean + slack))
        margin = SIGMAS * math.sqrt(self.variance / n)
        return Estimate(mean, max(0.0, mean - margin), min(1.0, mean + margin))

    def elo(self) -> Estimate:
        """Return the (logistic) Elo difference with error bar."""
        score = self.score_interval()
        return Estimate(
            elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high)
        )

    def normalized_elo(self) -> Estimate:
        """Return the normalized Elo difference, which determines how many games a proof needs."""
        if self.variance == 0:
            sign = self.score - 0.5
            value = math.copysign(math.inf, sign) if sign else 0.0
            return Estimate(value, -math.inf, math.inf)
        per_game = math.sqrt(2 * self.variance)
        value = (self.score - 0.5) / per_game * NORMALIZED_SCALE
        margin = SIGMAS / math.sqrt(2 * self.pairs) * NORMALIZED_SCALE
        return Estimate(value, value - margin, value + margin)

    def likelihood_of_superiority(self) -> float:
        """Return the likelihood that the first player is the stronger one, from these pairs."""
        if not self.pairs or self.score == 0.5:
            return 0.5
        if self.variance == 0:
            # All pairs alike and not even: the probability that a fair coin did this.
            doubt: float = 0.5**self.pairs
            return 1 - doubt if self.score > 0.5 else doubt
        return NormalDist().cdf((self.score - 0.5) / math.sqrt(self.variance / self.pairs))


def elo_of_colors(as_black: Sequence[float], as_white: Sequence[float]) -> Estimate:
    """Return the Elo difference from unpaired games, given their points by color.

    Both colors have equal weight, whatever their number of games; with fewer than two games of a
    color the result is unknown.

    >>> print(elo_of_colors([1, 0.5, 1, 0, 1, 1], [0, 0.5, 1, 0.5]))
    +88.7 (-75 to +310)
    """
    if min(len(as_black), len(as_white)) < 2:
        return Estimate(0.0, -math.inf, math.inf)
    means = fmean(as_black), fmean(as_white)
    error = sum(pvariance(points) / len(points) for points in (as_black, as_white))
    margin = SIGMAS * math.sqrt(error) / 2
    low, score, high = (fmean(means) + side * margin for side in (-1, 0, 1))
    return Estimate(elo_of_score(score), elo_of_score(low), elo_of_score(high))


def _times(count: int, score: float) -> float:
    return count * score

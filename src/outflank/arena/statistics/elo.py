"""How much stronger one player is than another, and how sure the games make us.

Every opening is played twice with colours swapped, so the unit of measurement is the *pair* of
games. A pair is worth 0, ½, 1, 1½ or 2 points; counting how often each happened gives five numbers,
the pentanomial. It is tighter than wins, draws and losses alone: an opening that is lost for Black
whoever plays it costs each player a game and says nothing, and the pair knows that.

The formulas follow Michel Van den Bergh's notes on normalized Elo
(https://www.cantate.be/Fishtest/normalized_elo_practical.pdf).
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean, pvariance

from outflank.translation import _

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # points of a pair, per game
CONFIDENCE = 0.95  # what an error bar covers, here and in every report
SIGMAS = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)  # 1.96
NORMALIZED_SCALE = 800 / math.log(10)  # normalized Elo of one standard deviation per game


def expected_score(elo: float) -> float:
    """What a player this much stronger scores per game, from 0 to 1.

    >>> round(expected_score(100), 3)
    0.64
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of_score(score: float) -> float:
    """The Elo difference that explains a score per game; infinite where every game went one way.

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
        """Half the length of the error bar, for printing as ±."""
        return (self.high - self.low) / 2

    @property
    def is_clear_of_zero(self) -> bool:
        """Whether the whole error bar lies on one side of zero."""
        return self.low > 0 or self.high < 0

    def __str__(self) -> str:
        if math.isinf(self.value):
            bound = self.low if self.value > 0 else self.high
            if math.isinf(bound):
                return _("unknown yet")
            return f"{'>' if self.value > 0 else '<'} {bound:+z.0f}"
        if math.isinf(self.low) and math.isinf(self.high):
            return f"{self.value:+z.1f} ± ∞"
        above, below = self.high - self.value, self.value - self.low
        if max(above, below) > 1.25 * min(above, below):  # far from level a ± would mislead
            low, high = _bound(self.low), _bound(self.high)
            return _("{value:+z.1f} ({low} to {high})", value=self.value, low=low, high=high)
        return f"{self.value:+z.1f} ± {self.error:.1f}"


def _bound(value: float) -> str:
    return f"{value:+z.0f}".replace("inf", "∞")


@dataclass(frozen=True)
class Pentanomial:
    """How many pairs of games gave 0, ½, 1, 1½ and 2 points to the first player."""

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
        """Points per game, from 0 to 1; ½ while nothing is known."""
        if not self.pairs:
            return 0.5
        return sum(map(_times, self.counts, PAIR_SCORES)) / self.pairs

    @property
    def variance(self) -> float:
        """The variance of one pair's points per game."""
        if not self.pairs:
            return 0.0
        mean = self.score
        spread = sum(n * (s - mean) ** 2 for n, s in zip(self.counts, PAIR_SCORES, strict=True))
        return spread / self.pairs

    @property
    def reversed(self) -> "Pentanomial":
        """The same pairs seen by the other player."""
        a, b, c, d, e = self.counts
        return Pentanomial((e, d, c, b, a))

    def score_interval(self) -> Estimate:
        """Points per game with their error bar.

        Where every pair ended alike the sample has no spread, and the normal bar would have no
        length. The bar then comes from the rule of three: an event never seen in n pairs has a
        frequency below 3/n with 95 % confidence, and each such pair could cost all its points.
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
        """The Elo difference (logistic) with its error bar."""
        score = self.score_interval()
        return Estimate(
            elo_of_score(score.value), elo_of_score(score.low), elo_of_score(score.high)
        )

    def normalized_elo(self) -> Estimate:
        """The difference in units of a game's own noise: what decides how long a proof takes."""
        if self.variance == 0:
            sign = self.score - 0.5
            value = math.copysign(math.inf, sign) if sign else 0.0
            return Estimate(value, -math.inf, math.inf)
        per_game = math.sqrt(2 * self.variance)
        value = (self.score - 0.5) / per_game * NORMALIZED_SCALE
        margin = SIGMAS / math.sqrt(2 * self.pairs) * NORMALIZED_SCALE
        return Estimate(value, value - margin, value + margin)

    def likelihood_of_superiority(self) -> float:
        """How likely it is, from these pairs alone, that the first player is the stronger."""
        if not self.pairs or self.score == 0.5:
            return 0.5
        if self.variance == 0:
            # All pairs alike and not level: the chance that a fair coin did this.
            doubt: float = 0.5**self.pairs
            return 1 - doubt if self.score > 0.5 else doubt
        return NormalDist().cdf((self.score - 0.5) / math.sqrt(self.variance / self.pairs))


def elo_of_colors(as_black: Sequence[float], as_white: Sequence[float]) -> Estimate:
    """The Elo difference from games that are no pairs: their points with either colour.

    Both colours weigh the same, however many games there are of each; with fewer than two games of
    a colour nothing is known.

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

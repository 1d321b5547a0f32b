"""Glicko-2 ratings.

After Mark Glickman, "Example of the Glicko-2 system" (2022); comments name its steps. Every player
starts at 1500. A player rated 200 points higher wins about three games out of four.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import exp, log, pi, sqrt

SCALE = 173.7178
MIDDLE = 1500.0
STEADINESS = 0.5  # the paper's tau: limits how quickly the volatility changes
LEAST_SURE = 350.0  # the deviation of a new player
ENOUGH = 1e-6


@dataclass(frozen=True, slots=True)
class GlickoRating:
    """A rating; the true strength is within two deviations in 19 of 20 cases."""

    value: float = MIDDLE
    deviation: float = LEAST_SURE
    volatility: float = 0.06

    @property
    def _mu(self) -> float:
        return (self.value - MIDDLE) / SCALE

    @property
    def _phi(self) -> float:
        return self.deviation / SCALE


def expected(own: GlickoRating, other: GlickoRating) -> float:
    """Return the expected score; uncertainty about either rating pulls it toward one half."""
    return _expected(own._mu, other._mu, sqrt(own._phi**2 + other._phi**2))


def aged(rating: GlickoRating, periods: float) -> GlickoRating:
    """Return a rating after a time without games: the same value with a larger deviation."""
    phi = sqrt(rating._phi**2 + periods * rating.volatility**2)
    return replace(rating, deviation=min(phi * SCALE, LEAST_SURE))


def after(
    rating: GlickoRating,
    games: Sequence[tuple[GlickoRating, float]],
    periods: float = 1.0,
    worth: float = 1.0,
) -> GlickoRating:
    """Return a rating after games, given as (opponent's rating, score of 1, 0.5 or 0).

    All games belong to one rating period, or to the given fraction of one. Each counts as a game,
    or as the fraction ``worth`` of one.
    """
    if not games:
        return aged(rating, periods)
    mu, phi = rating._mu, rating._phi
    information = gain = 0.0  # steps 3 and 4
    for opponent, points in games:
        weight = _weight(opponent._phi)
        chance = _expected(mu, opponent._mu, opponent._phi)
        information += worth * weight**2 * chance * (1 - chance)
        gain += worth * weight * (points - chance)
    variance = 1 / information
    volatility = _volatility(rating, variance, variance * gain)
    before = phi**2 + periods * volatility**2  # step 6
    phi = 1 / sqrt(1 / before + 1 / variance)  # step 7
    mu += phi**2 * gain
    return GlickoRating(mu * SCALE + MIDDLE, min(phi * SCALE, LEAST_SURE), volatility)


def _weight(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(mu: float, other: float, phi: float) -> float:
    return 1 / (1 + exp(-_weight(phi) * (mu - other)))


def _volatility(rating: GlickoRating, variance: float, delta: float) -> float:
    """Step 5: find the root of the paper's function with the Illinois algorithm."""
    phi, start = rating._phi, log(rating.volatility**2)

    def f(x: float) -> float:
        spread = phi**2 + variance + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - start) / STEADINESS**2

    low = start
    if delta**2 > phi**2 + variance:
        high = log(delta**2 - phi**2 - variance)
    else:
        steps = 1
        while f(start - steps * STEADINESS) < 0:
            steps += 1
        high = start - steps * STEADINESS
    at_low, at_high = f(low), f(high)
    while abs(high - low) > ENOUGH:
        middle = low + (low - high) * at_low / (at_high - at_low)
        there = f(middle)
        if there * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, there
    return exp(low / 2)

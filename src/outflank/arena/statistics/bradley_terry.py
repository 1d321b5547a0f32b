"""Ratings of all players of a tournament, with error bars.

The Bradley–Terry model: a player rated r₁ scores 1 / (1 + 10^((r₂−r₁)/400)) per game against one
rated r₂. Newton's method finds the maximum-likelihood ratings; their mean is zero, because only
differences are meaningful.

The two games of a pair share an opening and are not independent, so the error bars come from the
scatter of whole pairs around the fit (the "sandwich" estimate). With two players they equal the
pentanomial's.
"""

import math
from collections.abc import Sequence

import numpy as np

from outflank.arena.statistics.elo import SIGMAS, Estimate, PairResult, Ratings

ELO_PER_UNIT = 400 / math.log(10)  # natural logarithm of odds -> Elo
IMAGINED_DRAWS = 1.0  # imagined draws per pairing, where results alone give an infinite rating

NO_SCATTER = 1e-6  # Elo


def fit(players: Sequence[str], results: Sequence[PairResult]) -> Ratings:
    """Rate players by their results against each other.

    If a player won or lost every game, or two groups never met, the most likely rating is infinite.
    Each pairing played is then given one imagined draw, counted in `Ratings.imagined`; players
    without games are connected to everyone else only by imagined draws.
    """
    index = {name: number for number, name in enumerate(players)}
    n = len(players)
    if n == 0 or not results:
        return Ratings({name: Estimate(0.0, -math.inf, math.inf) for name in players}, 0.0)
    first = np.array([index[r.first] for r in results])
    second = np.array([index[r.second] for r in results])
    points = np.array([r.points for r in results])
    games = np.array([float(r.games) for r in results])
    times = np.array([float(r.times) for r in results])

    won = np.zeros((n, n))  # points of row against column
    np.add.at(won, (first, second), times * points)
    np.add.at(won, (second, first), times * (games - points))
    imagined = 0.0
    if not _is_strongly_connected(won):
        imagined = IMAGINED_DRAWS
        met = (won + won.T) > 0
        if not _is_strongly_connected(met.astype(float)):
            met = ~np.eye(n, dtype=bool)
        won = won + met * imagined / 2

    strength = _most_likely_strengths(won)
    inverse = _inverse_information(won + won.T, strength)

    # Sandwich: each pair's gradient, squared and summed, between two inverses.
    surprise = points - games / (1 + np.exp(strength[second] - strength[first]))
    pull = np.zeros((len(results), n))
    rows = np.arange(len(results))
    pull[rows, first] += surprise
    pull[rows, second] -= surprise
    covariance = inverse @ (pull.T @ (times[:, None] * pull)) @ inverse
    if imagined:
        # With few upsets the scatter underestimates the error; the model's curvature does not.
        covariance = np.maximum(covariance, inverse)
    errors = SIGMAS * np.sqrt(np.maximum(np.diag(covariance), 0)) * ELO_PER_UNIT
    errors[errors < NO_SCATTER] = math.inf  # if all pairs ended alike, the error is unknown
    elo = strength * ELO_PER_UNIT
    return Ratings(
        {
            name: Estimate(float(elo[i]), float(elo[i] - errors[i]), float(elo[i] + errors[i]))
            for name, i in index.items()
        },
        imagined,
    )


def _most_likely_strengths(won: np.ndarray) -> np.ndarray:
    """Maximize the log-likelihood by Newton's method; natural log-odds with mean zero."""
    games = won + won.T
    scored = won.sum(axis=1)
    strength = np.zeros(len(won))
    for _ in range(100):
        expected = games / (1 + np.exp(strength[None, :] - strength[:, None]))
        step = _inverse_information(games, strength) @ (scored - expected.sum(axis=1))
        # Far from the maximum the step overshoots; one unit is 174 Elo.
        step *= min(1.0, 1.0 / max(1e-300, float(np.abs(step).max())))
        strength = strength + step
        if float(np.abs(step).max()) < 1e-10:
            break
    centered: np.ndarray = strength - strength.mean()
    return centered


def _inverse_information(games: np.ndarray, strength: np.ndarray) -> np.ndarray:
    """Return the pseudo-inverse of the curvature: only rating differences are determined."""
    expected = 1 / (1 + np.exp(strength[None, :] - strength[:, None]))
    weight = games * expected * (1 - expected)
    inverse: np.ndarray = np.linalg.pinv(np.diag(weight.sum(axis=1)) - weight, hermitian=True)
    return inverse


def _is_strongly_connected(won: np.ndarray) -> bool:
    """Check that a chain of points connects every player to every other, so ratings are finite."""
    reach = won > 0
    np.fill_diagonal(reach, True)
    for middle in range(len(won)):
        reach |= np.outer(reach[:, middle], reach[middle, :])
    return bool(reach.all())

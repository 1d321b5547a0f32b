"""Ratings of a whole tournament."""

import math
import random

import pytest

from outflank.arena.statistics.bradley_terry import fit
from outflank.arena.statistics.elo import PairResult, Pentanomial, expected_score


def _pairs(first: str, second: str, counts: tuple[int, ...]) -> list[PairResult]:
    return [
        PairResult(first, second, kind / 2)
        for kind, count in enumerate(counts)
        for _ in range(count)
    ]


def test_two_players_are_rated_as_their_pentanomial_says() -> None:
    counts = (5, 12, 30, 25, 18)
    ratings = fit(["a", "b"], _pairs("a", "b", counts))
    elo = Pentanomial(counts).elo()
    assert ratings.imagined == 0
    assert ratings.of["a"].value - ratings.of["b"].value == pytest.approx(elo.value, abs=0.01)
    # Each carries half the difference, so half the error; the bar is symmetrical in Elo here and
    # in points there, which at this size agrees to a per cent.
    assert 2 * ratings.of["a"].error == pytest.approx(elo.error, rel=0.01)


def test_a_circle_of_wins_rates_everybody_alike() -> None:
    counts = (0, 0, 0, 0, 10)
    results = _pairs("a", "b", counts) + _pairs("b", "c", counts) + _pairs("c", "a", counts)
    ratings = fit(["a", "b", "c"], results)
    assert [ratings.of[name].value for name in "abc"] == pytest.approx([0, 0, 0], abs=1e-6)


def test_known_numbers_of_three_players() -> None:
    """a scores ¾ against b and b ¾ against c: odds 3 each, so 191 Elo a step, by hand."""
    results = _pairs("a", "b", (0, 0, 50, 0, 50)) + _pairs("b", "c", (0, 0, 50, 0, 50))
    ratings = fit(["a", "b", "c"], results)
    step = 400 * math.log10(3)
    assert [ratings.of[name].value for name in "abc"] == pytest.approx([step, 0, -step], abs=0.001)
    assert ratings.ranking() == ["a", "b", "c"]


def test_ratings_are_found_again_and_the_bars_cover_them() -> None:
    dice = random.Random(5)
    truth = {"a": 150.0, "b": 40.0, "c": -30.0, "d": -160.0}
    covered = 0
    for _ in range(100):
        results = []
        for first in truth:
            for second in truth:
                if first < second:
                    win = expected_score(truth[first] - truth[second])
                    results += [
                        PairResult(first, second, sum(dice.random() < win for _ in range(2)))
                        for _ in range(60)
                    ]
        ratings = fit(list(truth), results)
        covered += sum(
            ratings.of[name].low <= truth[name] <= ratings.of[name].high for name in truth
        )
    assert 365 <= covered <= 395  # 380 of 400 expected


def test_pairs_that_all_ended_alike_say_nothing_of_the_error() -> None:
    level = [PairResult("a", "b", 1), PairResult("b", "c", 1), PairResult("c", "a", 1)]
    ratings = fit(["a", "b", "c"], level)
    assert all(rating.value == pytest.approx(0) for rating in ratings.of.values())
    assert all(math.isinf(rating.error) for rating in ratings.of.values())


def test_somebody_who_lost_everything_is_rated_finitely_and_admittedly() -> None:
    ratings = fit(["a", "b"], _pairs("a", "b", (0, 0, 0, 0, 20)))
    assert ratings.imagined > 0
    assert 300 < ratings.of["a"].value - ratings.of["b"].value < 800
    assert ratings.of["a"].low > 0


def test_players_without_games_are_unknown() -> None:
    assert fit(["a", "b"], []).of["a"].high == math.inf
    stranger = fit(["a", "b", "c"], _pairs("a", "b", (1, 1, 5, 1, 1))).of["c"]
    assert stranger.error > 200

"""Elo and its error bars, pinned to numbers published by other programs and to plain arithmetic."""

import math
import random

import pytest

from outflank.arena.statistics.elo import (
    Estimate,
    Pentanomial,
    elo_of_score,
    expected_score,
)

# Known numbers: the pentanomial cases of fastchess's own test suite (app/tests/elo_test.cpp),
# which gives lost-lost, lost-drawn, won-lost + drawn-drawn, won-drawn, won-won.
FASTCHESS = [
    ((34, 54, 31 + 32, 64, 75), 55.58, 27.65, 57.94, 28.28, 1.0000),
    ((332, 433, 457 + 41, 333, 334), -8.64, 10.33, -9.17, 10.96, 0.0505),
    ((7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, -19.01, 2.65, 0.0000),
]


@pytest.mark.parametrize(("counts", "elo", "error", "nelo", "nelo_error", "los"), FASTCHESS)
def test_elo_and_error_bar_agree_with_fastchess(
    counts: tuple[int, int, int, int, int],
    elo: float,
    error: float,
    nelo: float,
    nelo_error: float,
    los: float,
) -> None:
    pairs = Pentanomial(counts)
    assert pairs.elo().value == pytest.approx(elo, abs=0.01)
    assert pairs.elo().error == pytest.approx(error, abs=0.01)
    assert pairs.normalized_elo().value == pytest.approx(nelo, abs=0.01)
    assert pairs.normalized_elo().error == pytest.approx(nelo_error, abs=0.01)
    assert pairs.likelihood_of_superiority() == pytest.approx(los, abs=0.0001)


def test_a_score_of_three_quarters_is_191_elo() -> None:
    assert elo_of_score(0.75) == pytest.approx(190.848, abs=0.001)
    assert expected_score(190.848) == pytest.approx(0.75, abs=1e-5)


def test_the_other_player_sees_the_same_difference_with_the_sign_turned() -> None:
    pairs = Pentanomial((3, 5, 20, 9, 7))
    mine, theirs = pairs.elo(), pairs.reversed.elo()
    assert (mine.value, mine.low, mine.high) == pytest.approx(
        (-theirs.value, -theirs.high, -theirs.low)
    )
    assert pairs.likelihood_of_superiority() == pytest.approx(
        1 - pairs.reversed.likelihood_of_superiority()
    )


def test_pairs_are_counted_by_their_points() -> None:
    assert Pentanomial.of_pairs([0, 0.5, 1, 1, 1.5, 2, 2]).counts == (1, 1, 2, 1, 2)


def test_winning_everything_gives_a_lower_bound_by_the_rule_of_three() -> None:
    estimate = Pentanomial((0, 0, 0, 0, 100)).elo()
    assert estimate.value == math.inf
    assert estimate.low == pytest.approx(elo_of_score(0.97))
    assert str(estimate) == "> +604"
    assert estimate.is_clear_of_zero


def test_one_pair_alone_proves_nothing() -> None:
    assert not Pentanomial((0, 0, 0, 0, 1)).elo().is_clear_of_zero
    assert str(Pentanomial((0, 0, 0, 0, 2)).elo()) == "too few games"
    assert not Pentanomial().elo().is_clear_of_zero
    assert Pentanomial().likelihood_of_superiority() == 0.5


def test_openings_lost_by_their_colour_do_not_widen_the_error_bar() -> None:
    """The reason for pairs: won-lost pairs are level results, not a win and a loss by chance."""
    level = Pentanomial((1, 0, 98, 0, 1)).elo()
    assert level.error < 15  # as 200 single games, wins and losses alone, it would be ±49


def test_the_error_bar_covers_the_truth_about_95_times_in_100() -> None:
    dice = random.Random(2024)
    weights = (10, 20, 35, 22, 13)
    truth = Pentanomial(weights).elo().value
    covered = 0
    for _ in range(1000):
        sample = Pentanomial.of_pairs(
            kind / 2 for kind in dice.choices(range(5), weights=weights, k=200)
        ).elo()
        covered += sample.low <= truth <= sample.high
    assert 925 <= covered <= 975


def test_an_estimate_prints_as_people_write_it() -> None:
    assert str(Estimate(12.34, 2.34, 22.34)) == "+12.3 ± 10.0"


def test_a_bar_with_one_end_shows_it() -> None:
    """Clear of zero, so ± ∞ would contradict the sentence it stands in."""
    few = Pentanomial((4, 0, 1, 0, 0))
    assert few.elo().is_clear_of_zero
    assert str(few.elo()) == "-381.7 (-∞ to -168)"
    assert str(few.reversed.elo()) == "+381.7 (+168 to +∞)"
    assert str(Estimate(0.0, -math.inf, math.inf)) == "+0.0 ± ∞"

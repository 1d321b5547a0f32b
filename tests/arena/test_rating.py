"""A rating against opponents whose ratings are fixed."""

import random

from outflank.arena.rating import Block, next_opponent, rating, scale_error
from outflank.arena.statistics.elo import Pentanomial, expected_score
from outflank.players import Rating

KNOWN = {
    "weak": Rating(0, 30, 400, 0.001),
    "middle": Rating(400, 40, 400, 0.001),
    "strong": Rating(800, 20, 400, 0.001),
    "slow": Rating(500, 20, 400, 5.0),
}


def played(name: str, elo: float, pairs: int, dice: random.Random) -> Block:
    """Pairs of independent games without draws."""
    score = expected_score(elo - KNOWN[name].elo)
    points = [(dice.random() < score) + (dice.random() < score) for _pair in range(pairs)]
    return Block(name, Pentanomial.of_pairs(points))


def test_the_interval_contains_the_true_rating_about_as_often_as_it_says() -> None:
    dice = random.Random(1)
    hits = 0
    for _trial in range(300):
        found = rating([played(name, 500, 25, dice) for name in ("middle", "strong")], KNOWN)
        hits += found.low <= 500 <= found.high
    assert 0.91 * 300 <= hits <= 0.99 * 300


def test_only_wins_and_only_losses_are_finite() -> None:
    won = rating([Block("strong", Pentanomial((0, 0, 0, 0, 10)))], KNOWN)
    lost = rating([Block("weak", Pentanomial((10, 0, 0, 0, 0)))], KNOWN)
    assert 800 < won.value < 2000
    assert -1200 < lost.value < 0
    assert won.error > 100


def test_the_next_opponent_is_near_quick_and_not_always_the_same() -> None:
    assert next_opponent([], KNOWN) == "strong"
    even = Block("middle", Pentanomial((0, 0, 10, 0, 0)))
    assert next_opponent([even], KNOWN) == "middle"
    assert next_opponent([even] * 8, KNOWN) in ("weak", "strong")


def test_the_error_of_the_scale_is_that_of_the_opponents() -> None:
    one, other = (Block(name, Pentanomial((0, 0, 5, 0, 0))) for name in ("weak", "middle"))
    assert scale_error([one, other], KNOWN) == 35

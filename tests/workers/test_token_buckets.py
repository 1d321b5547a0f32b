"""Token buckets: a burst, then one every so often; a full bucket takes no memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.workers import token_buckets as module
from outflank.workers.token_buckets import Budget, TokenBuckets


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_few_at_once_and_then_one_every_so_often() -> None:
    clock = Clock()
    buckets = TokenBuckets(clock)
    three = Budget(3, 10)
    assert [buckets.spend(("ann", three)) for _ in range(4)] == [0, 0, 0, 10]
    assert buckets.spend(("bob", three)) == 0
    clock.now += 4
    assert buckets.spend(("ann", three)) == 6
    clock.now += 6
    assert buckets.spend(("ann", three)) == 0
    assert buckets.spend(("ann", three)) == 10
    clock.now += 1000
    assert [buckets.spend(("ann", three)) for _ in range(4)] == [0, 0, 0, 10]


def test_out_of_both_purses_or_none() -> None:
    buckets = TokenBuckets(Clock())
    address, visitor = ("address", Budget(3, 10)), ("visitor", Budget(1, 10))
    assert buckets.spend(address, visitor) == 0
    assert buckets.spend(address, visitor) == 10
    assert buckets.spend(address) == 0
    assert buckets.spend(address) == 0
    assert buckets.spend(address) == 10


def test_who_stays_away_is_forgotten_and_the_others_are_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "MOST", 10)
    clock = Clock()
    buckets = TokenBuckets(clock)
    for number in range(100):
        assert buckets.spend((number, Budget(1, 10))) == 0
    assert len(buckets._full) == 10
    assert buckets.spend((99, Budget(1, 10))) == 10  # the latest are remembered
    clock.now += 11
    assert buckets.spend((0, Budget(1, 10))) == 0
    assert len(buckets._full) == 1


@given(st.lists(st.floats(0, 30), max_size=60), st.integers(1, 5), st.floats(0.5, 10))
def test_nobody_gets_more_than_the_budget(pauses: list[float], burst: int, seconds: float) -> None:
    clock = Clock()
    buckets = TokenBuckets(clock)
    given = []
    for pause in pauses:
        clock.now += pause
        wait = buckets.spend(("ann", Budget(burst, seconds)))
        assert wait <= seconds + 1e-6
        if wait == 0:
            given.append(clock.now)
    for first, start in enumerate(given):
        for last in range(first, len(given)):
            most = burst + (given[last] - start) / seconds
            assert last - first + 1 <= most + 1e-6

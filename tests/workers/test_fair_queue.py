"""Slots are shared evenly between visitors by what they cost, and nobody waits for ever."""

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from outflank.workers.fair_queue import FairQueue, Ticket

ASKED = st.tuples(st.integers(0, 4), st.sampled_from([0.1, 1.0, 5.0]))


@given(
    slots=st.integers(1, 3),
    waiting=st.integers(0, 5),
    each=st.integers(1, 2),
    extra=st.integers(0, 1),
    happenings=st.lists(st.one_of(ASKED, st.integers(0, 10)), max_size=60),
)
def test_whatever_happens_places_are_used_and_never_more_than_there_are(
    slots: int, waiting: int, each: int, extra: int, happenings: list[tuple[int, float] | int]
) -> None:
    queue = FairQueue(slots, waiting=waiting, each=each, extra=extra, quick=0.1)
    for happening in happenings:
        if isinstance(happening, tuple):
            queue.join(*happening)
        elif queue.active:
            one = queue.active[happening % len(queue.active)]
            queue.leave(one, one.cost)
        before = [*queue.queue, *queue.active]
        called, away = queue.admit()
        assert {*queue.queue, *queue.active, *away} == set(before)
        assert set(called) <= set(queue.active)
        assert len(queue.queue) <= waiting
        assert sum(one.cost > 0.1 for one in queue.active) <= slots
        assert len(queue.active) <= slots + extra
        seats = Counter(one.visitor for one in queue.active)
        assert max(seats.values(), default=0) <= each
        if len(queue.active) < slots:  # then all who wait have their slots already
            assert all(seats[one.visitor] == each for one in queue.queue)


@given(costs=st.lists(st.sampled_from([0.5, 1.0, 2.0, 8.0]), min_size=2, max_size=5))
def test_visitors_who_always_ask_get_the_same_share_whatever_they_ask(costs: list[float]) -> None:
    queue = FairQueue(1, waiting=100)
    for visitor, cost in enumerate(costs):
        queue.join(visitor, cost)
    spent = [0.0] * len(costs)
    queue.admit()
    for _ in range(200):
        (one,) = queue.active
        assert isinstance(one.visitor, int)
        spent[one.visitor] += one.cost
        queue.join(one.visitor, one.cost)
        queue.leave(one, one.cost)
        queue.admit()
    assert max(spent) - min(spent) <= 2 * max(costs)


def test_a_guess_that_was_too_low_is_charged_when_it_is_known() -> None:
    """Who says 1 and takes 9 does not get nine times the share."""
    queue = FairQueue(1, waiting=10)
    spent = {"liar": 0.0, "honest": 0.0}
    for visitor in spent:
        queue.join(visitor, 1.0)
    queue.admit()
    for _ in range(300):
        (one,) = queue.active
        took = 9.0 if one.visitor == "liar" else 1.0
        spent[str(one.visitor)] += took
        queue.leave(one, took)
        queue.join(one.visitor, 1.0)
        queue.admit()
    assert abs(spent["liar"] - spent["honest"]) <= 18


def test_a_quick_newcomer_goes_before_two_hundred_long_questions() -> None:
    queue = FairQueue(2, waiting=12, extra=1, quick=0.5)
    away: list[Ticket] = []
    for visitor in range(200):
        queue.join(visitor, 5.0)
        away += queue.admit()[1]
    assert len(away) == 200 - 2 - 12
    greedy = queue.join("new", 0.02)
    called, away = queue.admit()
    assert called == [greedy]
    again = queue.join("new", 0.02)  # one place a visitor: it waits, first of all
    called, away = queue.admit()
    assert not called
    assert again not in away
    assert queue.queue[0] is again


def test_many_questions_of_one_visitor_leave_the_queue_before_another_ones() -> None:
    queue = FairQueue(1, waiting=3)
    for _ in range(4):
        queue.join("many", 5.0)
        queue.admit()
    queue.join("other", 5.0)
    _, away = queue.admit()
    assert [one.visitor for one in away] == ["many"]
    assert [one.visitor for one in queue.queue] == ["many", "other", "many"]


@given(st.lists(ASKED, max_size=30))
def test_everybody_sits_down_once_and_then_all_is_forgotten(asked: list[tuple[int, float]]) -> None:
    queue = FairQueue(2, waiting=100)
    waiting = [queue.join(*one) for one in asked]
    served: list[Ticket] = []
    for _ in itertools.count():
        served += queue.admit()[0]
        if not queue.active:
            break
        queue.leave(queue.active[0], queue.active[0].cost)
    assert sorted(map(id, served)) == sorted(map(id, waiting))
    assert queue._charged == {}


def test_who_is_turned_away_is_told_when_to_come_back() -> None:
    queue = FairQueue(2, waiting=5)
    assert queue.retry_after() == 1
    for visitor in range(4):
        queue.join(visitor, 5.0)
    assert queue.retry_after() == 10
    queue.join("long", 1000.0)
    assert queue.retry_after() == 30

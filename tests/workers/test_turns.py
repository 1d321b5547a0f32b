"""Places are shared evenly between visitors by what they cost, and nobody waits for ever."""

import itertools
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from outflank.workers.turns import Asking, Turns

ASKED = st.tuples(st.integers(0, 4), st.sampled_from([0.1, 1.0, 5.0]))


@given(
    places=st.integers(1, 3),
    waiting=st.integers(0, 5),
    each=st.integers(1, 2),
    extra=st.integers(0, 1),
    happenings=st.lists(st.one_of(ASKED, st.integers(0, 10)), max_size=60),
)
def test_whatever_happens_places_are_used_and_never_more_than_there_are(
    places: int, waiting: int, each: int, extra: int, happenings: list[tuple[int, float] | int]
) -> None:
    turns = Turns(places, waiting=waiting, each=each, extra=extra, quick=0.1)
    for happening in happenings:
        if isinstance(happening, tuple):
            turns.ask(*happening)
        elif turns.seated:
            one = turns.seated[happening % len(turns.seated)]
            turns.leave(one, one.cost)
        before = [*turns.queue, *turns.seated]
        called, away = turns.settle()
        assert {*turns.queue, *turns.seated, *away} == set(before)
        assert set(called) <= set(turns.seated)
        assert len(turns.queue) <= waiting
        assert sum(one.cost > 0.1 for one in turns.seated) <= places
        assert len(turns.seated) <= places + extra
        seats = Counter(one.visitor for one in turns.seated)
        assert max(seats.values(), default=0) <= each
        if len(turns.seated) < places:  # then all who wait have their places already
            assert all(seats[one.visitor] == each for one in turns.queue)


@given(costs=st.lists(st.sampled_from([0.5, 1.0, 2.0, 8.0]), min_size=2, max_size=5))
def test_visitors_who_always_ask_get_the_same_share_whatever_they_ask(costs: list[float]) -> None:
    turns = Turns(1, waiting=100)
    for visitor, cost in enumerate(costs):
        turns.ask(visitor, cost)
    spent = [0.0] * len(costs)
    turns.settle()
    for _ in range(200):
        (one,) = turns.seated
        assert isinstance(one.visitor, int)
        spent[one.visitor] += one.cost
        turns.ask(one.visitor, one.cost)
        turns.leave(one, one.cost)
        turns.settle()
    assert max(spent) - min(spent) <= 2 * max(costs)


def test_a_guess_that_was_too_low_is_charged_when_it_is_known() -> None:
    """Who says 1 and takes 9 does not get nine times the share."""
    turns = Turns(1, waiting=10)
    spent = {"liar": 0.0, "honest": 0.0}
    for visitor in spent:
        turns.ask(visitor, 1.0)
    turns.settle()
    for _ in range(300):
        (one,) = turns.seated
        took = 9.0 if one.visitor == "liar" else 1.0
        spent[str(one.visitor)] += took
        turns.leave(one, took)
        turns.ask(one.visitor, 1.0)
        turns.settle()
    assert abs(spent["liar"] - spent["honest"]) <= 18


def test_a_quick_newcomer_goes_before_two_hundred_long_questions() -> None:
    turns = Turns(2, waiting=12, extra=1, quick=0.5)
    away: list[Asking] = []
    for visitor in range(200):
        turns.ask(visitor, 5.0)
        away += turns.settle()[1]
    assert len(away) == 200 - 2 - 12
    greedy = turns.ask("new", 0.02)
    called, away = turns.settle()
    assert called == [greedy]
    again = turns.ask("new", 0.02)  # one place a visitor: it waits, first of all
    called, away = turns.settle()
    assert not called
    assert again not in away
    assert turns.queue[0] is again


def test_many_questions_of_one_visitor_leave_the_queue_before_another_ones() -> None:
    turns = Turns(1, waiting=3)
    for _ in range(4):
        turns.ask("many", 5.0)
        turns.settle()
    turns.ask("other", 5.0)
    _, away = turns.settle()
    assert [one.visitor for one in away] == ["many"]
    assert [one.visitor for one in turns.queue] == ["many", "other", "many"]


@given(st.lists(ASKED, max_size=30))
def test_everybody_sits_down_once_and_then_all_is_forgotten(asked: list[tuple[int, float]]) -> None:
    turns = Turns(2, waiting=100)
    waiting = [turns.ask(*one) for one in asked]
    served: list[Asking] = []
    for _ in itertools.count():
        served += turns.settle()[0]
        if not turns.seated:
            break
        turns.leave(turns.seated[0], turns.seated[0].cost)
    assert sorted(map(id, served)) == sorted(map(id, waiting))
    assert turns._charged == {}


def test_who_is_turned_away_is_told_when_to_come_back() -> None:
    turns = Turns(2, waiting=5)
    assert turns.retry_after() == 1
    for visitor in range(4):
        turns.ask(visitor, 5.0)
    assert turns.retry_after() == 10
    turns.ask("long", 1000.0)
    assert turns.retry_after() == 30

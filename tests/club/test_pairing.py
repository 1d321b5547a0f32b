"""Whoever asks for an opponent is paired with somebody near, and soon with anybody."""

from hypothesis import given
from hypothesis import strategies as st

from outflank.club.glicko import GlickoRating
from outflank.club.seek_pairing import Seeker, pair_up


def seeker(key: str, value: float = 1500, since: float = 0, **more: str) -> Seeker:
    return Seeker(
        key, more.get("terms", "5+0 rated"), GlickoRating(value, 50), since, more.get("last", "")
    )


def keys(pairs: list[tuple[Seeker, Seeker]]) -> list[tuple[str, str]]:
    return [(one.key, two.key) for one, two in pairs]


def test_the_nearest_in_strength_is_taken() -> None:
    found = pair_up([seeker("a"), seeker("b", 1620), seeker("c", 1480), seeker("d", 1640)], 0)
    assert keys(found) == [("a", "c"), ("b", "d")]


def test_those_far_apart_wait_a_few_seconds_for_somebody_nearer() -> None:
    two = [seeker("a", 1200), seeker("b", 1700)]
    assert pair_up(two, 5) == []
    assert keys(pair_up(two, 7)) == [("a", "b")]


def test_somebody_unknown_plays_anybody_about() -> None:
    new = Seeker("n", "5+0 rated", GlickoRating(), 0)
    assert keys(pair_up([new, seeker("b", 1900)], 0)) == [("b", "n")]


def test_terms_are_what_both_want_and_who_just_played_meets_others_first() -> None:
    assert pair_up([seeker("a"), seeker("b", terms="5+0 casual")], 99) == []
    again = [seeker("a", last="b"), seeker("b", last="a")]
    assert pair_up(again, 1) == []
    assert keys(pair_up(again, 4)) == [("a", "b")]
    assert keys(pair_up([*again, seeker("c", 1550)], 1)) == [("a", "c")]


seekers = st.lists(
    st.builds(
        Seeker,
        st.integers(0, 99).map(str),
        st.sampled_from(["x", "y"]),
        st.builds(GlickoRating, st.floats(800, 2400), st.floats(30, 350)),
        st.floats(0, 100),
        st.integers(0, 99).map(str),
    ),
    unique_by=lambda one: one.key,
    max_size=30,
)


@given(seekers)
def test_nobody_twice_nobody_alone_and_sooner_or_later_everybody(all_: list[Seeker]) -> None:
    now = pair_up(all_, 100)
    paired = [key for pair in keys(now) for key in pair]
    assert len(paired) == len(set(paired))
    assert all(one.terms == two.terms and one.key != two.key for one, two in now)
    assert pair_up(list(reversed(all_)), 100) == now  # whatever order they come in
    late = {key for pair in keys(pair_up(all_, 1000)) for key in pair}
    for terms in "xy":
        left = [one for one in all_ if one.terms == terms and one.key not in late]
        assert len(left) <= 1

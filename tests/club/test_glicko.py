"""Ratings: the paper's own example, and what must hold for all games."""

from hypothesis import given
from hypothesis import strategies as st

from outflank.club.glicko import GlickoRating, after, aged, expected
from outflank.club.ladder import Ladder, RatedGame, pace_of
from outflank.game import parse_time_control

ratings = st.builds(GlickoRating, st.floats(500, 2600), st.floats(30, 350), st.floats(0.03, 0.09))
points = st.sampled_from([0.0, 0.5, 1.0])


def test_the_example_of_the_paper() -> None:
    """Glickman, "Example of the Glicko-2 system": a player meets three others in one period."""
    opponents = [
        (GlickoRating(1400, 30), 1.0),
        (GlickoRating(1550, 100), 0.0),
        (GlickoRating(1700, 300), 0.0),
    ]
    found = after(GlickoRating(1500, 200, 0.06), opponents)
    assert round(found.value, 1) == 1464.1  # 1464.06 with its rounding in between
    assert round(found.deviation, 2) == 151.52
    assert round(found.volatility, 5) == 0.06  # 0.05999


@given(ratings, ratings)
def test_who_wins_rises_and_a_draw_lies_between(own: GlickoRating, other: GlickoRating) -> None:
    lost, drawn, won = (after(own, [(other, p)]).value for p in (0.0, 0.5, 1.0))
    assert lost < own.value < won
    assert lost < drawn < won


@given(ratings, ratings, points)
def test_a_game_makes_surer_than_none(own: GlickoRating, other: GlickoRating, score: float) -> None:
    found = after(own, [(other, score)])
    assert 0 < found.deviation <= 350
    assert found.deviation <= after(own, []).deviation + 3  # the volatility may rise a little
    assert 0 < found.volatility < 0.2


@given(ratings, st.floats(0, 500))
def test_who_does_not_play_keeps_the_strength_and_is_less_sure(
    own: GlickoRating, periods: float
) -> None:
    later = aged(own, periods)
    assert later.value == own.value
    assert min(own.deviation, 350) - 1e-9 <= later.deviation <= 350


@given(ratings, ratings)
def test_what_both_expect_is_one_point_together(one: GlickoRating, two: GlickoRating) -> None:
    assert abs(expected(one, two) + expected(two, one) - 1) < 1e-9


games = st.lists(
    st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), points, st.floats(0, 1e6)).filter(
        lambda game: game[0] != game[1]
    ),
    max_size=20,
)


@given(games, st.integers(0, 20))
def test_the_ladder_goes_on_from_where_it_stood(told: list[tuple[str, str, float, float]],
                                                cut: int) -> None:  # fmt: skip
    """Counted at once or in two parts, what is known is the same."""
    played = [RatedGame(black, white, "blitz", at, score) for black, white, score, at in told]
    whole = Ladder()
    for game in played:
        whole.count(game)
    first = Ladder()
    for game in played[:cut]:
        first.count(game)
    second = Ladder(dict(first.known))
    for game in played[:cut]:
        second.remember(game)
    for game in played[cut:]:
        second.count(game)
    assert second.known == whole.known
    assert sum(counted.games for counted in whole.known.values()) == 2 * len(played)


def test_paces_are_measured_by_themselves() -> None:
    controls = ("5", "3+5", "15", "10+20", "25", None)
    paces = [pace_of(parse_time_control(c) if c else None) for c in controls]
    assert paces == ["blitz", "blitz", "rapid", "rapid", "slow", "untimed"]
    ladder = Ladder()
    ladder.count(RatedGame("a", "b", "blitz", 0, 1))
    assert ladder.of("a", "rapid") == ladder.of("b", "rapid")

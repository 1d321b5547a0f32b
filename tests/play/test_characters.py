"""The characters: in order of strength, and who comes next."""

import pytest

from outflank.play.opponents.characters import CHARACTERS, character_of, neighbours
from outflank.players import rating_of


def test_they_stand_in_the_order_that_was_measured() -> None:
    ratings = [rating_of(one.seat) for one in CHARACTERS]
    assert all(ratings)
    assert [one.rating.elo for one in CHARACTERS] == sorted(one.rating.elo for one in CHARACTERS)
    assert len({one.name for one in CHARACTERS}) == len(CHARACTERS) == 9


def test_somebody_with_other_settings_is_nobody_of_them() -> None:
    assert character_of("engine:level=16") == character_of("engine") == CHARACTERS[-2]
    for seat in ("human", "lookahead:5", "gentle:loss=2", "no such player", "gtp:program"):
        assert character_of(seat) is None


@pytest.mark.parametrize(
    ("seat", "size", "easier", "harder"),
    [
        ("random", 8, None, "Greta"),
        ("greedy", 8, "Pip", "Milo"),
        ("engine:20", 8, "Viktor", None),
        ("engine:5", 8, "Milo", "Otis"),
        ("learned", 10, "Otis", "Bruno"),
        ("gtp:program", 8, None, None),
    ],
)
def test_the_next_ones(seat: str, size: int, easier: str | None, harder: str | None) -> None:
    names = tuple(one and one.name for one in neighbours(seat, size))
    assert names == (easier, harder)

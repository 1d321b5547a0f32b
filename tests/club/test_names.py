"""Which names are the same name, and which nobody can have."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from outflank.club.names import InvalidName, checked_person, name_key


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("Ann", "aNN"),
        ("Ann", " A.n-n "),
        ("Zoë", "zoe"),
        ("Ａnn", "Ann"),
        ("Bill", "BiIl"),
        ("Bob", "B0b"),
    ],
)
def test_names_that_look_alike_are_one(one: str, two: str) -> None:
    assert name_key(one) == name_key(two)


@pytest.mark.parametrize("text", ["", "x", "…!?", "a" * 25, "Ann\u202e", "Pаul", "\ud800ab"])
def test_names_that_nobody_can_have(text: str) -> None:
    with pytest.raises(InvalidName, match="name"):
        checked_person(text)


def test_names_of_other_writings_are_names() -> None:
    for name in ("Ольга", "井上 さくら", "Ann 2", "J. R. R."):
        assert checked_person(f"  {name} ") == name


@given(st.text(max_size=40))
def test_a_name_is_refused_with_a_sentence_or_stays_itself(text: str) -> None:
    try:
        name = checked_person(text)
    except InvalidName:
        return
    assert checked_person(name) == name
    assert name_key(name) == name_key(text)

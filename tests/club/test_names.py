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
        ("Anna Pope", "Аппа Роре"),  # Cyrillic
        ("Anna Pope", "Annɑ Pope"),
        ("Anna Pope", "Anna Pᴏpe"),
        ("Anna", "ꓮꓠꓠꓮ"),  # Lisu
        ("ANNA", "ΑΝΝΑ"),  # Greek
        ("Анна", "АННА"),
        ("Mia", "rnia"),
    ],
)
def test_names_that_look_alike_are_one(one: str, two: str) -> None:
    assert name_key(one) == name_key(two)


INVISIBLE = ["Anna\u3164", "\u115f\u1160", "An\u034fna", "Anna\ufe0f", "Ann\u2800a", "\u3164\u3164"]
RESERVED = ["Admin", "ADMlN", "Аdmin", "Host of the club", "Outflank", "The Moderator", "r00t"]
MIXED = ["Аnna Pope", "Pаul", "Anna Ρope", "Ann Анна", "Annא"]


@pytest.mark.parametrize(
    "text",
    [
        *["", "x", "…!?", "a" * 25, "Ann\u202e", "\ud800ab", "A\u0301\u0302\u0303nna"],
        *INVISIBLE,
        *RESERVED,
        *MIXED,
    ],
)
def test_names_that_nobody_can_have(text: str) -> None:
    with pytest.raises(InvalidName, match="name"):
        checked_person(text)


def test_names_of_other_writings_are_names() -> None:
    for name in (
        "Ольга",
        "井上 さくら",
        "Ann 2",
        "J. R. R.",
        "Nguyễn Thị Bé",
        "김 Ann",
        "สมชาย",
        "Hostel",
    ):
        assert checked_person(f"  {name} ") == name


@given(st.text(max_size=40))
def test_a_name_is_refused_with_a_sentence_or_stays_itself(text: str) -> None:
    try:
        name = checked_person(text)
    except InvalidName:
        return
    assert checked_person(name) == name
    assert name_key(name) == name_key(text)

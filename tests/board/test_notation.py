"""Names of squares."""

import pytest
from hypothesis import given
from random_positions import sizes

from outflank.board import InvalidSquare, parse_square, square_name


@given(sizes)
def test_names_and_numbers_of_squares_go_both_ways(size: int) -> None:
    names = [square_name(square, size) for square in range(size * size)]
    assert [parse_square(name, size) for name in names] == list(range(size * size))
    assert [parse_square(name.upper(), size) for name in names] == list(range(size * size))
    assert len(set(names)) == size * size


@pytest.mark.parametrize("text", ["", "5f", "f", "f0", "f9", "i5", "f55", "ff5", "f 5", "é5", "f٥"])
def test_what_names_no_square_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidSquare, match=r"a–h .* 1–8, .* c2"):
        parse_square(text)


def test_a_number_beyond_the_board_is_refused() -> None:
    with pytest.raises(InvalidSquare, match="a 6×6 board are numbered 0 to 35; got 36"):
        square_name(36, 6)

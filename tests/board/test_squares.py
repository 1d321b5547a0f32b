"""Sets of squares behave like Python's own sets."""

import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_positions import sizes

from outflank.board import InvalidSquare, SquareSet


@given(sizes, st.data())
def test_a_square_set_is_a_set_of_squares_in_reading_order(size: int, data: st.DataObject) -> None:
    numbers = st.sets(st.integers(0, size * size - 1))
    left, right = data.draw(numbers), data.draw(numbers)
    one, two = SquareSet.of(left, size), SquareSet.of(right, size)
    assert list(one) == sorted(left)
    assert len(one) == len(left)
    assert bool(one) == bool(left)
    assert list(one | two) == sorted(left | right)
    assert list(one & two) == sorted(left & right)
    assert list(one - two) == sorted(left - right)
    assert set(~one) == set(range(size * size)) - left
    assert (one == two) == (left == right)
    assert hash(one) == hash(SquareSet.of(sorted(left), size))
    assert all((square in one) == (square in left) for square in range(-1, size * size + 1))
    assert pickle.loads(pickle.dumps(one)) == one
    assert eval(repr(one), {"SquareSet": SquareSet}) == one


@given(sizes, st.data())
def test_a_square_is_found_by_its_place_in_reading_order(size: int, data: st.DataObject) -> None:
    numbers = sorted(data.draw(st.sets(st.integers(0, size * size - 1))))
    squares = SquareSet.of(numbers, size)
    for place in range(-len(numbers), len(numbers)):
        assert squares[place] == numbers[place]
    for place in (len(numbers), -len(numbers) - 1, 2**70):
        with pytest.raises(IndexError, match=f"got {place}" if numbers else "has no squares"):
            squares[place]
    if numbers:
        seed = data.draw(st.integers())
        assert random.Random(seed).choice(squares) == random.Random(seed).choice(numbers)
    assert list(reversed(squares)) == numbers[::-1]


@pytest.mark.parametrize("size", [6, 8])
def test_a_place_is_a_number(size: int) -> None:
    squares = SquareSet.of(["d3"], size)
    assert squares[np.int64(0)] == next(iter(squares))
    for place in (slice(0, 1), "d3", 0.0, None):
        with pytest.raises(TypeError, match=r"as in squares\[0\], got .*use list\(squares\)"):
            squares[place]  # type: ignore[index]


@pytest.mark.parametrize("size", [6, 8])
def test_membership_takes_names_and_refuses_nonsense(size: int) -> None:
    squares = SquareSet.of(["d3"], size)
    assert "d3" in squares
    assert "D3" in squares
    assert "d4" not in squares
    assert None not in squares
    assert 2**100 not in squares
    with pytest.raises(InvalidSquare):
        assert "z9" in squares


def test_a_set_is_made_of_squares_and_mixes_only_with_sets() -> None:
    with pytest.raises(TypeError, match=r"SquareSet.of\(…\)"):
        SquareSet()
    with pytest.raises(TypeError):
        SquareSet.of(["a1"]) | {1}


def test_sets_of_different_boards_do_not_mix() -> None:
    with pytest.raises(ValueError, match="same board size; got 8×8 and 6×6"):
        SquareSet.of(["a1"]) | SquareSet.of(["a1"], 6)
    assert SquareSet.of(["a1"]) != SquareSet.of(["a1"], 6)
    with pytest.raises(ValueError, match="a number of 36 bits"):
        SquareSet.from_bits(1 << 36, 6)
